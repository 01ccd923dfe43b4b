import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { $errors, clearErrors } from '#stores/errors.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { openPage } from '../../../tests/sample/page.ts';
import { call, CallError, watchCalls } from './call.ts';

let portal: TestPortal;
let page: ReturnType<typeof openPage>;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  page = openPage(portal);
  clearErrors();
});
afterEach(() => page.undo());

const refused = (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => {
      throw new Error('It was not refused');
    },
    (error: unknown) => error as CallError,
  );

test('B173 B209 a success returns the data; credentials go to the same origin only', async () => {
  const { items } = await call('GET /api/diseases', { query: { page_size: 1 } });
  expect(items).toHaveLength(1);
  expect(page.asked).toMatchObject([{ name: 'GET /api/diseases', credentials: 'same-origin' }]);
});

test('B173 G41 a response without status "success" is a failure, whatever the HTTP code', async () => {
  globalThis.fetch = async () =>
    new Response('{"status":"error","errors":[{"message":"Нет"}],"data":{"items":[]}}');
  expect(await refused(call('GET /api/diseases'))).toMatchObject({ status: 200, message: 'Нет' });
});

test('B208 a call sends parameters, a form or JSON', async () => {
  await refused(call('POST /api/auth/login', { form: { email: 'x', password: 'y' } }));
  await refused(call('POST /api/auth/login', { json: { email: 'x', password: 'y' } }));
  await call('GET /api/clinics/{id}', { path: { id: portal.sample.clinic } });
  expect(page.asked.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'POST /api/auth/login multipart/form-data',
    'POST /api/auth/login application/json',
    `GET /api/clinics/${portal.sample.clinic} undefined`,
  ]);
});

test('a call sends what its contract names, and the compiler refuses the rest', () => {
  const mistakes = [
    // @ts-expect-error: no such field in the body
    () => call('POST /api/auth/login', { json: { email: 'x', pasword: 'y' } }),
    // @ts-expect-error: no such parameter
    () => call('GET /api/editors/users', { query: { words: 'x' } }),
    // @ts-expect-error: the path has no number
    () => call('GET /api/editors/users/{id}', {}),
    // @ts-expect-error: a boolean is no text
    () => call('POST /api/editors/review-rules', { json: { kind: 'news', is_required: 'true' } }),
    // @ts-expect-error: a structured value is no text
    () => call('POST /api/editors/records', { json: { kind: 'news', fields: '{}' } }),
    // @ts-expect-error: the call has no body
    () => call('GET /api/user', { json: {} }),
  ];
  expect(mistakes).toHaveLength(6);
});

test('B210 errors go to the error store only when watched', async () => {
  await refused(call('POST /api/auth/login', { form: { email: 'x', password: 'y' } }));
  expect($errors.get()).toEqual([]);
  const error = await refused(
    call('POST /api/auth/login', { form: { email: 'x', password: 'y' }, isWatched: true }),
  );
  expect($errors.get()).toEqual(error.errors);
  expect(error.errors[0]?.customData?.field).toBe('email');
});

test('G28 a missing or unreadable response becomes a readable message', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  expect(await refused(call('GET /api/user'))).toMatchObject({
    status: 0,
    isOffline: true,
    message: expect.stringContaining('Нет связи'),
  });
  globalThis.fetch = async () => new Response('<h1>502</h1>', { status: 502 });
  expect(await refused(call('GET /api/user'))).toMatchObject({
    status: 502,
    message: expect.stringContaining('Повторите через минуту'),
  });
});

test('B249 G28 a background failure is logged and not reported', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  await refused(call('GET /api/user', { isQuiet: true }));
  expect(log).toHaveBeenCalledWith('GET /api/user: 0');
  expect($errors.get()).toEqual([]);
  log.mockRestore();
});

test('an aborted call is reported as aborted, not as an error of the portal', async () => {
  globalThis.fetch = (_, init) => Promise.reject(init?.signal?.reason as Error);
  await expect(call('GET /api/user', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

test('B187 watchers see each call start and end, including failed ones', async () => {
  const seen: string[] = [];
  const stop = watchCalls({
    started: (name) => void seen.push(`started ${name}`),
    ended: (name) => void seen.push(`ended ${name}`),
  });
  await refused(call('POST /api/auth/login', { form: new FormData() }));
  stop();
  expect(seen).toEqual(['started POST /api/auth/login', 'ended POST /api/auth/login']);
});
