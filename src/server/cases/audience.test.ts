import { expect, onTestFinished, test } from 'vitest';
import { checklist } from '#domain/cases.ts';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { addPublishedCase } from '../../../tests/sample/cases.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';
import { narrowed, watchAudience } from './audience.ts';

const at = new Date().toISOString();
const content = {
  title: 'Спленомегалия у взрослого',
  age_band: 'middle',
  sex: 'female',
  complaint: 'Утомляемость.',
  basis: 'anonymised',
  authorship: 'named',
  rarity_accepted: true,
} as const;

/** A portal with an author whose case waits for its editor, a reader of either sort, and what its log was told. */
async function open(settings: Record<string, string>) {
  const portal = await startTestPortal({ settings });
  onTestFinished(() => portal.close());
  const enter = async (type: 'doctor' | 'editor' | 'admin', email: string, more = {}) =>
    await withSession(portal, await addPerson(portal, type, { email, ...more }));
  const [author, editor] = [
    await enter('doctor', 'author@example.ru', { verified_at: at }),
    await enter('editor', 'editor@example.ru'),
  ];
  const admin = await enter('admin', 'admin@example.ru');
  const unverified = await enter('doctor', 'unverified@example.ru');
  const verified = await enter('doctor', 'verified@example.ru', { verified_at: at });
  return {
    portal,
    editor,
    log: async () =>
      (await admin.get('/api/editors/audit?deed=cases%20narrowed')).data.items.map(
        ({ details }: { details: string }) => details,
      ),
    /** What the list of cases answers to both doctors. */
    reads: async () =>
      await Promise.all([unverified, verified].map(async (one) => (await one.get('/api/cases')).status)),
    finds: async () =>
      (await unverified.get(`/api/fast-search?query=${encodeURIComponent('спленомегалия')}`)).text.includes(
        '"cases"',
      ),
    publish: async () => {
      const filled = { ...content, diseases: [portal.sample.gaucher] };
      const { data: own } = await author.post('/api/cases/add', { content: filled }, 'json');
      const { data: sent, errors } = await author.post(
        `/api/user/cases/${own.id}/submit`,
        { version: own.version },
        'json',
      );
      expect(errors).toBeUndefined();
      const accepted = await editor.post(
        `/api/editors/cases/${own.id}/accept`,
        { version: sent.version, checks: Object.keys(checklist) },
        'json',
      );
      expect(accepted.errors).toBeUndefined();
      return accepted.data as { id: number; version: number };
    },
  };
}

test(`the first case that is no demonstration closes cases to doctors who are not verified (${dialect})`, async () => {
  const { portal, editor, reads, finds, log, publish } = await open({ CASES_READING: '' });
  await portal.database.transaction(async (tx) => {
    await tx.updateTable('cases').set({ demo: 1 }).execute();
    await addPublishedCase(tx, { title: 'Выдумка' }, { demo: 1 });
  });
  const told: string[] = [];
  const audience = watchAudience(portal, (sentence) => told.push(sentence));
  expect([await audience(), await reads(), await log()]).toEqual(['doctors', [200, 200], []]);
  expect((await editor.get('/api/editors/cases')).data).toMatchObject({
    audience: 'doctors',
    isChosen: false,
  });

  const { id, version } = await publish();
  expect([await reads(), await finds()]).toEqual([[403, 200], false]);
  expect(await log()).toEqual([`${id}. ${narrowed}`]);
  expect((await editor.get('/api/editors/cases')).data).toMatchObject({
    audience: 'verified',
    isChosen: false,
  });
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
  expect(paths['/api/cases'].get['x-access']).toBe('verified-doctor');
  for (const _ of ['first', 'again']) await audience();
  expect(told).toEqual([narrowed]);

  // The second one changes nothing, nor does taking the first away.
  await publish();
  const gone = await editor.post(
    `/api/editors/cases/${id}/archive`,
    { version, reason: 'other', text: 'Автор попросил снять.' },
    'json',
  );
  expect([gone.status, await reads(), await log()]).toEqual([200, [403, 200], [`${id}. ${narrowed}`]]);
});

test.each([
  ['doctors', [200, 200]],
  ['verified', [403, 200]],
])('what the operator has set holds before and after: CASES_READING=%s', async (CASES_READING, statuses) => {
  const { editor, reads, log, publish } = await open({ CASES_READING });
  expect(await reads()).toEqual(statuses);
  await publish();
  expect([await reads(), await log()]).toEqual([statuses, []]);
  expect((await editor.get('/api/editors/cases')).data).toMatchObject({
    audience: CASES_READING,
    isChosen: true,
  });
});
