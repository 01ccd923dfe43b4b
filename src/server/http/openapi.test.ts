import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accesses } from '#contract/call.ts';
import { contract, splitName } from '#contract/contract.ts';
import { publicCalls } from '#contract/public-calls.ts';
import { securityHeaders } from '../site/policy.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { RATE_LIMIT: '0' } });
});
afterAll(() => portal.close());

test('the OpenAPI document has every call with its access', async () => {
  const document = JSON.parse((await portal.get('/api/openapi.json')).text);
  expect(document.openapi).toMatch(/^3\./);
  const described = Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, call })),
  );
  expect(described.map(({ name }) => name).toSorted()).toEqual(Object.keys(contract).toSorted());
  for (const { call } of described) {
    expect(accesses).toContain(call['x-access']);
    expect(call['summary']).toMatch(/[а-я]/i);
  }
  expect(document.paths['/api/cases/{id}'].get['x-access']).toBe('doctor');
  expect(document.paths['/api/diseases/filter'].get.parameters).toContainEqual({
    name: 'page_size',
    in: 'query',
    required: false,
    description: 'Записей на странице',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 60 },
  });
});

describe('the document for programs without an account', () => {
  test('is small, whole and open', async () => {
    const { text } = await portal.get('/api/openapi.public.json');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(150_000);
    const document = JSON.parse(text);
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g))
      expect(document.components, name).toHaveProperty(name.split('/'));
    for (const path of ['/api/diseases', '/api/changes', '/api/access'])
      expect(document.paths[path]).toBeDefined();
    for (const path of ['/api/cases/{id}', '/api/auth/login', '/api/user', '/api/editors/records'])
      expect(document.paths[path]).toBeUndefined();
    const { schema } = document.paths['/api/diseases'].get.responses[200].content['application/json'];
    expect(schema.properties.data.properties.items.items.$ref).toBe('#/components/schemas/diseases');
  });

  test.each(publicCalls().map(({ name, example, body }) => ({ name, example, body })))(
    'the example of $name is accepted',
    async ({ name, example, body }) => {
      const [method] = name.split(' ') as ['GET' | 'POST'];
      const { statusCode } = await portal.app.inject({
        method,
        url: example,
        ...(body ? { payload: body } : {}),
      });
      expect([200, 301, 404]).toContain(statusCode);
    },
  );
});

test('a JSON-only call declares so and rejects forms', async () => {
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
  const typesOf = (url: string) => Object.keys(paths[url].post.requestBody.content);
  expect(typesOf('/api/cases/add')).toEqual(['application/json']);
  expect(typesOf('/api/auth/login')).toContain('application/x-www-form-urlencoded');
  expect(typesOf('/api/editors/files')).toEqual(['multipart/form-data']);
});

test('checkboxes are booleans', async () => {
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
  const field = (url: string, name: string) =>
    paths[url].post.requestBody.content['application/json'].schema.properties[name];
  expect(field('/api/editors/records/change', 'dry_run')).toEqual({ type: 'boolean', default: false });
  expect(field('/api/editors/review-rules', 'is_required')).toEqual({ type: 'boolean' });
  expect(field('/api/admin/rollback', 'dry_run')).toMatchObject({ type: 'boolean' });
});

test('closed fields are in no public schema', async () => {
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
  expect(JSON.stringify(paths['/api/drugs/{id}'])).toContain('mechanism');
  expect(JSON.stringify(paths['/api/drugs/{id}'])).not.toContain('dosing');
});

test('B267 no response sets a cookie, and each has security headers', async () => {
  for (const name of Object.keys(contract)) {
    const { headers } = await portal.get(splitName(name).url.replace(/\{\w+\}/, '1'));
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

test('HSTS is set when the public address is https', () => {
  expect(securityHeaders('https://example.ru')['strict-transport-security']).toMatch(
    /^max-age=\d{8}; includeSubDomains$/,
  );
  expect(securityHeaders('http://127.0.0.1:4321')).not.toHaveProperty('strict-transport-security');
});

test('HEAD has the headers of GET and no body', async () => {
  for (const url of ['/api/diseases', '/api/health']) {
    const get = await portal.app.inject({ method: 'GET', url });
    const head = await portal.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test('health reports readiness and is never cached', async () => {
  const answer = await portal.get('/api/health');
  expect(answer).toMatchObject({ status: 200, data: { state: 'degraded', site: null } });
  expect(answer.headers['cache-control']).toBe('no-store');
});
