import { expect, onTestFinished, test } from 'vitest';
import { checklist } from '#domain/cases.ts';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';

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

/** A portal with a verified author, an editor, and both kinds of readers. */
async function open(settings: Record<string, string>) {
  const portal = await startTestPortal({ settings });
  onTestFinished(() => portal.close());
  const enter = async (type: 'doctor' | 'editor', email: string, more = {}) =>
    await withSession(portal, await addPerson(portal, type, { email, ...more }));
  const author = await enter('doctor', 'author@example.ru', { verified_at: at });
  const editor = await enter('editor', 'editor@example.ru');
  const unverified = await enter('doctor', 'unverified@example.ru');
  const verified = await enter('doctor', 'verified@example.ru', { verified_at: at });
  const fill = async (browser: Browser) => {
    const filled = { ...content, diseases: [portal.sample.gaucher] };
    const { data: own } = await browser.post('/api/cases/add', { content: filled }, 'json');
    return await browser.post(`/api/user/cases/${own.id}/submit`, { version: own.version }, 'json');
  };
  return {
    portal,
    editor,
    unverified,
    fill,
    /** Statuses of the case list and `reads_cases` for both doctors. */
    reads: async () =>
      await Promise.all([unverified, verified].map(async (one) => (await one.get('/api/cases')).status)),
    accounts: async () =>
      await Promise.all(
        [unverified, verified].map(async (one) => (await one.get('/api/user')).data.reads_cases),
      ),
    finds: async () =>
      (await unverified.get(`/api/fast-search?query=${encodeURIComponent('спленомегалия')}`)).text.includes(
        '"cases"',
      ),
    publish: async () => {
      const { data: sent, errors } = await fill(author);
      expect(errors).toBeUndefined();
      const accepted = await editor.post(
        `/api/editors/cases/${sent.id}/accept`,
        { version: sent.version, checks: Object.keys(checklist) },
        'json',
      );
      expect(accepted.errors).toBeUndefined();
      return accepted.data as { id: number; version: number };
    },
  };
}

test.each<[string, Record<string, string>, number[], boolean]>([
  ['without a setting', {}, [200, 200], true],
  ['with doctors', { CASES_READING: 'doctors' }, [200, 200], true],
  ['with verified', { CASES_READING: 'verified' }, [403, 200], false],
])(
  `%s the same doctors read cases before and after the first one is published (${dialect}) (G73, B205)`,
  async (_, settings, statuses, isOpen) => {
    const { portal, editor, reads, accounts, finds, publish } = await open(settings);
    expect([await reads(), await accounts()]).toEqual([statuses, [isOpen, true]]);
    await publish();
    expect([await reads(), await finds()]).toEqual([statuses, isOpen]);
    const { data } = await editor.get('/api/editors/cases');
    expect(data.audience).toBe(isOpen ? 'doctors' : 'verified');
    const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
    expect(paths['/api/cases'].get['x-access']).toBe(isOpen ? 'doctor' : 'verified-doctor');
  },
);

test('publishing and answering need a verified doctor even where all doctors read (G73)', async () => {
  const { unverified, fill, publish } = await open({});
  const { id } = await publish();
  expect((await fill(unverified)).status).toBe(403);
  const answer = await unverified.post(`/api/cases/${id}/answers`, {}, 'json');
  expect(answer.status).toBe(403);
});
