import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secrets } from '../../../tests/sample/catalogue.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';

let portal: TestPortal;
let client: Client;
beforeAll(async () => {
  portal = await startTestPortal({
    settings: { RATE_LIMIT: '0', HOSTS: '127.0.0.1' },
    now: () => new Date('2026-11-22T09:00:00Z'),
  });
  const address = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address)));
});
afterAll(async () => {
  await client.close();
  await portal.close();
});

async function ask(
  name: string,
  given: Record<string, unknown>,
): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [{ text = '' } = {}] = content as { text?: string }[];
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6000);
  return { text, isError: isError === true };
}

test('the tools are listed, and all of them only read', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search',
    'get_record',
    'codes',
    'who_pays',
    'rank_by_signs',
    'changes_since',
    'list_trials',
    'list_clinics_near',
  ]);
  for (const { annotations } of tools) expect(annotations?.readOnlyHint).toBe(true);
});

test.each<[string, Record<string, unknown>, RegExp[]]>([
  ['search', { query: 'гоше' }, [/Болезнь Гоше — Заболевание/, /kind=disease, id=\d+/]],
  [
    'get_record',
    { disease: 'болезнь Гоше' },
    [/^# Болезнь Гоше/, /E75\.2/, /Код шире записи/, /Источник: Orphadata/, /1 декабря 2025/],
  ],
  ['get_record', { disease: 'ORPHA:355', section: 'Коды' }, [/## Коды/, /E75\.2/]],
  ['get_record', { disease: 'ORPHA:355', section: 'срочно' }, [/не заполнен/, /Разделы записи: .*Маршрут/]],
  ['get_record', { disease: 'ORPHA:355', section: 'Маршрут' }, [/Приказ Минздрава/]],
  ['codes', { query: 'E75.2' }, [/Болезнь Гоше: ORPHA:355/, /код шире/]],
  ['codes', { query: 'ORPHA:324' }, [/Болезнь Фабри: ORPHA:324/]],
  ['codes', { query: 'гоше' }, [/ORPHA:355/]],
  ['codes', { query: 'A00.0' }, [/такого кода или названия нет/]],
  ['who_pays', { disease: 'болезнь Гоше', age: 30 }, [/^# Болезнь Гоше, на 22 ноября 2026/]],
  ['changes_since', {}, [/Последний номер: \d+/, /kind=disease/]],
  [
    'list_trials',
    { disease: 'ORPHA:355', status: 'recruiting' },
    [/Исследований: 1/, /Исследование терапии болезни Гоше/],
  ],
  ['list_clinics_near', { disease: 'ORPHA:355', city: 'Томск' }, [/Центр орфанных болезней/, /около .* км/]],
])(`%s %j (${dialect})`, async (name, given, patterns) => {
  const { text, isError } = await ask(name, given);
  expect(isError, text).toBe(false);
  for (const pattern of patterns) expect(text).toMatch(pattern);
  expect(text).toMatch(/Источник: .*каталог на \d+ \S+ \d{4}/);
});

test.each(['RU-TOM', '70', 'Томская область'])('a federal subject is read as %s', async (subject) => {
  await portal.database.transaction((tx) =>
    tx
      .insertInto('terms')
      .values({
        vocabulary: 'subject',
        code: '70',
        title: 'Томская область',
        position: 70,
        data: '{"iso":"RU-TOM"}',
      })
      .onConflict((conflict) => conflict.columns(['vocabulary', 'code']).doNothing())
      .execute(),
  );
  expect((await ask('who_pays', { disease: 'ORPHA:355', age: 19, subject })).isError).toBe(false);
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['get_record', {}, /Назовите id/],
  ['get_record', { id: 999_999 }, /такой записи нет/],
  ['get_record', { disease: 'ORPHA:355', section: 'Рецепты' }, /Разделы записи: Название/],
  ['who_pays', { disease: 'лихорадка эбола' }, /в каталоге нет/],
  ['who_pays', { disease: 'ORPHA:355', subject: 'Атлантида' }, /Субъекта Федерации «Атлантида» нет/],
  ['rank_by_signs', { present: ['боль'] }, /нужен номер HPO/],
  ['list_clinics_near', { city: 'Ыыы' }, /нет в справочнике/],
])('%s %j is refused with a sentence', async (name, given, message) => {
  const { text, isError } = await ask(name, given);
  expect(isError).toBe(true);
  expect(text).toMatch(message);
});

test('drafts, closed fields and cases are in no answer', async () => {
  const answers = await Promise.all([
    ...Object.values(secrets).map((query) => ask('search', { query })),
    ask('get_record', { kind: 'drug', id: portal.sample.cerezyme }),
    ask('get_record', { id: portal.sample.draftDisease }),
    ask('changes_since', { since: 0 }),
  ]);
  for (const { text } of answers)
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
});

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

test('there are neither streams nor sessions, and other bodies are refused', async () => {
  const status = async (options: object) =>
    (await portal.app.inject({ url: '/mcp', ...options } as never)).statusCode;
  expect(await status({ method: 'GET', headers: { accept: 'text/event-stream' } })).toBe(405);
  expect(await status({ method: 'DELETE' })).toBe(405);
  expect(await status({ method: 'POST', headers, payload: '{' })).toBe(400);
  expect(await status({ method: 'POST', headers, payload: { id: 'a'.repeat(70_000) } })).toBe(413);
  expect(await status({ method: 'POST', headers, payload: [message, message] })).toBe(400);
  expect(
    await status({ method: 'POST', headers: { ...headers, 'content-type': 'text/plain' }, payload: 'a' }),
  ).toBe(415);
  const { headers: given, body } = await portal.app.inject({
    method: 'POST',
    url: '/mcp',
    headers,
    payload: message,
  });
  expect(given['set-cookie']).toBeUndefined();
  expect(given).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
  });
  expect(Buffer.byteLength(body)).toBeLessThan(10_000);
});

test('the limit of anonymous requests holds', async () => {
  const limited = await startTestPortal({ settings: { RATE_LIMIT: '1' } });
  const statuses = [];
  for (let at = 0; at < 8; at++)
    statuses.push(
      (await limited.app.inject({ method: 'POST', url: '/mcp', headers, payload: message })).statusCode,
    );
  await limited.close();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});
