import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { baseOf, entity, gzip, importText, lines } from '../../../tests/sample/import.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import type { UserRow } from '../database/tables.ts';
import { verifyAudit } from '../audit/verify.ts';

let portal: TestPortal;
let anna: Browser;
let boris: Browser;
let editorRow: UserRow;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editorRow = await addPerson(portal, 'editor', {
    email: 'anna@example.ru',
    name: 'Анна',
    last_name: 'Иванова',
  });
  anna = await withSession(portal, editorRow);
  boris = await withSession(
    portal,
    await addPerson(portal, 'editor', { email: 'boris@example.ru', name: 'Борис', last_name: 'Орлов' }),
  );
});
afterAll(() => portal.close());

const jobs = () => portal.importJobs;
const fileOf = (content: string | Uint8Array, name = 'file.ndjson') => new File([content as BlobPart], name);

let made = 0;
const send = (browser: Browser, content: string | Uint8Array, { format = '', name = 'file.ndjson' } = {}) =>
  browser.post('/api/editors/imports', { format, file: fileOf(content, name) }, 'multipart', {
    'idempotency-key': `import-${(made += 1)}`,
  });

/** Uploads a file and waits for its comparison. */
async function compared(content: string | Uint8Array, more: { format?: string; name?: string } = {}) {
  const answer = await send(anna, content, more);
  expect(answer.errors).toBeUndefined();
  await jobs().idle();
  return await shown(answer.data.id);
}

const shown = async (id: number) => (await anna.get(`/api/editors/imports/${id}`)).data;
const rows = async (id: number, view = 'changes') =>
  (await anna.get(`/api/editors/imports/${id}/rows?view=${view}`)).data.items;
const choose = (id: number, fields: Record<string, unknown>, browser = anna) =>
  browser.post(`/api/editors/imports/${id}/choose`, fields);

async function apply(id: number, mode = 'publish') {
  const { version } = await shown(id);
  const answer = await anna.post(`/api/editors/imports/${id}/apply`, { mode, expected_version: version });
  await jobs().idle();
  return answer;
}

async function undo(id: number) {
  const answer = await anna.post(`/api/editors/imports/${id}/undo`, {});
  await jobs().idle();
  return answer;
}

/** Imports everything safe. */
async function taken(content: string, mode = 'publish') {
  const { id } = await compared(content);
  await choose(id, { choice: 'safe' });
  await apply(id, mode);
  return await shown(id);
}

let codes = 900_000;
const freshCode = () => (codes += 1);

const disease = (orpha: number, more: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) => ({
  kind: 'disease',
  data: { title: `Болезнь ${orpha}`, title_status: 'established', orpha, ...more },
  sources: [{ title: 'Справочник', publisher: 'Издатель', date: '2026-11-01', fields: ['title', 'about'] }],
  ...rest,
});

const recordBy = async (orpha: number) =>
  await portal.database.kysely
    .selectFrom('records')
    .selectAll()
    .where('external', '=', `ORPHA:${orpha}`)
    .executeTakeFirst();
const fieldsBy = async (orpha: number) => JSON.parse((await recordBy(orpha))?.data ?? '{}');

async function publishEdit(orpha: number, fields: Record<string, unknown>) {
  const row = await recordBy(orpha);
  const id = row?.id ?? 0;
  const saved = await boris.post(
    `/api/editors/records/${id}/draft`,
    { fields: JSON.stringify(fields), expected_version: 0, base_version: row?.version },
    'json',
  );
  return await boris.post(`/api/editors/records/${id}/publish`, {
    expected_version: saved.data.draft.version,
  });
}

const write = async (orpha: number, fields: Record<string, unknown>) =>
  expect((await publishEdit(orpha, fields)).status).toBe(200);

describe(`a file is compared, accepted, applied and undone (${dialect})`, () => {
  test('a comparison changes nothing and lists differences', async () => {
    const [one, two] = [freshCode(), freshCode()];
    await taken(lines(disease(one, { about: 'Прежний текст.' })));
    const before = await portal.database.kysely.selectFrom('revisions').selectAll().execute();
    const found = await compared(
      lines(disease(one, { about: 'Новый текст.' }), disease(two), {
        kind: 'disease',
        data: { nothing: 1 },
        sources: [],
      }),
    );
    expect(found).toMatchObject({
      state: 'ready',
      format: 'records',
      author: 'Анна Иванова',
      counts: { new: 1, changed: 1, rejected: 1 },
    });
    const [changed] = await rows(found.id, 'changed');
    expect(changed).toMatchObject({
      is_safe: true,
      fields: [
        {
          field: 'about',
          title: 'Что это',
          risk: null,
          removed: ['Прежний текст.'],
          added: ['Новый текст.'],
        },
      ],
    });
    const [rejected] = await rows(found.id, 'rejected');
    expect(rejected).toMatchObject({ line: 3, reason: expect.stringContaining('nothing') });
    expect(await portal.database.kysely.selectFrom('revisions').selectAll().execute()).toEqual(before);
  });

  test('accepted rows become public versions with the import as reason', async () => {
    const orpha = freshCode();
    const found = await taken(lines(disease(orpha, { about: 'Текст.' })));
    expect(found).toMatchObject({ state: 'applied', applied_by: 'Анна Иванова', counts: { applied: 1 } });
    const row = await recordBy(orpha);
    expect((await portal.get(`/api/diseases/${row?.id}`)).data).toMatchObject({ about: 'Текст.' });
    const { data } = await anna.get(`/api/editors/records/${row?.id}/history`);
    expect(data.items[0]).toMatchObject({
      author: 'Анна Иванова',
      reason: `Импорт № ${found.id}: records, file.ndjson`,
    });
  });

  test('importing the same file again changes nothing', async () => {
    const content = lines(disease(freshCode(), { about: 'Текст.' }));
    await taken(content);
    const repeated = await compared(content);
    expect(repeated.counts).toMatchObject({ new: 0, changed: 0, same: 1 });
  });

  test('circular links are resolved', async () => {
    const [one, two] = [freshCode(), freshCode()];
    await taken(
      lines(disease(one, { parents: [`ORPHA:${two}`] }), disease(two, { parents: [`ORPHA:${one}`] })),
    );
    expect((await fieldsBy(one)).parents).toEqual([(await recordBy(two))?.id]);
    expect((await fieldsBy(two)).parents).toEqual([(await recordBy(one))?.id]);
  });

  test('undo restores known records and removes new ones; the next import brings them back', async () => {
    const [one, two] = [freshCode(), freshCode()];
    await taken(lines(disease(one, { about: 'Прежний текст.' })));
    const found = await taken(
      lines(disease(one, { about: 'Новый текст.', parents: [`ORPHA:${two}`] }), disease(two)),
    );
    expect((await undo(found.id)).status).toBe(200);
    expect(await shown(found.id)).toMatchObject({
      state: 'undone',
      undone_by: 'Анна Иванова',
      counts: { undone: 2, left: 0 },
    });
    expect((await fieldsBy(one)).about).toBe('Прежний текст.');
    const gone = await recordBy(two);
    expect(gone?.state).toBe('archived');
    expect((await portal.get(`/api/diseases/${gone?.id}`)).status).toBe(404);
    const repeated = await compared(lines(disease(two)));
    const [row] = await rows(repeated.id);
    expect(row).toMatchObject({ is_safe: false, fields: [{ field: 'state', risk: 'archived' }] });
    await choose(repeated.id, { choice: 'accept', positions: [row.position] });
    await apply(repeated.id);
    expect((await recordBy(two))?.state).toBe('published');
  });

  test('undo skips records changed since and names them', async () => {
    const [one, two] = [freshCode(), freshCode()];
    const found = await taken(lines(disease(one), disease(two)));
    await write(one, { about: 'Слова редактора.' });
    await undo(found.id);
    expect((await shown(found.id)).counts).toMatchObject({ undone: 1, left: 1 });
    expect(await rows(found.id, 'troubled')).toMatchObject([
      { title: `Болезнь ${one}`, result: 'left', reason: expect.stringContaining('изменили после импорта') },
    ]);
    expect((await recordBy(one))?.state).toBe('published');
    expect((await recordBy(two))?.state).toBe('archived');
  });

  test('an undone import is audited and the chain stays valid', async () => {
    const found = await taken(lines(disease(freshCode())));
    await undo(found.id);
    const actions = await portal.database.kysely
      .selectFrom('audit')
      .select(['action', 'actor_id', 'details'])
      .where('details', 'like', `№ ${found.id},%`)
      .orderBy('id')
      .execute();
    expect(actions).toMatchObject([
      { action: 'imported', actor_id: editorRow.id },
      { action: 'import undone', actor_id: editorRow.id },
    ]);
    expect((await verifyAudit(portal.database.kysely, { keys: portal.database.auditKeys })).problems).toEqual(
      [],
    );
  });

  test('of two lines about one record the wrong one is rejected, the other imported', async () => {
    const code = freshCode();
    await taken(lines(disease(code, { about: 'Прежний текст.' })));
    const { id } = await compared(
      lines(disease(code, { about: 'Новый текст.' }), disease(code, { parents: [`ORPHA:${code}`] })),
    );
    expect(await rows(id, 'rejected')).toHaveLength(1);
    const [row] = await rows(id);
    expect(row.fields.map(({ field }: { field: string }) => field)).toEqual(['about']);
    await choose(id, { choice: 'accept', view: 'changes' });
    await apply(id);
    expect(await fieldsBy(code)).toMatchObject({ about: 'Новый текст.', parents: [] });
  });

  test('an import by command line is listed with its changes and undone at the desk', async () => {
    const [one, two] = [freshCode(), freshCode()];
    const take = (...values: unknown[]) =>
      importText(portal.database, 'records', lines(...values), { journal: { fileName: 'ночной.ndjson' } });
    await take(disease(one, { about: 'Прежний текст.' }));
    await take(disease(one, { about: 'Новый текст.' }), disease(two));
    const { data } = await anna.get('/api/editors/imports');
    expect(data.items[0]).toMatchObject({
      file_name: 'ночной.ndjson',
      state: 'applied',
      author: null,
      counts: { new: 1, changed: 1, applied: 2 },
    });
    expect((await anna.get('/api/editors/overview')).data.imports[0].id).toBe(data.items[0].id);
    expect(await rows(data.items[0].id, 'changed')).toMatchObject([
      { fields: [{ field: 'about', removed: ['Прежний текст.'], added: ['Новый текст.'] }] },
    ]);
    await undo(data.items[0].id);
    expect((await fieldsBy(one)).about).toBe('Прежний текст.');
    expect((await recordBy(two))?.state).toBe('archived');
  });

  test('dictionaries are compared by item and undone', async () => {
    const item = (title: string) => ({ vocabulary: 'countries', code: 'xx', title, position: 1 });
    await taken(lines(item('Страна')));
    const found = await compared(lines(item('Государство')));
    const [row] = await rows(found.id);
    expect(row).toMatchObject({
      kind: 'term',
      is_safe: false,
      fields: [{ risk: 'dictionary', removed: ['Страна'], added: ['Государство'] }],
    });
    await choose(found.id, { choice: 'accept', positions: [row.position] });
    await apply(found.id);
    const title = async () =>
      await portal.database.kysely
        .selectFrom('terms')
        .select('title')
        .where('vocabulary', '=', 'countries')
        .where('code', '=', 'xx')
        .executeTakeFirst();
    expect(await title()).toEqual({ title: 'Государство' });
    await undo(found.id);
    expect(await title()).toEqual({ title: 'Страна' });
  });
});

describe('an editor’s text', () => {
  test('is risky, survives «accept all safe» and «accept the row», and is replaced only by choosing the field', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha, { about: 'Из файла.', diagnosis: 'Прежняя.' })));
    await write(orpha, { about: 'Слова редактора.' });
    const found = await compared(lines(disease(orpha, { about: 'Снова из файла.', diagnosis: 'Новая.' })));
    const [row] = await rows(found.id);
    expect(row.fields).toMatchObject([
      { field: 'about', risk: 'editor', why: 'так написал редактор' },
      { field: 'diagnosis', risk: null },
    ]);
    await choose(found.id, { choice: 'safe' });
    await choose(found.id, { choice: 'accept', positions: [row.position] });
    await choose(found.id, { choice: 'accept', view: 'risky' });
    expect((await rows(found.id))[0].fields).toMatchObject([{ is_chosen: false }, { is_chosen: true }]);
    await choose(found.id, { choice: 'accept', positions: [row.position], field: 'about' });
    await apply(found.id);
    expect(await fieldsBy(orpha)).toMatchObject({ about: 'Снова из файла.', diagnosis: 'Новая.' });
    // The field was edited once: the next file asks again.
    const next = await compared(lines(disease(orpha, { about: 'И ещё раз.', diagnosis: 'Новая.' })));
    expect((await rows(next.id))[0].fields).toMatchObject([{ field: 'about', risk: 'touched' }]);
  });

  test('stays unless chosen, while other fields of the row are written', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha, { about: 'Из файла.' })));
    await write(orpha, { about: 'Слова редактора.' });
    await taken(lines(disease(orpha, { about: 'Снова из файла.', diagnosis: 'Новая.' })));
    expect(await fieldsBy(orpha)).toMatchObject({ about: 'Слова редактора.', diagnosis: 'Новая.' });
  });

  test('in an open draft is risky too', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha, { about: 'Из файла.' })));
    const row = await recordBy(orpha);
    await boris.post(
      `/api/editors/records/${row?.id}/draft`,
      { fields: JSON.stringify({ about: 'Пишу.' }), expected_version: 0, base_version: row?.version },
      'json',
    );
    const found = await compared(lines(disease(orpha, { about: 'Снова из файла.' })));
    expect((await rows(found.id))[0].fields).toMatchObject([{ risk: 'drafted' }]);
  });

  test('a value of the starter or another source is risky, with the reason', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha, { onset: ['adult'] })));
    const found = await compared(baseOf(entity(orpha, { onset: ['infancy'] })));
    expect(found.format).toBe('base');
    const [row] = await rows(found.id);
    const by = Object.fromEntries(row.fields.map((field: { field: string }) => [field.field, field]));
    expect(by.onset).toMatchObject({ risk: 'starter' });
    expect(by.title_en).toMatchObject({ risk: null });
  });

  test('the source of a changed field is the one that the line states', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha)));
    const origins = { about: 'orphapackets', title: 'ctgov' };
    await taken(lines(disease(orpha, { about: 'Из выпуска.', diagnosis: 'Новая.' }, { origins })));
    expect(JSON.parse((await recordBy(orpha))?.origins ?? '{}')).toMatchObject({
      about: 'orphapackets',
      diagnosis: 'records',
      title: 'records',
    });
  });

  test('a skipped value is skipped again until the source changes', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha, { about: 'Из файла.', diagnosis: 'Прежняя.' })));
    await write(orpha, { about: 'Слова редактора.' });
    const found = await compared(lines(disease(orpha, { about: 'Спорное.', diagnosis: 'Новая.' })));
    const [row] = await rows(found.id);
    await choose(found.id, { choice: 'skip', positions: [row.position], field: 'about' });
    await choose(found.id, { choice: 'accept', positions: [row.position], field: 'diagnosis' });
    await apply(found.id);
    const same = await compared(lines(disease(orpha, { about: 'Спорное.', diagnosis: 'Новая.' })));
    expect(await rows(same.id)).toMatchObject([
      { choice: 'skipped', fields: [{ field: 'about', is_remembered: true, is_refused: true }] },
    ]);
    const other = await compared(lines(disease(orpha, { about: 'Другое.', diagnosis: 'Новая.' })));
    expect(await rows(other.id)).toMatchObject([{ choice: 'open', fields: [{ is_remembered: false }] }]);
  });
});

describe('concurrency', () => {
  test('a record changed after the comparison is a conflict: shown and skipped, the rest is written', async () => {
    const [one, two] = [freshCode(), freshCode()];
    await taken(lines(disease(one, { about: 'Из файла.' })));
    const found = await compared(lines(disease(one, { about: 'Снова.' }), disease(two)));
    await choose(found.id, { choice: 'safe' });
    await write(one, { diagnosis: 'Слова редактора.' });
    expect((await rows(found.id, 'changed'))[0].is_stale).toBe(true);
    await apply(found.id);
    expect((await shown(found.id)).counts).toMatchObject({ applied: 1, conflict: 1 });
    expect(await rows(found.id, 'troubled')).toMatchObject([
      { result: 'conflict', reason: expect.stringContaining('тем временем изменили') },
    ]);
    expect(await fieldsBy(one)).toMatchObject({ about: 'Из файла.', diagnosis: 'Слова редактора.' });
  });

  test('of two concurrent applications one succeeds and the other gets an error', async () => {
    const orpha = freshCode();
    const found = await compared(lines(disease(orpha)));
    const { data } = await choose(found.id, { choice: 'safe' });
    const wish = { mode: 'publish', expected_version: data.version };
    const answers = await Promise.all(
      [anna, boris].map((browser) => browser.post(`/api/editors/imports/${found.id}/apply`, wish)),
    );
    await jobs().idle();
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await recordBy(orpha))?.version).toBe(1);
  });

  test('applying needs the latest choices', async () => {
    const found = await compared(lines(disease(freshCode()), disease(freshCode())));
    const { data } = await choose(found.id, { choice: 'accept', view: 'new' });
    const [row] = await rows(found.id);
    await choose(found.id, { choice: 'skip', positions: [row.position] }, boris);
    const answer = await anna.post(`/api/editors/imports/${found.id}/apply`, {
      mode: 'publish',
      expected_version: data.version,
    });
    expect(answer.status).toBe(409);
    expect(answer.errors[0]?.message).toContain('выбор изменили');
  });

  test('A-6 an editor who loses the role before the import is written writes nothing', async () => {
    const leaving = await addPerson(portal, 'editor', { email: 'leaving@example.ru' });
    const browser = await withSession(portal, leaving);
    const orpha = freshCode();
    const found = await compared(lines(disease(orpha)));
    const { data } = await choose(found.id, { choice: 'safe' }, browser);
    // The thread waits for the write lock; the role is removed first.
    await portal.database.transaction(async (tx) => {
      const answer = browser.post(`/api/editors/imports/${found.id}/apply`, {
        mode: 'publish',
        expected_version: data.version,
      });
      await tx.updateTable('users').set({ type: 'doctor' }).where('id', '=', leaving.id).execute();
      void answer;
    });
    await expect.poll(async () => (await shown(found.id)).state).not.toBe('applying');
    await jobs().idle();
    expect(await recordBy(orpha)).toBeUndefined();
    expect((await shown(found.id)).state).toBe('ready');
  });

  test('a crashed server leaves nothing partial: jobs are restarted or reset', async () => {
    const [one, two] = [freshCode(), freshCode()];
    const comparing = await compared(lines(disease(one)));
    const applying = await compared(lines(disease(two)));
    await choose(applying.id, { choice: 'safe' });
    await portal.database.transaction(async (tx) => {
      for (const [id, status] of [
        [comparing.id, 'comparing'],
        [applying.id, 'applying'],
      ] as const)
        await tx.updateTable('imports').set({ status }).where('id', '=', id).execute();
    });
    await jobs().recover();
    await jobs().idle();
    expect(await shown(comparing.id)).toMatchObject({ state: 'ready', counts: { new: 1 } });
    expect(await shown(applying.id)).toMatchObject({
      state: 'ready',
      problem: expect.stringContaining('ничего не изменилось'),
    });
    await apply(applying.id);
    expect((await recordBy(two))?.state).toBe('published');
  });
});

describe('drafts by choice', () => {
  test('changes wait as drafts, hidden from readers; published, they belong to the source, not the editor', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha, { about: 'Прежний.' })));
    const found = await taken(lines(disease(orpha, { about: 'Новый.' })), 'drafts');
    expect(found.counts).toMatchObject({ applied: 0, draft: 1 });
    const id = (await recordBy(orpha))?.id ?? 0;
    const { data } = await anna.get(`/api/editors/records/${id}`);
    expect(data).toMatchObject({
      desk_state: 'edited',
      fields: { about: 'Прежний.' },
      draft: { fields: { about: 'Новый.' }, note: `Импорт № ${found.id}: records, file.ndjson` },
    });
    await anna.post(`/api/editors/records/${id}/publish`, { expected_version: data.draft.version });
    const next = await compared(lines(disease(orpha, { about: 'Новейший.' })));
    expect((await rows(next.id))[0].fields).toMatchObject([{ field: 'about', risk: null }]);
  });

  test('undo removes the drafts', async () => {
    const orpha = freshCode();
    await taken(lines(disease(orpha, { about: 'Прежний.' })));
    const found = await taken(lines(disease(orpha, { about: 'Новый.' })), 'drafts');
    await undo(found.id);
    const id = (await recordBy(orpha))?.id;
    expect((await anna.get(`/api/editors/records/${id}`)).data.draft).toBeNull();
  });

  test('V2.3.5 kinds with a second editor are never published by an import: they wait for review', async () => {
    const drug = (title: string, more = {}) => ({ kind: 'drug', data: { title, ...more }, sources: [] });
    const found = await taken(lines(drug('Проверкин')));
    expect(found).toMatchObject({ second: ['Лекарственный препарат'], counts: { applied: 0, draft: 1 } });
    const [row] = await rows(found.id);
    expect((await anna.get(`/api/editors/records/${row.record_id}`)).data.state).toBe('draft');
  });
});

describe('rejections, with a message', () => {
  test.each([
    ['a wrong encoding', new Uint8Array([0x7b, 0xcf, 0xf0, 0xe8, 0x7d]), 'UTF-8'],
    ['an empty archive', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0]), 'gzip'],
    ['binary data', new Uint8Array([0x7b, 0, 0x7d]), 'нулевые байты'],
    ['a file of no known format', '{"что":"это"}\n', 'не видно, какого он формата'],
  ])('%s is rejected on upload', async (_, content, sentence) => {
    const answer = await send(anna, content);
    expect(answer.status).toBe(422);
    expect(answer.errors[0]?.message).toContain(sentence);
  });

  test.each([
    ['deep JSON', `{"kind":"disease","data":${'['.repeat(100_000)}`, 'вложенность'],
    [
      'a line of a hundred megabytes',
      gzip(`{"kind":"disease","data":"${'а б в'.repeat(12_000_000)}`),
      'длиннее',
    ],
    ['a broken document', '{"kind":"disease","data":', 'не JSON'],
  ])('E-7 %s is rejected by the comparison', async (_, content, sentence) => {
    const found = await compared(content, { format: 'records' });
    expect(found).toMatchObject({ state: 'refused', problem: expect.stringContaining(sentence) });
  });

  test('E-7 E-8 markup and formulas in names are rejected by line', async () => {
    const found = await compared(
      lines(
        disease(freshCode(), { title: '<img src=x onerror=alert(1)>' }),
        disease(freshCode(), { title: '=HYPERLINK("https://example.org")' }),
        disease(freshCode()),
      ),
    );
    expect(found.counts).toMatchObject({ new: 1, rejected: 2 });
    expect(await rows(found.id, 'rejected')).toMatchObject([
      { line: 1, reason: expect.stringContaining('разметка') },
      { line: 2, reason: expect.stringContaining('формулу') },
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a wrong code', { omim: [{ code: 'x' }] }],
    ['a link to nothing', { parents: [999_999] }],
    ['a link to another kind', { parents: 'drug' }],
    ['a missing picture', { about: `Текст.\n\n![Снимок](/media/${'a'.repeat(32)}-480.webp)` }],
    ['a formula in a name', { title: '=HYPERLINK("https://example.org")' }],
  ])(
    '%s is rejected with the same sentence at the desk, by its imports and on the command line',
    async (_, wrong) => {
      if (wrong.parents === 'drug') wrong.parents = [portal.sample.cerezyme];
      const orpha = freshCode();
      await taken(lines(disease(orpha)));
      const { status, errors } = await publishEdit(orpha, wrong);
      expect(status).toBe(422);
      const sentence = errors[0]!.message.replace(/\.$/, '').toLowerCase();
      const content = lines(disease(freshCode(), wrong));
      const { id } = await compared(content);
      const { rejections } = await importText(portal.database, 'records', content);
      for (const { reason } of [...(await rows(id, 'rejected')), ...rejections])
        expect(reason.toLowerCase()).toContain(sentence);
      expect([(await rows(id, 'rejected')).length, rejections.length]).toEqual([1, 1]);
    },
  );

  test('too large a file is rejected unread', async () => {
    const answer = await send(anna, new Uint8Array(33 * 2 ** 20), { format: 'records' });
    expect([400, 413]).toContain(answer.status);
    expect(answer.errors[0]?.message).toBeTruthy();
  });

  test('a file can be compared again in another format; a discarded import is gone', async () => {
    const found = await compared(lines(disease(freshCode())), { format: 'ctgov' });
    expect(found.state).toBe('refused');
    await anna.post(`/api/editors/imports/${found.id}/compare`, { format: 'records' });
    await jobs().idle();
    expect(await shown(found.id)).toMatchObject({ state: 'ready', format: 'records', counts: { new: 1 } });
    await anna.post(`/api/editors/imports/${found.id}/drop`, {});
    expect((await shown(found.id)).state).toBe('dropped');
    expect((await apply(found.id)).status).toBe(409);
  });

  test('applying needs accepted rows, and an unknown import is not found', async () => {
    const found = await compared(lines(disease(freshCode())));
    expect((await apply(found.id)).errors[0]?.message).toContain('примите хотя бы одну');
    expect((await anna.get('/api/editors/imports/999999')).status).toBe(404);
    expect((await anna.post('/api/editors/imports/999999/undo', {})).status).toBe(404);
  });

  test('a choice is of rows of an import not applied yet, and of their fields', async () => {
    const applied = await taken(lines(disease(freshCode())));
    const { id } = await compared(lines(disease(freshCode())));
    const [{ position }] = await rows(id);
    const refusals: [number, Record<string, unknown>, number, string | undefined, string][] = [
      [applied.id, { choice: 'safe' }, 409, undefined, 'не применён'],
      [id, { choice: 'accept' }, 400, 'positions', 'строки или вид'],
      [id, { choice: 'accept', positions: [position], field: 'sponsor' }, 400, 'field', 'в строке нет'],
    ];
    for (const [number, wish, status, field, words] of refusals) {
      const { errors, ...answer } = await choose(number, wish);
      expect([answer.status, errors[0]?.customData?.field]).toEqual([status, field]);
      expect(errors[0]?.message).toContain(words);
    }
    await choose(id, { choice: 'accept', positions: [position] });
    expect((await shown(id)).chosen).toBe(1);
    await choose(id, { choice: 'reset', positions: [position] });
    expect((await shown(id)).chosen).toBe(0);
  });

  test('an unknown format is refused; a comparison without one keeps the format', async () => {
    const unknown = await send(anna, lines(disease(freshCode())), { format: 'nowhere' });
    expect([unknown.status, unknown.errors[0]?.customData?.field]).toEqual([422, 'format']);
    const { id } = await compared(lines(disease(freshCode())));
    const again = (fields: object) => anna.post(`/api/editors/imports/${id}/compare`, { ...fields });
    expect((await again({ format: 'nowhere' })).errors[0]?.customData?.field).toBe('format');
    expect((await again({})).status).toBe(200);
    await jobs().idle();
    expect(await shown(id)).toMatchObject({ state: 'ready', format: 'records' });
  });
});
