import { connect } from 'node:net';
import { fc } from '../../../tests/chance.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogueCalls } from '#contract/catalogue.ts';
import { failure } from '#contract/call.ts';
import { contract, splitName } from '#contract/contract.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, openBrowser, withSession } from '../../../tests/sample/people.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const lists = catalogueCalls
  .filter(({ role, call }) => role === 'list' && call.access === 'anonymous')
  .map(({ name }) => splitName(name).url);

test.each<[string, number, string]>([
  ['page_size=1000000000', 400, 'page_size'],
  ['page_size=0', 400, 'page_size'],
  ['page_size=-1', 400, 'page_size'],
  ['page_size=abc', 400, 'page_size'],
  ['page_size=1e2', 400, 'page_size'],
  ['page_size=', 400, 'page_size'],
  ['page_size=5&page_size=6', 400, 'page_size'],
  ['page=0', 400, 'page'],
  ['page=1.5', 400, 'page'],
  ['page=99999999999999999999', 400, 'page'],
  ['sort=id', 400, 'sort'],
  ['sort=title;drop table records', 400, 'sort'],
  ['letter=zz', 400, 'letter'],
  ['page=1%00', 400, 'page'],
  ['page=%ED%A0%80', 400, 'page'],
])(`every list refuses ?%s with a sentence and the field (${dialect})`, async (query, status, field) => {
  for (const url of lists) {
    const answer = await portal.get(`${url}?${query}`);
    expect(answer.status).toBe(status);
    expect(failure.safeParse(JSON.parse(answer.text)).success).toBe(true);
    expect(answer.errors[0]?.customData?.field).toBe(field);
    expect(answer.errors[0]?.message).toMatch(/[а-я]/i);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test.each([
  '999999',
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '99999999999',
  '__proto__',
  'constructor',
  'abc',
  '%00',
  '..',
  '1;drop',
])(`B134 an id that is none (%s) answers 404 with a message (${dialect})`, async (id) => {
  for (const { name, role, call } of catalogueCalls) {
    if (role !== 'detail' || call.access !== 'anonymous') continue;
    const answer = await portal.get(splitName(name).url.replace(/\{\w+\}/, id));
    expect(answer.status).toBe(404);
    expect(answer.errors[0]?.message).toMatch(/[а-я]/i);
  }
});

test.each([
  ['a 10 kB query', `page=${'1'.repeat(10_240)}`],
  ['a long encoded one', `x=${encodeURIComponent('д'.repeat(1700))}`],
])('address %s is too long', async (_, query) => {
  const answer = await portal.get(`/api/clinics?${query}`);
  expect([answer.status, answer.errors[0]?.message]).toEqual([414, 'Адрес запроса слишком длинный.']);
});

test('too many or too long filter values are rejected', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `areas=a${index}`).join('&');
  expect((await portal.get(`/api/diseases?${many}`)).errors[0]?.customData?.field).toBe('areas');
  expect((await portal.get(`/api/diseases?areas=${'a'.repeat(300)}`)).status).toBe(400);
});

test.each([
  ['POST', '/api/clinics', 405],
  ['DELETE', '/api/clinics/1', 405],
  ['PUT', '/api/health', 405],
  ['GET', '/api/nothing', 404],
  ['POST', '/api/nothing', 404],
  ['GET', '/api', 404],
  ['GET', '/api/', 404],
  ['GET', '/api/clinics/', 404],
  ['GET', '/api/CLINICS', 404],
] as const)('%s %s answers %i as JSON', async (method, url, status) => {
  const response = await portal.app.inject({ method, url });
  expect(response.statusCode).toBe(status);
  expect(failure.safeParse(response.json()).success).toBe(true);
});

test('a body too large or of an unknown type is rejected unread', async () => {
  const big = await portal.app.inject({
    method: 'POST',
    url: '/api/clinics',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ text: 'x'.repeat(2 ** 21) }),
  });
  expect(big.statusCode).toBe(413);
  const unknownType = await portal.app.inject({
    method: 'POST',
    url: '/api/clinics',
    headers: { 'content-type': 'application/x-strange' },
    payload: 'x',
  });
  expect([405, 415]).toContain(unknownType.statusCode);
  for (const response of [big, unknownType]) expect(failure.safeParse(response.json()).success).toBe(true);
});

const deep = { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } };

test.each<[string, string, string, string, string | undefined]>([
  ['a form without its boundary', 'multipart/form-data; boundary=x', 'нет', 'Форма составлена', undefined],
  ['broken JSON', 'application/json', '{', 'JSON составлен неверно', undefined],
  ['a JSON list', 'application/json', '[1]', 'Нужен объект', undefined],
  ['JSON null', 'application/json', 'null', 'Нужен объект', undefined],
  ['a nested value', 'application/json', '{"email":{"a":1}}', 'строкой, числом', 'email'],
  ['a field twice', 'application/x-www-form-urlencoded', 'email=a&email=b', 'дважды', 'email'],
  ['many fields', 'application/x-www-form-urlencoded', 'a=1&'.repeat(201), 'Слишком много', undefined],
])('a body with %s is refused', async (_, type, payload, words, field) => {
  const url = '/api/auth/login';
  const response = await portal.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type, accept: 'application/json' },
    payload,
  });
  const [problem] = response.json().errors;
  expect([response.statusCode, problem.customData?.field]).toEqual([400, field]);
  expect(problem.message).toContain(words);
});

test('nested JSON has a limit of depth', async () => {
  const doctor = await addPerson(portal, 'doctor', {
    email: 'deep@example.ru',
    verified_at: new Date().toISOString(),
  });
  const browser = await withSession(portal, doctor);
  const answer = await browser.post('/api/cases/add', { content: deep }, 'json');
  expect([answer.status, answer.errors[0]?.message]).toEqual([400, 'JSON вложен слишком глубоко.']);
});

test(`no query makes the server fail, and no response has a stack or SQL (${dialect})`, async () => {
  const names = fc.constantFrom(
    'page',
    'page_size',
    'sort',
    'letter',
    'areas',
    'areas[]',
    'lists.name',
    'since',
    'x',
  );
  const values = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      "' or 1=1 --",
      '%',
      '_',
      '*',
      '"',
      '\\',
      '1e309',
      '-0',
      'NaN',
      'null',
      '[]',
      '{}',
      '2147483648',
    ),
  );
  const url = fc.constantFrom(
    ...lists,
    '/api/diseases/filter',
    '/api/changes',
    '/api/page/home',
    '/api/diseases/1',
  );
  await fc.assert(
    fc.asyncProperty(url, fc.array(fc.tuple(names, values), { maxLength: 4 }), async (address, pairs) => {
      const query = pairs
        .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
        .join('&');
      const answer = await portal.get(`${address}?${query}`);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toMatch(/\bat .+\.ts:\d+|select .+ from|SQLITE|syntax error/i);
    }),
    { numRuns: 300 },
  );
});

test.each([
  'limit=7&utm_source=x',
  '__proto__=1',
  'constructor=1',
  'page_size[]=5',
  'page_size[a]=5',
  'x=%00',
])('public reading ignores unknown ?%s (G75)', async (unknown) => {
  const bare = Object.entries(contract).flatMap(([name, call]) =>
    name.startsWith('GET ') && !name.includes('{') && call.access === 'anonymous' && !call.query
      ? [splitName(name).url]
      : [],
  );
  expect(bare.length).toBeGreaterThan(5);
  for (const url of [...lists, ...bare]) {
    const [plain, more] = [await portal.get(url), await portal.get(`${url}?${unknown}`)];
    expect([url, more.status]).toEqual([url, plain.status]);
  }
  expect((await portal.get(`/api/diseases?page_size=2&${unknown}`)).text).toBe(
    (await portal.get('/api/diseases?page_size=2')).text,
  );
});

test('other calls reject unknown parameters (G75)', async () => {
  const sent = await openBrowser(portal).post('/api/auth/logout?foo=1');
  expect([sent.status, sent.errors[0]?.customData?.field]).toEqual([400, 'foo']);
});

test('a row of the fast search is title, iblock and id; details add more (G75, B131, B211)', async () => {
  const keys = async (query: string) => {
    const { data } = await portal.get(`/api/fast-search?query=${encodeURIComponent('гоше')}${query}`);
    return [...new Set((data as object[]).flatMap((row) => Object.keys(row)))];
  };
  expect(await keys('')).toEqual(['title', 'iblock', 'id']);
  expect(await keys('&details=1')).toEqual(expect.arrayContaining(['match', 'left_out', 'total']));
  expect((await portal.get('/api/fast-search?query=x&details=all')).status).toBe(400);
});

test('input that is not HTTP gets 400 and the connection is closed', async () => {
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = portal.app.server.address() as { port: number };
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (bytes) => (received += String(bytes)));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
  const unreadable = await send('nonsense\r\n\r\n');
  expect(unreadable).toMatch(/^HTTP\/1\.1 400 /);
  const [head = '', body = ''] = unreadable.split('\r\n\r\n');
  expect(JSON.parse(body)).toEqual({ status: 'error', errors: [{ message: 'Запрос составлен неверно.' }] });
  for (const header of [
    'connection: close',
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'",
    'cache-control: no-store',
  ])
    expect(head.toLowerCase()).toContain(header);
  expect(await send(`GET /api/user HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431/,
  );
  expect(
    await send(
      'POST /api/user HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ),
  ).toMatch(/^HTTP\/1\.1 400/);
});
