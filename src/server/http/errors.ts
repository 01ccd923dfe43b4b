import type { FastifyError, FastifyReply, FastifyRequest, ConnectionError } from 'fastify';
import type { Failure } from '#contract/call.ts';
import { fieldTitle } from '#contract/field-titles.ts';
import { StorageFailure } from '#storage/bucket.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';
import { HttpError, type Problem } from '../http-error.ts';
import { isPlainForm, type PlainForms } from './plain-form.ts';
import { openHeaders } from '../base/open-headers.ts';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { closedPolicy } from '../site/policy.ts';

/** Messages of errors before the handler. */
const sentences: Record<number, string> = {
  400: 'Запрос составлен неверно.',
  404: 'Такого адреса в API нет.',
  405: 'Этот адрес не принимает такой метод.',
  408: 'Запрос шёл слишком долго.',
  413: 'Запрос слишком большой.',
  414: 'Адрес запроса слишком длинный.',
  415: 'Такой вид содержимого не принимается.',
  431: 'Заголовки запроса слишком большие.',
  503: 'Сервер сейчас перегружен. Повторите запрос через несколько секунд.',
};

export function failureOf(message: string, field?: string, also: readonly Problem[] = []): Failure {
  const errors = [{ message, field }, ...also].map((problem) => ({
    message: problem.message,
    ...(problem.field ? { customData: customDataOf(problem.field) } : {}),
  }));
  return { status: 'error', errors };
}

function customDataOf(field: string): { title?: string; field: string } {
  const title = fieldTitle(field);
  return title === undefined ? { field } : { title, field };
}

export const sentenceOf = (status: number) => sentences[status] ?? 'Запрос не может быть выполнен.';

interface ErrorDetails {
  status: number;
  problems: readonly [Problem, ...Problem[]];
  retryAfter?: number | undefined;
  data?: unknown;
  location?: string | undefined;
}

/** Turns every error into a response; server errors are logged once with the request id. */
export const errorAnswers =
  (plainForms: PlainForms) =>
  async (
    error: FastifyError | HttpError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { status, problems, retryAfter, data, location } = describeError(error, request);
    const { isShared } = request.routeOptions.config as { isShared?: boolean };
    reply.code(status).header('cache-control', 'no-store');
    if (isShared && [301, 400, 404].includes(status)) reply.headers(openHeaders);
    if (location !== undefined) reply.header('location', location);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    if (isPlainForm(request)) return await plainForms.refuse(request, reply, problems);
    const [{ message, field }, ...also] = problems;
    const failure = failureOf(message, field, also);
    return reply.send(data === undefined ? failure : { ...failure, data });
  };

export function describeError(error: FastifyError | HttpError, request: FastifyRequest): ErrorDetails {
  if (error instanceof HttpError) {
    const { status, message, field, also, retryAfter, data, location } = error;
    return { status, problems: [{ message, field }, ...also], retryAfter, data, location };
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return { status, problems: [{ message: sentenceOf(status) }] };
  request.log.error({ err: error }, 'request failed');
  const [fault, message, retryAfter] = faultOf(error, status, request.id);
  return { status: fault, problems: [{ message }], retryAfter };
}

/** Errors that are not the user's: status, message, and seconds until a retry. */
function faultOf(error: Error, status: number, id: string): [number, string, number?] {
  if (isOutOfRoom(error))
    return [
      507,
      'На сервере кончилось место: читать можно, а записать пока ничего нельзя. Повторите позже.',
      60,
    ];
  if (error instanceof StorageFailure)
    return [503, 'Хранилище файлов сейчас недоступно. Повторите позже.', 10];
  if (status === 503) return [503, sentenceOf(503), 2];
  if (isUnavailable(error)) return [503, 'База данных сейчас недоступна. Повторите запрос позже.', 2];
  return [500, `На сервере произошла ошибка. Мы записали её под номером ${id}; повторите позже.`];
}

/** Messages of pg about lost connections, which have no code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** The database is down, busy or unreadable. */
function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  // SQLITE_BUSY, LOCKED, IOERR, CANTOPEN
  if (errcode !== undefined) return [5, 6, 10, 14].includes(errcode & 0xff);
  if (code === undefined) return lostConnection.test(message ?? '');
  // 25P03: PostgreSQL has ended an idle transaction.
  return /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|EPIPE|08|25P03|53|57)/.test(code);
}

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
