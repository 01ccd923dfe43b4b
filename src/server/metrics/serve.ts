import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperatorError } from '#domain/operator-error.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/** Answers `GET /metrics` at METRICS, apart from readers. Throws OperatorError when the address is taken. */
export async function serveMetrics(place: string, metrics: Metrics): Promise<MetricsServer> {
  const { hostname, port } = new URL(`http://${place}`);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n');
      return;
    }
    metrics.scrape().then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host: hostname.replace(/[[\]]/g, ''), port: Number(port || 80) });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new OperatorError(
      `Адрес METRICS ${place} занят или недоступен: освободите его или задайте другой.`,
      { cause },
    );
  }
  const address = server.address() as AddressInfo;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${host}:${address.port}/metrics`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
