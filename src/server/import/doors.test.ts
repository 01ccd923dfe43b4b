import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { importText, lines } from '../../../tests/sample/import.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let editor: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'doors@example.ru' }));
});
afterAll(() => portal.close());

interface Wrong {
  fields: Record<string, unknown>;
  cited?: string[];
}
type Door = (id: number, line: string, wrong: Wrong) => Promise<string>;

const line = (orpha: number, { fields, cited = ['title', 'about'] }: Wrong) =>
  lines({
    kind: 'disease',
    data: { title: `Болезнь ${orpha}`, title_status: 'established', orpha, about: 'Первый.', ...fields },
    sources: [{ title: 'Справочник', publisher: 'Издатель', date: '2026-11-01', fields: cited }],
  });

/** What each door says of a wrong change of a published record. */
const doors: Record<string, Door> = {
  async form(id, _, { fields, cited }) {
    const sources = [{ title: 'Справочник', publisher: 'Издатель', date: '2026-11-01', fields: cited }];
    const { data } = await editor.post(
      `/api/editors/records/${id}/draft`,
      {
        fields: JSON.stringify(fields),
        ...(cited ? { sources: JSON.stringify(sources) } : {}),
        expected_version: 0,
        base_version: 1,
      },
      'json',
    );
    const expected_version = data.draft.version;
    const answer = await editor.post(`/api/editors/records/${id}/publish`, { expected_version });
    await editor.post(`/api/editors/records/${id}/discard`, { expected_version });
    return answer.errors?.[0]?.message ?? 'published';
  },
  async 'bulk change'(id, _, { fields }) {
    const { data } = await editor.post('/api/editors/records/change', {
      ids: [id],
      fields: JSON.stringify(fields),
      action: 'publish',
    });
    return data.items[0].refusal ?? 'published';
  },
  async 'desk import'(_, content) {
    const file = new File([content], 'file.ndjson');
    const { data } = await editor.post('/api/editors/imports', { format: 'records', file }, 'multipart', {
      'idempotency-key': crypto.randomUUID(),
    });
    const address = `/api/editors/imports/${data.id}`;
    const rows = async () =>
      (await editor.get(`${address}/rows?view=changes`)).data.items as {
        position: number;
        is_safe: boolean;
        reason: string;
      }[];
    await portal.importJobs.idle();
    const [rejected] = (await editor.get(`${address}/rows?view=rejected`)).data.items;
    if (rejected) return rejected.reason;
    const [row] = await rows();
    expect(row?.is_safe).toBe(false);
    await editor.post(`${address}/choose`, { choice: 'accept', positions: [row?.position] });
    const { version } = (await editor.get(address)).data;
    await editor.post(`${address}/apply`, { mode: 'publish', expected_version: version });
    await portal.importJobs.idle();
    return (await rows())[0]?.reason ?? 'published';
  },
  async 'command line'(_, content) {
    const { rejections } = await importText(portal.database, 'records', content);
    return rejections[0]?.reason ?? 'published';
  },
};

const wrongs: [string, Wrong, RegExp][] = [
  ['a word of two alphabets', { fields: { about: 'Cиндром.' } }, /в слове «Cиндром» смешаны/i],
  [
    'an act without its edition',
    { fields: { lists: [{ name: 'vzn14', checked_at: '2026-11-01' }] } },
    /назовите редакцию/i,
  ],
  ['a picture that is not there', { fields: { about: '![Схема](/upload/net.png)' } }, /картинки по адресу/i],
  ['a formula for a name', { fields: { title: '=2+2' } }, /за формулу/],
  ['a paragraph that is not there', { fields: {}, cited: ['about', 'about#2'] }, /нет абзаца 2/],
];

let orpha = 800_000;
test.each(wrongs)(`every door refuses %s with the same sentence (${dialect})`, async (_, wrong, sentence) => {
  orpha += 1;
  await importText(portal.database, 'records', line(orpha, { fields: {} }));
  const stored = () =>
    portal.database.kysely
      .selectFrom('records')
      .select(['id', 'data', 'sources', 'version'])
      .where('external', '=', `ORPHA:${orpha}`)
      .executeTakeFirstOrThrow();
  const before = await stored();
  for (const [name, door] of Object.entries(doors)) {
    // Bulk changes have no sources.
    if (name === 'bulk change' && wrong.cited) continue;
    expect([name, await door(before.id, line(orpha, wrong), wrong)]).toEqual([
      name,
      expect.stringMatching(sentence),
    ]);
  }
  expect(await stored()).toEqual(before);
});

test('a file keeps the citation of a paragraph', async () => {
  orpha += 1;
  await importText(portal.database, 'records', line(orpha, { fields: {}, cited: ['title', 'about#1'] }));
  const { sources } = await portal.database.kysely
    .selectFrom('records')
    .select('sources')
    .where('external', '=', `ORPHA:${orpha}`)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(sources)[0].fields).toEqual(['title', 'about#1']);
});
