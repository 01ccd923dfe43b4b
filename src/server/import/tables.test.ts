import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { gzipSync } from 'node:zlib';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { workbook, zip } from '../../../tests/sample/workbook.ts';
import { writeRecord } from '../catalogue/store.ts';

let portal: TestPortal;
let editor: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'table@example.ru' }));
});
afterAll(() => portal.close());

const xlsx = (...rows: Parameters<typeof workbook>[0]) =>
  new File([workbook(rows) as BlobPart], 'Таблица.xlsx');
/** As saved by a Russian Excel: Windows-1251 with semicolons. */
const csv1251 = (text: string) =>
  new File([Uint8Array.from(text, (letter) => byteOf(letter.codePointAt(0) ?? 0))], 'Таблица.csv');
const byteOf = (code: number) =>
  code >= 0x410 && code <= 0x44f
    ? code - 0x350
    : ({ 0x401: 0xa8, 0x451: 0xb8, 0xab: 0xab, 0xbb: 0xbb }[code] ?? code);

const look = (file: File, kind = '') =>
  editor.post('/api/editors/imports/columns', { file, kind }, 'multipart');
let made = 0;
const send = (file: File, mapping: { kind: string; columns: readonly string[]; source_title?: string }) =>
  editor.post(
    '/api/editors/imports',
    {
      format: 'table',
      file,
      source_title: 'Ответ министерства',
      ...mapping,
      columns: JSON.stringify(mapping.columns),
    },
    'multipart',
    { 'idempotency-key': `table-${(made += 1)}` },
  );
async function compared(file: File, mapping: { kind: string; columns: readonly string[] }) {
  const answer = await send(file, mapping);
  expect(answer.errors).toBeUndefined();
  await portal.importJobs.idle();
  const { id } = answer.data as { id: number };
  const rows = async (view: string) =>
    (await editor.get(`/api/editors/imports/${id}/rows?view=${view}`)).data.items;
  return { id, shown: (await editor.get(`/api/editors/imports/${id}`)).data, rows };
}
async function applied(id: number) {
  await editor.post(`/api/editors/imports/${id}/choose`, { choice: 'accept', view: 'changes', query: '' });
  const { version } = (await editor.get(`/api/editors/imports/${id}`)).data;
  await editor.post(`/api/editors/imports/${id}/apply`, {
    mode: 'publish',
    expected_version: String(version),
  });
  await portal.importJobs.idle();
  return (await editor.get(`/api/editors/imports/${id}`)).data;
}

test(`clinics are imported from Excel: columns are guessed, stored, compared, applied and undone (${dialect})`, async () => {
  const { id: known } = await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'clinic',
      fields: { title: 'Центр из таблицы', city: 'Самара', phones: ['+7 (846) 111-11-11'] },
      origins: 'records',
      state: 'published',
      author: 'test',
    }),
  );
  const heading = ['Наименование', 'Город', 'Телефоны', 'Телемедицинские консультации', 'Примечание'];
  const file = xlsx(
    heading,
    ['Центр из таблицы', 'Тольятти', null, 'да', 'переехал'],
    ['Вторая клиника', 'Казань', '8 843 111-11-11; 8 843 222-22-22', { formula: '1=2', gave: 'нет' }, null],
    ['Третья клиника', 'Омск', null, 'наверное', null],
  );
  const seen = (await look(file)).data;
  expect(seen).toMatchObject({
    rows: 3,
    kind: 'clinic',
    guess: ['title', 'city', 'phones', 'telemedicine', ''],
    is_remembered: false,
  });
  expect(seen.columns[1]).toEqual({ title: 'Город', examples: ['Тольятти', 'Казань', 'Омск'] });
  const columns = ['title', 'city', '', 'telemedicine', 'services'];
  const first = await compared(file, { kind: 'clinic', columns });
  expect(first.shown.counts).toMatchObject({ new: 1, changed: 1, rejected: 1 });
  expect(await first.rows('rejected')).toMatchObject([
    { line: 4, reason: expect.stringContaining('столбец «Телемедицинские консультации»: «наверное»') },
  ]);
  const [changed] = await first.rows('changed');
  expect(changed).toMatchObject({ record_id: known, line: 2 });
  expect(changed.fields.map(({ field }: { field: string }) => field)).toEqual([
    'city',
    'telemedicine',
    'services',
  ]);
  expect((await look(xlsx(heading, ['Ещё одна']))).data).toMatchObject({
    guess: columns,
    is_remembered: true,
  });
  expect((await applied(first.id)).state).toBe('applied');
  const clinic = async () => (await editor.get(`/api/clinics/${known}`)).data;
  // Empty cells and skipped columns change nothing.
  expect(await clinic()).toMatchObject({
    city: 'Тольятти',
    telemedicine: true,
    phones: ['+7 (846) 111-11-11'],
  });
  expect((await clinic()).sources).toMatchObject([{ title: 'Ответ министерства' }]);
  await editor.post(`/api/editors/imports/${first.id}/undo`, {});
  await portal.importJobs.idle();
  expect(await clinic()).toMatchObject({ city: 'Самара' });
});

test('events are imported from a Windows CSV with its separator, encoding and dates', async () => {
  const file = csv1251(
    'Название;Формат;Дата начала;Страница мероприятия\r\n' +
      '«Школа редких болезней»;Очно;28.11.2026 10:00;https://example.ru/school\r\n' +
      'Съезд;Очно;31.02.2026;https://example.ru/congress\r\n' +
      'Лишнее;поле;в;строке;здесь\r\n',
  );
  const seen = (await look(file)).data;
  expect(seen).toMatchObject({ kind: 'event', guess: ['title', 'format', 'starts_at', 'link'], rows: 3 });
  const format = (await look(file, 'event')).data;
  expect(format.guess).toEqual(seen.guess);
  const one = await compared(file, { kind: 'event', columns: seen.guess });
  const reasons = (await one.rows('rejected')).map(({ line, reason }: { line: number; reason: string }) => [
    line,
    reason,
  ]);
  expect(reasons).toEqual([
    [3, expect.stringContaining('столбец «Дата начала»')],
    [4, expect.stringContaining('столбцов 5, а в заголовке 4')],
  ]);
  const [row] = await one.rows('new');
  expect(row).toMatchObject({ title: '«Школа редких болезней»', line: 2 });
  expect(JSON.stringify(row.fields)).toContain('2026-11-28T10:00');
});

test('of two records with one name the id decides', async () => {
  const add = () =>
    portal.database.transaction((tx) =>
      writeRecord(tx, {
        kind: 'news',
        fields: { title: 'Тёзка', date: '2026-11-20' },
        origins: 'editor',
        state: 'published',
        author: 'test',
      }),
    );
  const [, other] = [await add(), await add()];
  const byTitle = await compared(xlsx(['Заголовок', 'Вводка'], ['Тёзка', 'Которая?']), {
    kind: 'news',
    columns: ['title', 'lead'],
  });
  expect(await byTitle.rows('rejected')).toMatchObject([
    { line: 2, reason: expect.stringContaining('несколько') },
  ]);
  const byNumber = await compared(xlsx(['Номер', 'Вводка'], [other.id, 'Эта']), {
    kind: 'news',
    columns: ['id', 'lead'],
  });
  expect(await byNumber.rows('changed')).toMatchObject([{ record_id: other.id }]);
});

test('an Excel date is the day its reader sees', async () => {
  const file = xlsx(['Заголовок', 'Дата'], ['Новость из таблицы', { day: '2026-11-28' }]);
  const one = await compared(file, { kind: 'news', columns: ['title', 'date'] });
  expect(JSON.stringify((await one.rows('new'))[0].fields)).toContain('28');
  expect(JSON.stringify((await one.rows('new'))[0].fields)).toMatch(/2026-11-28|28 ноября 2026/);
});

test.each<[string, () => File, RegExp]>([
  ['empty', () => new File([' \n'], 'a.csv'), /пуст|таблицы/],
  ['of a heading alone', () => xlsx(['Название', 'Город']), /ни одной строки/],
  ['of no heading', () => xlsx([]), /пуст|столбцов/],
  ['with a column twice', () => xlsx(['Название', 'Название'], ['а', 'б']), /стоит дважды/],
  ['of Word', () => new File([zip({ 'word/document.xml': '<a/>' }) as BlobPart], 'a.xlsx'), /поврежд/],
  [
    'that unpacks to a gigabyte',
    () => new File([zip({ 'xl/a.xml': 'a' }, 2 ** 30) as BlobPart], 'a.xlsx'),
    /раскрывается/,
  ],
  ['of an old Excel', () => new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1])], 'a.xls'), /старая книга/],
])('a table %s is rejected with advice', async (_, file, message) => {
  const answer = await look(file());
  expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([422, 'file']);
  expect(answer.errors[0]?.message).toMatch(message);
});

test('a table without titles or without a source is rejected', async () => {
  const file = () => xlsx(['Название', 'Город'], ['Клиника', 'Омск']);
  const field = async (mapping: Parameters<typeof send>[1]) =>
    (await send(file(), mapping)).errors[0]?.customData?.field;
  expect(await field({ kind: 'clinic', columns: ['', 'city'] })).toBe('columns');
  expect(await field({ kind: 'clinic', columns: ['title', 'title'] })).toBe('columns');
  expect(await field({ kind: 'clinic', columns: ['title', 'nothing'] })).toBe('columns');
  expect(await field({ kind: 'case', columns: ['title', ''] })).toBe('kind');
  expect(await field({ kind: 'clinic', columns: ['title', 'city'], source_title: '' })).toBe('source_title');
});

const farCell = (address: string) =>
  new File(
    [
      workbook([['Название'], ['Одна']], {
        more: `<row r="${address.replace(/\D/g, '')}"><c r="${address}" s="1"/></row>`,
      }) as BlobPart,
    ],
    'Далеко.xlsx',
  );

test.each([
  [
    'a cell at the end of the sheet',
    () => farCell('XFD1048576'),
    'Лист размечен до ячейки XFD1048576, а столбцов может быть не больше 100',
  ],
  [
    'a cell far down',
    () => farCell('A1048576'),
    'Лист размечен до ячейки A1048576, а строк может быть не больше',
  ],
  [
    'a packed text of 100 MB',
    () =>
      new File(
        [gzipSync(`Название;Город\n${'ab;cd\n'.repeat(2)}${randomText().repeat(100)}`) as BlobPart],
        'a.csv.gz',
      ),
    '96 МБ',
  ],
  [
    '20,001 rows',
    () => new File([`Название;Город\n${'а;б\n'.repeat(20_001)}`], 'a.csv'),
    'В таблице больше 20',
  ],
  [
    '101 columns',
    () =>
      new File([`${Array.from({ length: 101 }, (_, index) => `Столбец ${index}`).join(';')}\nа`], 'a.csv'),
    'Столбцов больше 100',
  ],
  [
    'a cell of 32,768 characters',
    () => new File([`Название;Город\nа;${'б'.repeat(32_768)}`], 'a.csv'),
    'Строка 2, столбец «Город»: в ячейке больше 32',
  ],
])('a table with %s is rejected with a message', async (_, file, sentence) => {
  const answer = await look(file());
  expect(answer.status).toBe(422);
  expect(answer.errors[0]?.message).toContain(sentence);
});

/** A megabyte that compresses about 50 times: not a bomb. */
function randomText(): string {
  const rows: string[] = [];
  for (let index = 0; rows.length * 128 < 2 ** 20; index += 1)
    rows.push(`${String((index * 7919) % 1_000_003)};`.padEnd(127, 'x'));
  return `${rows.join('\n')}\n`;
}

test('all rows of the largest allowed table are imported', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `Клиника ${index};Казань`);
  const seen = (await look(new File([`Название;Город\n${rows.join('\n')}`], 'a.csv'))).data;
  expect(seen).toMatchObject({
    rows: 20_000,
    columns: [{ title: 'Название' }, { title: 'Город', examples: ['Казань'] }],
  });
});

test('what publishing refuses is never safe in a table', async () => {
  const one = await compared(
    xlsx(
      ['Название', 'МНН', 'Регистрация в России: Состояние'],
      ['Сомнительнон', 'имиглюцераза', 'Зарегистрирован в России'],
      ['Cмесин', 'имиглюцераза', ''],
      ['Хорошин', 'имиглюцераза', ''],
    ),
    { kind: 'drug', columns: ['title', 'inn', 'registration.state'] },
  );
  const whyOf = async (view: string) =>
    ((await one.rows(view)) as { title: string; fields: { field: string; why: string | null }[] }[]).map(
      ({ title, fields }) => [
        title,
        fields.filter(({ why }) => why?.includes('не публикует')).map(({ field }) => field),
      ],
    );
  expect(await whyOf('risky')).toEqual([
    ['Сомнительнон', ['registration']],
    ['Cмесин', ['title']],
  ]);
  expect(await whyOf('safe')).toEqual([['Хорошин', []]]);
});
