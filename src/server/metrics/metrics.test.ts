import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { dialect, testSettings } from '../../../tests/sample/database.ts';
import { startServer } from '../main.ts';

async function startMeasured() {
  const { settings, drop } = await testSettings({ METRICS: '127.0.0.1:0', PORT: '0' });
  onTestFinished(drop);
  const server = await startServer({ settings });
  onTestFinished(() => server.close());
  const scrape = async () => {
    const answer = await fetch(server.metricsUrl!);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    return await answer.text();
  };
  const get = (address: string) => fetch(new URL(address, server.url)).then((answer) => answer.text());
  return { server, scrape, get };
}

/** Every line is a comment or a sample. */
const sample =
  /^[a-z_:][\w:]*(\{[a-z_]\w*="[^"\n]*"(,[a-z_]\w*="[^"\n]*")*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf)$/i;

test('answers are counted by route and status, without addresses', async () => {
  const { scrape, get } = await startMeasured();
  await get('/api/health');
  await get('/api/user/today');
  await get('/api/diseases/4711?email=reader@example.ru');
  await get('/deseases/4711/');
  const text = await scrape();
  expect(text.split('\n').filter((line) => line && !line.startsWith('#') && !sample.test(line))).toEqual([]);
  for (const labels of [
    'method="GET",route="/api/health",status="200"',
    'method="GET",route="/api/user/today",status="401"',
    'method="GET",route="/api/diseases/:id",status="404"',
  ])
    expect(text).toContain(`register_http_requests_total{${labels}} 1`);
  expect(text).toMatch(/register_http_requests_total\{method="GET",route="\/\*",status="\d+"\} 1/);
  expect(text).not.toMatch(/4711|reader@example/);
  expect(text).toContain(
    'register_http_request_duration_seconds_bucket{le="0.05",method="GET",route="/api/health"}',
  );
  expect(text).toContain('register_database_up 1');
  expect(text).toContain('register_letters_waiting 0');
  if (dialect === 'postgres') expect(text).toMatch(/register_pool_open\{pool="read"\} [1-9]/);
  else expect(text).not.toContain('register_pool_open');
});

test('readers find no metrics, and the port of metrics nothing else', async () => {
  const { server } = await startMeasured();
  const answer = await fetch(new URL('/metrics', server.url));
  expect(await answer.text()).not.toContain('register_http');
  expect((await fetch(new URL('/api/health', server.metricsUrl))).status).toBe(404);
  expect((await fetch(server.metricsUrl!, { method: 'POST' })).status).toBe(404);
});

test('a scrape answers while the database is away', async () => {
  const { server, scrape } = await startMeasured();
  await server.database.kysely.destroy();
  const text = await scrape();
  expect(text).toContain('register_database_up 0');
  expect(text).not.toContain('register_letters_waiting');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

test('a taken address stops the start with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const { settings, drop } = await testSettings({ METRICS: `127.0.0.1:${port}`, PORT: '0' });
  onTestFinished(drop);
  await expect(startServer({ settings })).rejects.toThrow(`METRICS 127.0.0.1:${port}`);
});

test('every metric of deploy/alerts.yml is there', async () => {
  const { scrape } = await startMeasured();
  const text = await scrape();
  const file = path.join(import.meta.dirname, '../../../deploy/alerts.yml');
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: { expr: string }[] }[] };
  const named = groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ expr }) => expr.match(/\b(?:register|nodejs|process)_\w+/g) ?? []);
  // Absent until there is a backup.
  const later = new Set(['register_backup_last_timestamp_seconds']);
  const missing = named.filter(
    (name) => !later.has(name) && !text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
});
