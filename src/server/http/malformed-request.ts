import type { ConnectionError } from 'fastify';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { closedPolicy } from '../site/policy.ts';
import { failureOf, sentenceOf } from './errors.ts';

/** Response to input that is not HTTP, with the usual headers; closes the connection. */
export const answerMalformedRequest =
  (headers: Readonly<Record<string, string>>) =>
  ({ code }: ConnectionError, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = statuses[code] ?? 400;
    const body = JSON.stringify(failureOf(sentenceOf(status)));
    const lines = Object.entries({
      ...headers,
      'content-security-policy': closedPolicy,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroySoon(),
    );
  };

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
