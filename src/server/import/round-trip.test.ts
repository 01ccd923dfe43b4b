import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordsCsv } from '#domain/exports/csv.ts';
import { getKind, openPart, publicKinds, type AnyRecord } from '#domain/kinds/index.ts';
import { publicRecordOf } from '../catalogue/stored.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { baseOf, entity, importText, lines } from '../../../tests/sample/import.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { exportCatalogue } from './export.ts';
import { importFile } from './run.ts';

let portal: TestPortal;
let editor: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const input = join(import.meta.dirname, '../../starter');
  await importFile(portal.database, { format: 'records', input });
  // Of another origin than the starter, whose values no table may replace.
  await importText(portal.database, 'base', baseOf(entity(999_001), entity(999_002)));
  await addAwkwardRecords();
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'round@example.ru' }));
});
afterAll(() => portal.close());

/** What separators, quotation marks, formulas and repeated titles may spoil. */
async function addAwkwardRecords() {
  await portal.database.transaction(async (tx) => {
    const add = (kind: string, fields: Record<string, unknown>) =>
      writeRecord(tx, { kind, fields, origins: 'table', state: 'published', author: 'test' });
    const twins = [
      await add('disease', { title: 'Болезнь-тёзка', title_status: 'unsure', orpha: 999_101 }),
      await add('disease', { title: 'Болезнь-тёзка', title_status: 'unsure', orpha: 999_102 }),
    ];
    await add('clinic', {
      title: 'Центр «Ромашка»; отделение "А", б',
      address: '-1 этаж,\tкабинет 2; вход "со двора"',
      phones: ['+7 (495) 000-00-01', '8 800; доб. 2', '"горячая" линия', "'=1", '-2; 3'],
      diseases: twins.map(({ id }) => id),
    });
    await add('diagnostic', {
      title: "'-анализ",
      method: '"=панель" генов',
      free: false,
      diseases: twins.map(({ id }) => id),
    });
  });
}

const listed = publicKinds.filter(({ keyedBy }) => keyedBy !== 'code').map(({ name, api }) => [name, api]);

async function imported(name: string, content: string, kind: string) {
  const file = new File([content], name);
  const seen = await editor.post('/api/editors/imports/columns', { file, kind: '' }, 'multipart');
  expect(seen.errors).toBeUndefined();
  expect(seen.data.kind).toBe(kind);
  const answer = await editor.post(
    '/api/editors/imports',
    { format: 'table', file, kind, columns: JSON.stringify(seen.data.guess), source_title: 'Портал' },
    'multipart',
    { 'idempotency-key': `round-trip-${name}` },
  );
  expect(answer.errors).toBeUndefined();
  await portal.importJobs.idle();
  const { id } = answer.data as { id: number };
  const rows = async (view: string) =>
    (await editor.get(`/api/editors/imports/${id}/rows?view=${view}`)).data.items;
  const { counts } = (await editor.get(`/api/editors/imports/${id}`)).data;
  return {
    paths: (seen.data.guess as string[]).filter(Boolean),
    counts,
    differing: [...(await rows('rejected')), ...(await rows('changes'))],
  };
}

async function publicRecords(kind: string): Promise<AnyRecord[]> {
  const rows = await portal.database.kysely
    .selectFrom('records')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', 'published')
    .orderBy('id')
    .execute();
  return rows.map((row) => openPart(getKind(kind), publicRecordOf(row)));
}

test.each(listed)('the CSV of the public list of %s is imported without changes', async (kind, api) => {
  const { text } = await portal.get(`/api/${api}/list.csv`);
  const { differing, counts, paths } = await imported(`${api}.csv`, text, kind);
  expect(differing).toEqual([]);
  expect(counts).toMatchObject({ new: 0, changed: 0, rejected: 0 });
  expect(counts.same).toBe(text.trim().split('\r\n').length - 1);
  expect(paths.slice(0, 2)).toEqual(['id', 'title']);
});

test.each(listed)('the CSV of all public fields of %s is imported without changes', async (kind, api) => {
  const records = await publicRecords(kind);
  const csv = recordsCsv(getKind(kind), records, 'https://r.example/');
  const { differing, counts } = await imported(`${api}-1.csv`, csv, kind);
  expect(differing).toEqual([]);
  expect(counts).toMatchObject({ new: 0, changed: 0, rejected: 0, same: records.length });
});

test.each(listed)('NDJSON of %s is imported without changes', async (kind) => {
  const records = await publicRecords(kind);
  const summary = await importText(portal.database, 'records', lines(...records), { isDry: true });
  expect(summary.rejections).toEqual([]);
  expect(summary.differences).toEqual([]);
  expect(summary.records).toEqual({ new: 0, changed: 0, same: records.length });
});

test('the desk knows open data by their first line', async () => {
  const text = lines(...(await publicRecords('clinic')));
  const answer = await editor.post(
    '/api/editors/imports',
    { format: '', file: new File([text], 'clinics-1.ndjson') },
    'multipart',
    { 'idempotency-key': 'open-data' },
  );
  expect(answer.errors).toBeUndefined();
  await portal.importJobs.idle();
  const shown = (await editor.get(`/api/editors/imports/${answer.data.id}`)).data;
  expect(shown).toMatchObject({ format: 'records', state: 'ready' });
  expect(shown.counts).toMatchObject({ new: 0, changed: 0, rejected: 0 });
});

test('the exported catalogue is imported without changes', async () => {
  let exported = '';
  for await (const line of exportCatalogue(portal.database.kysely)) exported += line;
  const summary = await importText(portal.database, 'records', exported, { isDry: true });
  expect(summary.rejections).toEqual([]);
  expect(summary.differences).toEqual([]);
  expect(summary.records).toMatchObject({ new: 0, changed: 0 });
  expect(summary.terms).toMatchObject({ new: 0, changed: 0 });
});

test('a public record of another portal is rejected: its ids mean other records', async () => {
  const [record] = await publicRecords('clinic');
  const other = { ...record, title: 'Чужая клиника', title_en: 'Foreign clinic' };
  const summary = await importText(portal.database, 'records', lines(other), { isDry: true });
  expect(summary.rejections).toMatchObject([
    { line: 1, reason: expect.stringContaining('в этом каталоге нет') },
  ]);
});
