import { beforeAll, afterAll, expect, test } from 'vitest';
import { fillSample, type Sample } from '../../../tests/sample/catalogue.ts';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import type { Database } from '../database/database.ts';
import { findIds, findRecord, findRecords, writeRecord, writeRecords } from './store.ts';
import type { Draft } from './draft.ts';
import { getTerms, putTerms } from './terms.ts';

let database: Database;
let sample: Sample;
beforeAll(async () => {
  database = await openTestDatabase();
  sample = await fillSample(database);
});
afterAll(() => database.close());

const disease = (fields: Record<string, unknown>, more: Partial<Draft> = {}): Draft => ({
  kind: 'disease',
  fields: { title_status: 'translated', ...fields },
  origins: 'orphapackets',
  author: 'import orphapackets',
  ...more,
});
const write = (draft: Draft) => database.transaction((tx) => writeRecord(tx, draft));
const read = (id: number) => findRecord(database.kysely, id);
const lastChange = async () =>
  (
    await database.kysely
      .selectFrom('meta')
      .select('value')
      .where('name', '=', 'change')
      .executeTakeFirstOrThrow()
  ).value;

test(`a record is new, then the same, then changed, and every version is stored (${dialect})`, async () => {
  const first = await write(disease({ title: 'Первое', orpha: 9001 }));
  expect(first).toMatchObject({ outcome: 'new', version: 1 });
  const repeated = await write(disease({ title: 'Первое', orpha: 9001 }));
  expect(repeated).toEqual({ outcome: 'same', id: first.id, version: 1 });
  const changed = await write(disease({ title: 'Второе', orpha: 9001 }, { reason: 'уточнено' }));
  expect(changed).toEqual({ outcome: 'changed', id: first.id, version: 2 });
  const revisions = await database.kysely
    .selectFrom('revisions')
    .select(['version', 'author', 'reason', 'data'])
    .where('record_id', '=', first.id)
    .orderBy('version')
    .execute();
  expect(revisions.map(({ version, reason, data }) => [version, reason, JSON.parse(data).title])).toEqual([
    [1, null, 'Первое'],
    [2, 'уточнено', 'Второе'],
  ]);
  expect(revisions[0]?.author).toBe('import orphapackets');
});

test(`omitted fields stay, null empties one, and whole empties the rest (${dialect})`, async () => {
  const { id } = await write(disease({ title: 'Части', synonyms: ['а'], about: 'Текст', orpha: 9002 }));
  await write({ ...disease({ about: null }), id });
  expect((await read(id))?.record).toMatchObject({ title: 'Части', synonyms: ['а'] });
  expect((await read(id))?.record['about']).toBeUndefined();
  await write({ ...disease({ title: 'Части', orpha: 9002 }), id, whole: true });
  expect((await read(id))?.record['synonyms']).toEqual([]);
});

test(`a field stores its last source, an emptied one too (${dialect})`, async () => {
  const { id } = await write(disease({ title: 'Чьё', about: 'Импорт', orpha: 9003 }));
  await write({ ...disease({ title: 'Чьё', about: null }), id, origins: 'editor' });
  expect((await read(id))?.origins).toMatchObject({ title: 'orphapackets', about: 'editor' });
});

test(`readers see a change only when something published changes (${dialect})`, async () => {
  const before = await lastChange();
  const { id } = await write(disease({ title: 'Тихо', orpha: 9004 }));
  await write(disease({ title: 'Тихо, но иначе', orpha: 9004 }));
  expect(await lastChange()).toBe(before);
  await write(disease({ orpha: 9004 }, { state: 'published' }));
  await write(disease({ title: 'Громко', orpha: 9004 }));
  await write(disease({ title: 'Громко', orpha: 9004 }));
  await write({ ...disease({}), id, state: 'archived' });
  await write({ ...disease({ title: 'В архиве' }), id });
  const changes = await database.kysely
    .selectFrom('changes')
    .select(['seq', 'action'])
    .where('record_id', '=', id)
    .orderBy('seq')
    .execute();
  expect(changes.map(({ action }) => action)).toEqual(['put', 'put', 'remove']);
  expect(await lastChange()).toBe(before + 3);
  const facets = await database.kysely.selectFrom('facets').selectAll().where('record_id', '=', id).execute();
  expect(facets).toEqual([]);
});

test(`each of many drafts has its outcome, and a bad one does not affect others (${dialect})`, async () => {
  const drafts = [
    disease({ title: 'Раз', orpha: 9101 }),
    disease({ title: '', orpha: 9102 }),
    disease({ title: 'Раз, ещё раз', orpha: 9101 }),
    disease({ title: 'Два', orpha: 9103 }),
    disease({ title: 'Раз, ещё раз', orpha: 9101 }),
  ];
  const written = await database.transaction((tx) => writeRecords(tx, drafts));
  expect(written.map(({ outcome }) => outcome)).toEqual(['new', 'rejected', 'changed', 'new', 'same']);
  const found = await findRecords(database.kysely, 'disease', ['ORPHA:9101', 'ORPHA:9102', 'ORPHA:9103']);
  expect([...found.keys()].toSorted()).toEqual(['ORPHA:9101', 'ORPHA:9103']);
  expect(found.get('ORPHA:9101')?.record).toMatchObject({ title: 'Раз, ещё раз', version: 2 });
  expect(await findIds(database.kysely, 'disease', ['ORPHA:9103'])).toEqual(
    new Map([['ORPHA:9103', (found.get('ORPHA:9103') as { id: number }).id]]),
  );
});

test.each<[string, () => Draft, RegExp, string | undefined, number]>([
  ['an unknown kind', () => ({ ...disease({}), kind: 'planet' }), /planet/, undefined, 422],
  [
    'an unknown field',
    () => disease({ title: 'Х', orpha: 1, colour: 1 }),
    /такого поля нет: colour/,
    'colour',
    422,
  ],
  [
    'a missing field',
    () => disease({ orpha: 2 }),
    /ORPHA:2: поле «Название» \(title\): поле обязательно/,
    'title',
    422,
  ],
  [
    'a wrong code inside a list',
    () => disease({ title: 'Х', icd10: [{ code: 'nope' }] }),
    /поле «Коды МКБ-10» \(icd10\.0\.code\): Код МКБ-10: E75\.2/,
    'icd10.0.code',
    422,
  ],
  [
    'a link to nothing',
    () => disease({ title: 'Х', parents: [999_999] }),
    /записи № 999999 нет/,
    'parents',
    422,
  ],
  [
    'a link to another kind',
    () => disease({ title: 'Х', parents: [sample.cerezyme] }),
    /а нужно: Заболевание/,
    'parents',
    422,
  ],
  [
    'a link to itself',
    () => ({ ...disease({ parents: [sample.gaucher] }), id: sample.gaucher }),
    /саму себя/,
    'parents',
    422,
  ],
  ['an unknown id', () => ({ ...disease({}), id: 999_999 }), /999999.*нет/, 'id', 404],
  ['an id of another kind', () => ({ ...disease({}), id: sample.cerezyme }), /нет/, 'id', 404],
  ['a NUL', () => disease({ title: 'Х\0' }), /непечатаемые знаки/, 'title', 422],
  [
    'half a letter',
    () => disease({ title: 'Х', synonyms: ['\uD83D'] }),
    /непечатаемые знаки/,
    'synonyms',
    422,
  ],
  [
    'an unknown state',
    () => ({ ...disease({ title: 'Х' }), state: 'gone' as never }),
    /состояния нет/,
    'state',
    422,
  ],
  [
    'a source without a date',
    () => ({ ...disease({ title: 'Х' }), sources: [{ title: 'Книга', fields: [] } as never] }),
    /sources\.0\.date/,
    'sources.0.date',
    422,
  ],
  [
    'an outdated version',
    () => ({ ...disease({}), id: sample.gaucher, expected_version: 7 }),
    /тем временем изменили/,
    'version',
    409,
  ],
  [
    "another page's code",
    () => ({
      ...disease({}),
      kind: 'page',
      external: 'PAGE:other',
      fields: { title: 'Другая', code: 'about', body: 'Текст' },
    }),
    /уже занят/,
    'code',
    422,
  ],
  [
    'an external number of another record',
    () => ({ ...disease({}), id: sample.fabry, external: 'ORPHA:355' }),
    /принадлежит другой записи/,
    'orpha',
    422,
  ],
])(
  `%s is rejected by kind, record and field, and nothing is stored (${dialect})`,
  async (_, draft, message, field, status) => {
    const count = () =>
      database.kysely
        .selectFrom('revisions')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst();
    const before = await count();
    await expect(write(draft())).rejects.toMatchObject({
      message: expect.stringMatching(message),
      field,
      status,
    });
    expect(await count()).toEqual(before);
  },
);

test(`dictionary items are added and updated; equal ones change nothing (${dialect})`, async () => {
  const version = async () =>
    (await database.kysely.selectFrom('meta').select('value').where('name', '=', 'terms').executeTakeFirst())
      ?.value;
  const items = [
    { code: 'E75', title: 'Нарушения обмена сфинголипидов', position: 1, data: { chapter: 'IV' } },
    { code: 'E76', title: 'Нарушения обмена гликозаминогликанов', position: 2 },
  ];
  expect(await database.transaction((tx) => putTerms(tx, 'mkb10', items))).toEqual({
    new: 2,
    changed: 0,
    same: 0,
  });
  const after = await version();
  expect(await database.transaction((tx) => putTerms(tx, 'mkb10', items))).toEqual({
    new: 0,
    changed: 0,
    same: 2,
  });
  expect(await version()).toBe(after);
  expect(await getTerms(database.kysely, 'mkb10')).toEqual(items);
});

test('imported records get review days spread over time; those with only names and codes get none', async () => {
  const now = new Date('2026-11-23T09:00:00Z');
  const published = (fields: Record<string, unknown>, kind = 'disease'): Draft =>
    disease(
      { title: `Для пересмотра ${Math.abs(Number(fields['orpha'] ?? 0))}`, ...fields },
      { kind, state: 'published' },
    );
  const write = (draft: Draft) => database.transaction((tx) => writeRecord(tx, draft, now));
  const dueOf = async (draft: Draft) => (await read((await write(draft)).id))?.record.review_due;
  const texts = [9501, 9502, 9503].map((orpha) => published({ orpha, about: 'Написано человеком.' }));
  const days = await Promise.all(texts.map(dueOf));
  expect(new Set(days).size).toBe(3);
  for (const day of days) expect(day! >= '2026-12-23' && day! <= '2027-11-23', String(day)).toBe(true);
  expect(await dueOf(published({ orpha: 9504 }))).toBeNull();
  expect(await dueOf({ ...published({ orpha: 9505, about: 'Черновик.' }), state: 'draft' })).toBeNull();
  expect(await dueOf({ ...published({ orpha: 9506, about: 'Дата дана.' }), review_due: '2030-01-01' })).toBe(
    '2030-01-01',
  );
  expect(await dueOf({ ...published({ orpha: 9507 }), reviewed_at: '2026-11-01' })).toBe('2027-11-01');
  // The same file again, without a review day, changes nothing.
  expect(await write({ ...texts[0]!, review_due: null })).toMatchObject({ outcome: 'same' });
});

test('an imported record is as old as its newest source; an edit dates it anew', async () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const source = { title: 'Orphadata', publisher: 'Orphanet', url: 'https://www.orphadata.com/' };
  const draft = {
    kind: 'news',
    fields: { title: 'Новость', date: '2025-12-09', body: 'Текст' },
    origins: 'records',
  };
  const updatedAt = async (id: number) =>
    (
      await database.kysely
        .selectFrom('records')
        .select('updated_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).updated_at;
  const { id } = await database.transaction((tx) =>
    writeRecord(
      tx,
      {
        ...draft,
        sources: [
          { ...source, date: '2025-07-01', fields: [] },
          { ...source, date: '2025-12-09', fields: [] },
        ],
        author: 'import records',
      },
      now,
    ),
  );
  expect(await updatedAt(id)).toBe('2025-12-09T00:00:00.000Z');
  const base = { ...draft, id, fields: { body: 'Из второго источника' }, author: 'import base' };
  await database.transaction((tx) => writeRecord(tx, base, now));
  expect(await updatedAt(id)).toBe('2025-12-09T00:00:00.000Z');
  await database.transaction((tx) =>
    writeRecord(tx, { ...draft, id, fields: { title: 'Другая' }, author: 'test' }, now),
  );
  expect(await updatedAt(id)).toBe(now.toISOString());
});
