import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { startTestPortal } from '../../../tests/sample/application.ts';
import type { HttpError } from '../http-error.ts';
import { mountPolicyReports } from './policy-reports.ts';

let app: FastifyInstance;
let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = Fastify({
    logger: { level: 'info', stream },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: true,
  });
  app.setErrorHandler((error: HttpError & { statusCode?: number }, _, reply) =>
    reply.code(error.status ?? error.statusCode ?? 500).send(),
  );
  mountPolicyReports(app, 'http://register.example');
});

const report = async (
  body: unknown,
  { type = 'application/csp-report', ip = '203.0.113.1' } = {},
): Promise<number> =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/policy-reports',
      headers: { 'content-type': type, 'x-forwarded-for': ip },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  ).statusCode;

const violation = (page: string, blocked = 'inline') => ({
  'csp-report': {
    'document-uri': page,
    'violated-directive': "script-src-elem 'self'",
    'blocked-uri': blocked,
    'script-sample': 'Иванов Пётр',
    referrer: 'http://register.example/search/?q=Иванов',
  },
});
const ours = 'http://register.example/deseases/7/?q=Иванов';

test('a violation is a line of the log without data of readers', async () => {
  expect(await report(violation(ours, 'https://evil.example/x.js?who=me'))).toBe(204);
  const body = { documentURL: ours, effectiveDirective: 'script-src', sample: 'Иванов Пётр' };
  const batch = [
    { type: 'csp-violation', url: ours, user_agent: 'Browser', body: { ...body, blockedURL: 'inline' } },
    { type: 'csp-violation', body: { ...body, blockedURL: 'data:text/plain,secret' } },
  ];
  expect(await report(batch, { type: 'application/reports+json' })).toBe(204);
  const line = { msg: 'policy violation', page: '/deseases/7/' };
  expect(lines).toMatchObject([
    { ...line, directive: 'script-src-elem', blocked: 'https://evil.example' },
    { ...line, directive: 'script-src', blocked: 'inline' },
    { ...line, directive: 'script-src', blocked: 'data:' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Иванов|%D0|who=me|secret|203\.0/);
});

test('reports about other sites are ignored, others of unusual size, type or shape are refused', async () => {
  expect(await report(violation('https://other.example/'))).toBe(204);
  expect(await report(violation(ours, 'x'.repeat(40_000)))).toBe(413);
  expect(await report('{"csp-report":')).toBe(400);
  expect(await report({ 'csp-report': {} })).toBe(400);
  expect(await report('[1,2]', { type: 'application/reports+json' })).toBe(400);
  expect(await report(violation(ours), { type: 'application/json' })).toBe(415);
  expect(lines).toEqual([]);
});

test('the portal takes reports at this address only', async () => {
  const portal = await startTestPortal();
  const post = (url: string) =>
    portal.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/csp-report', origin: 'null' },
      payload: JSON.stringify(violation('http://127.0.0.1:4321/')),
    });
  const taken = await post('/api/policy-reports');
  expect([taken.statusCode, taken.body]).toEqual([204, '']);
  expect((await post('/api/unsubscribe')).statusCode).toBe(415);
  await portal.close();
});

test('a flood is refused, and other networks are still heard', async () => {
  const statuses = [];
  for (let sent = 0; sent < 40; sent += 1) statuses.push(await report(violation(ours)));
  expect(statuses.filter((status) => status === 204)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect(await report(violation(ours), { ip: '198.51.100.7' })).toBe(204);
  expect(lines).toHaveLength(31);
});
