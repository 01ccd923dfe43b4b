import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '../../../tests/sample/database.ts';
import {
  baseOf,
  countRecords,
  edit,
  entity,
  getByExternal,
  importText,
  lines,
} from '../../../tests/sample/import.ts';
import { exportCatalogue } from './export.ts';
import { reportLines } from './report.ts';

const disease = (orpha: number, more: Record<string, unknown> = {}) => ({
  kind: 'disease',
  data: { title: `Болезнь ${orpha}`, title_status: 'established', orpha, ...more },
  sources: [{ title: 'Источник', date: '2026-11-01', fields: ['title'] }],
});

async function exported({ kysely }: Database): Promise<string[]> {
  const messages: string[] = [];
  for await (const line of exportCatalogue(kysely)) messages.push(line);
  return messages;
}

test('a second run changes nothing: no version, revision or change', async () => {
  const database = await openTestDatabase();
  const text = baseOf(entity(999_001), entity(999_002));
  await importText(database, 'base', text);
  const state = async () => [
    await database.kysely.selectFrom('records').selectAll().orderBy('id').execute(),
    await database.kysely.selectFrom('revisions').selectAll().execute(),
    await database.kysely.selectFrom('changes').selectAll().execute(),
  ];
  const before = await state();
  // New records are public at once.
  expect(before[0]).toMatchObject([{ state: 'published' }, { state: 'published' }]);
  expect(before[2]).toHaveLength(2);
  const summary = await importText(database, 'base', text, { now: new Date('2027-01-01') });
  expect(summary.records).toEqual({ new: 0, changed: 0, same: 2 });
  expect(await state()).toEqual(before);
});

test('a dry run lists new and changed records with differences, and writes nothing', async () => {
  const database = await openTestDatabase();
  await importText(database, 'base', baseOf(entity(999_001, { title_en: 'Before' })));
  const text = baseOf(entity(999_001, { title_en: 'After' }), entity(999_002)) + lines({});
  const summary = await importText(database, 'base', text, { isDry: true });
  expect(summary.records).toEqual({ new: 1, changed: 1, same: 0 });
  expect(summary.differences[0]?.differences).toContainEqual({
    field: 'title_en',
    before: 'Before',
    after: 'After',
  });
  expect(await countRecords(database)).toBe(1);
  expect((await getByExternal(database, 'disease', 'ORPHA:999001')).title_en).toBe('Before');
  const report = [...reportLines(summary)].join('\n');
  expect(report).toContain('title_en: «Before» → «After»');
  expect(report).toContain('строка 4: нет кода ORPHA');
  expect(report).toMatch(/новых\s+1\nизменено\s+1\nбез изменений\s+0\nотклонено строк\s+1/);
});

test('an interrupted import leaves nothing behind', async () => {
  const database = await openTestDatabase();
  const entities = Array.from({ length: 450 }, (_, index) => entity(999_001 + index));
  const failing = importText(database, 'base', baseOf(...entities), {
    onProgress: (done) => {
      if (done > 200) throw new Error('power cut');
    },
  });
  await expect(failing).rejects.toThrow('power cut');
  expect(await countRecords(database)).toBe(0);
});

test("an editor's text survives later imports and is reported", async () => {
  const database = await openTestDatabase();
  const text = baseOf(entity(999_001, { synonyms_en: ['One'] }));
  await importText(database, 'base', text);
  await edit(database, 'disease', 'ORPHA:999001', { title: 'Имя редактора', synonyms_en: ['Own'] });
  const summary = await importText(
    database,
    'base',
    baseOf(entity(999_001, { synonyms_en: ['Two'], title_en: 'Newer' })),
  );
  expect(await getByExternal(database, 'disease', 'ORPHA:999001')).toMatchObject({
    title: 'Имя редактора',
    synonyms_en: ['Own'],
    title_en: 'Newer',
  });
  expect(summary.notes.get('оставлено, потому что так написал редактор')?.examples).toContain(
    'ORPHA:999001: synonyms_en',
  );
});

test('a field emptied by an editor stays empty', async () => {
  const database = await openTestDatabase();
  const text = baseOf(entity(999_001, { definition_en: 'A text.' }));
  await importText(database, 'base', text);
  await edit(database, 'disease', 'ORPHA:999001', { definition_en: null });
  await importText(database, 'base', text);
  expect(await getByExternal(database, 'disease', 'ORPHA:999001')).not.toHaveProperty('definition_en');
});

test('starter values stay, gaps are filled', async () => {
  const database = await openTestDatabase();
  await importText(database, 'records', lines(disease(999_001, { onset: ['adult'] })));
  await importText(
    database,
    'base',
    baseOf(entity(999_001, { onset: ['infancy'], inheritance: ['autosomal-recessive'] })),
  );
  expect(await getByExternal(database, 'disease', 'ORPHA:999001')).toMatchObject({
    title: 'Болезнь 999001',
    onset: ['adult'],
    inheritance: ['autosomal-recessive'],
  });
});

test('a value that the catalogue keeps keeps its source, also in a newer edition of it', async () => {
  const database = await openTestDatabase();
  const source = { title: 'Orphadata: ORPHApackets', publisher: 'Orphanet, INSERM', date: '2025-01-01' };
  const own = { ...disease(999_001, { onset: ['adult'] }), sources: [{ ...source, fields: ['onset'] }] };
  await importText(database, 'records', lines(own));
  await importText(
    database,
    'base',
    baseOf(entity(999_001, { onset: ['infancy'], inheritance: ['autosomal-recessive'] })),
  );
  const { sources } = await getByExternal(database, 'disease', 'ORPHA:999001');
  const cited = sources.flatMap(({ title, fields }) => (title === source.title ? fields : []));
  expect(cited).toEqual(expect.arrayContaining(['onset', 'inheritance']));
});

test('values withdrawn by the starter are filled too', async () => {
  const database = await openTestDatabase();
  for (const definition_en of ['Own words.', null])
    await importText(database, 'records', lines(disease(999_001, { definition_en })));
  expect(await getByExternal(database, 'disease', 'ORPHA:999001')).not.toHaveProperty('definition_en');
  await importText(database, 'base', baseOf(entity(999_001, { definition_en: 'A text.' })));
  expect((await getByExternal(database, 'disease', 'ORPHA:999001')).definition_en).toBe('A text.');
});

test('a replaced field loses its former source; a newer edition replaces the older', async () => {
  const database = await openTestDatabase();
  const record = (title: string, date: string) => ({
    kind: 'disease',
    data: { title, title_status: 'established', orpha: 1 },
    sources: [{ title: 'Первый', date, fields: ['title', 'title_status'] }],
  });
  await importText(database, 'records', lines(record('А', '2026-01-01')));
  await importText(database, 'records', lines(record('Б', '2026-02-01')));
  const second = {
    ...record('В', '2026-03-01'),
    sources: [{ title: 'Второй', date: '2026-03-01', fields: ['title'] }],
  };
  await importText(database, 'records', lines(second));
  expect((await getByExternal(database, 'disease', 'ORPHA:1')).sources).toEqual([
    { title: 'Первый', date: '2026-02-01', fields: ['title_status'] },
    { title: 'Второй', date: '2026-03-01', fields: ['title'] },
  ]);
});

test('a source does not stand for a value that its newer edition takes away', async () => {
  const database = await openTestDatabase();
  for (const [date, definition_en] of [
    ['2026-01-01', 'Own words.'],
    ['2026-02-01', null],
  ] as const)
    await importText(
      database,
      'records',
      lines({
        ...disease(999_001, { definition_en }),
        sources: [{ title: 'Первый', date, fields: ['title', ...(definition_en ? ['definition_en'] : [])] }],
      }),
    );
  const { sources } = await getByExternal(database, 'disease', 'ORPHA:999001');
  expect(sources).toEqual([{ title: 'Первый', date: '2026-02-01', fields: ['title'] }]);
});

test('references are resolved in any order, with cycles', async () => {
  const database = await openTestDatabase();
  const study = {
    title: 'Исследование',
    study_type: 'interventional',
    status: 'recruiting',
    status_checked_at: '2026-11-01',
  };
  await importText(
    database,
    'records',
    lines(
      {
        external: 'NCT:NCT00000001',
        data: {
          ...study,
          nct: 'NCT00000001',
          diseases: ['ORPHA:1'],
          clinics: ['CLINIC:Clinic'],
          sites: [{ facility: 'Clinic', country: 'Россия', clinic: 'CLINIC:Clinic' }],
        },
        sources: [],
      },
      {
        kind: 'clinic',
        data: { title: 'Клиника', title_en: 'Clinic', diseases: ['ORPHA:1', 'ORPHA:2'] },
        sources: [],
      },
      disease(1, { parents: ['ORPHA:2'] }),
      disease(2),
    ),
  );
  const [one, two] = [
    await getByExternal(database, 'disease', 'ORPHA:1'),
    await getByExternal(database, 'disease', 'ORPHA:2'),
  ];
  const clinic = await getByExternal(database, 'clinic', 'CLINIC:Clinic');
  expect(one.parents).toEqual([two.id]);
  expect(clinic.diseases).toEqual([one.id, two.id]);
  expect(await getByExternal(database, 'research', 'NCT:NCT00000001')).toMatchObject({
    diseases: [one.id],
    clinics: [clinic.id],
    sites: [{ facility: 'Clinic', country: 'Россия', clinic: clinic.id }],
  });
  // A clinic that is named by a centre alone is looked up too.
  const sites = [{ facility: 'Clinic', country: 'Россия', clinic: 'CLINIC:Clinic' }];
  await importText(
    database,
    'records',
    lines({ external: 'NCT:NCT00000002', data: { ...study, nct: 'NCT00000002', sites }, sources: [] }),
  );
  expect((await getByExternal(database, 'research', 'NCT:NCT00000002')).sites).toMatchObject([
    { clinic: clinic.id },
  ]);
});

test('two records that refer to each other are written with both links', async () => {
  const database = await openTestDatabase();
  const summary = await importText(
    database,
    'records',
    lines(disease(1, { parents: ['ORPHA:2'] }), disease(2, { parents: ['ORPHA:1'] })),
  );
  expect(summary.rejectedCount).toBe(0);
  const [one, two] = [
    await getByExternal(database, 'disease', 'ORPHA:1'),
    await getByExternal(database, 'disease', 'ORPHA:2'),
  ];
  expect([one.parents, two.parents]).toEqual([[two.id], [one.id]]);
});

test('a record referring to a rejected one is rejected too, and none is half written', async () => {
  const database = await openTestDatabase();
  const summary = await importText(
    database,
    'records',
    lines(disease(1, { omim: [{ code: 'x' }] }), disease(2, { parents: ['ORPHA:1'] })),
  );
  expect(summary.rejections.map(({ line }) => line)).toEqual([1, 2]);
  expect(summary.rejections[1]?.reason).toBe('ссылка на запись, которой нет: ORPHA:1');
  expect(await countRecords(database)).toBe(0);
});

test('own records with a wrong field, reference or key are rejected by line; the rest is imported', async () => {
  const database = await openTestDatabase();
  const summary = await importText(
    database,
    'records',
    lines(
      disease(1),
      disease(2, { omim: [{ code: 'x' }] }),
      disease(3, { parents: ['ORPHA:404'] }),
      disease(4, { colour: 'red' }),
      { ...disease(5), kind: 'dragon' },
      { ...disease(6), state: 'gone' },
      { ...disease(7), wings: 2 },
      [],
      { kind: 'research', data: { title: 'Исследование', nct: 'NCT00000009', sites: [null] }, sources: [] },
    ),
  );
  expect(summary.records).toEqual({ new: 1, changed: 0, same: 0 });
  const reasons = Object.fromEntries(summary.rejections.map(({ line, reason }) => [line, reason]));
  expect(reasons[2]).toContain('Номера OMIM');
  expect(reasons[3]).toBe('ссылка на запись, которой нет: ORPHA:404');
  expect(reasons[4]).toBe('у вида disease нет поля «colour»');
  expect(reasons[5]).toBe('неизвестен вид записи (kind)');
  expect(reasons[6]).toBe('состояния «gone» нет');
  expect(reasons[7]).toBe('неизвестный ключ строки «wings»');
  expect(reasons[8]).toBe('строка не объект');
  expect(reasons[9]).toContain('NCT:NCT00000009');
});

test('a record without an external identifier is identified by title', async () => {
  const database = await openTestDatabase();
  const event = {
    kind: 'event',
    data: { title: 'Школа', format: 'online', starts_at: '2026-12-01' },
    sources: [],
  };
  await importText(database, 'records', lines(event));
  const summary = await importText(
    database,
    'records',
    lines(event, { ...event, data: { ...event.data, place: 'Москва' } }),
  );
  expect(summary.records).toEqual({ new: 0, changed: 1, same: 0 });
  expect(await countRecords(database)).toBe(1);
});

test('importing an export into an empty database restores records, dictionaries, origins and sources', async () => {
  const database = await openTestDatabase();
  await importText(
    database,
    'records',
    lines(
      { vocabulary: 'subject', code: '77', title: 'Москва', position: 1, data: { iso: 'RU-MOW' } },
      { ...disease(2), reviewed_at: '2026-11-01T00:00:00.000Z', reviewer: 'Врач', state: 'draft' },
      {
        kind: 'clinic',
        data: { title: 'Клиника без английского имени', subject: '77', diseases: ['ORPHA:2'] },
        sources: [],
      },
      {
        kind: 'diagnostic',
        key: 'sample',
        data: { title: 'Анализ', clinics: ['CLINIC:Клиника без английского имени'] },
        sources: [],
      },
    ),
  );
  await importText(database, 'base', baseOf(entity(999_001, { parents: ['ORPHA:2'] })));
  await edit(database, 'disease', 'ORPHA:999001', { about: 'Слова редактора' });
  const exportedLines = await exported(database);
  const copy = await openTestDatabase();
  const summary = await importText(copy, 'records', exportedLines.join(''));
  expect([summary.rejectedCount, summary.records.new]).toEqual([0, 4]);
  expect((await exported(copy)).toSorted()).toEqual(exportedLines.toSorted());
  // Editors' fields are kept.
  await importText(copy, 'records', lines(disease(999_001, { about: 'Другое' })));
  expect((await getByExternal(copy, 'disease', 'ORPHA:999001')).about).toBe('Слова редактора');
});

test('an unknown format is rejected with the list of known ones', async () => {
  const database = await openTestDatabase();
  await expect(importText(database, 'excel', 'x')).rejects.toThrow(/Формата «excel» нет. Есть: .*mkb10/);
});
