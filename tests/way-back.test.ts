import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accesses, type Access } from '#contract/call.ts';
import { checklist } from '#domain/cases.ts';
import { createContext } from '#server/request/context.ts';
import { runSchedules } from '#server/editors/schedule.ts';
import { signToken } from '#server/mail/signed-token.ts';
import type { UserRow } from '#server/database/tables.ts';
import { startTestPortal, type Answer, type TestPortal } from './sample/application.ts';
import { dialect } from './sample/database.ts';
import { lines } from './sample/import.ts';
import {
  addPerson,
  codeIn,
  lettersTo,
  openBrowser,
  password,
  withSession,
  type Browser,
  type Fields,
} from './sample/people.ts';

let portal: TestPortal;
let anna: Browser;
let boris: Browser;
let admin: Browser;
let author: Browser;
const at = new Date().toISOString();

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const add = async (email: string, ...[type, more]: [Parameters<typeof addPerson>[1], Partial<UserRow>?]) =>
    await withSession(portal, await addPerson(portal, type, { email, ...more }));
  anna = await add('anna@example.ru', 'editor', { name: 'Анна' });
  boris = await add('boris@example.ru', 'editor', { name: 'Борис' });
  admin = await add('admin@example.ru', 'admin');
  author = await add('author@example.ru', 'doctor', { verified_at: at });
});
afterAll(() => portal.close());

/** Calls that restore an earlier state, with access written out. */
const waysBack: Record<string, { access: Access; input?: Fields }> = {
  'POST /api/auth/restore/send': { access: 'anonymous' },
  'POST /api/auth/restore': { access: 'anonymous' },
  'POST /api/user/email/stop': { access: 'anonymous' },
  'POST /api/unsubscribe/undo': { access: 'anonymous' },
  'POST /api/user/consents/withdraw': { access: 'partner', input: { purpose: 'mailings' } },
  'POST /api/user/cases/{id}/withdraw': { access: 'doctor', input: { version: 1 } },
  'POST /api/user/cases/{id}/discard': { access: 'doctor', input: { version: 1 } },
  'POST /api/editors/records/{id}/restore': { access: 'editor', input: { version: 1, expected_version: 0 } },
  'POST /api/editors/records/{id}/discard': { access: 'editor', input: { expected_version: 0 } },
  'POST /api/editors/records/{id}/schedule/cancel': { access: 'editor', input: { schedule: 1 } },
  'POST /api/editors/imports/{id}/undo': { access: 'editor' },
  'POST /api/editors/broadcasts/{id}/send': {
    access: 'editor',
    input: { version: 1, password },
  },
  'POST /api/editors/letters/{id}/repeat': { access: 'editor' },
  'POST /api/editors/purges/{id}/repeat': { access: 'editor' },
  'POST /api/editors/users/{id}/unblock': { access: 'admin', input: { reason: 'Ошибка' } },
  'POST /api/editors/users/{id}/second-factor/reset': { access: 'admin', input: { reason: 'Потерян' } },
  'POST /api/admin/rollback': { access: 'admin', input: { publication: 1, reason: 'Назад' } },
};
const names = Object.keys(waysBack);
const guarded = Object.entries(waysBack).filter(([, { access }]) => access !== 'anonymous');

const urlOf = (name: string) =>
  (name.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, String(portal.sample.gaucher));

test('every call named like a restoration is in the table of these tests', async () => {
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text) as {
    paths: Record<string, object>;
  };
  const isBack = /(undo|restore|rollback|resume|revert|reopen|withdraw|discard|cancel|repeat|unblock|reset)/;
  const found = Object.entries(paths).flatMap(([url, methods]) =>
    Object.keys(methods).flatMap((method) => (isBack.test(url) ? [`${method.toUpperCase()} ${url}`] : [])),
  );
  expect(found.filter((name) => !names.includes(name))).toEqual([]);
});

test.each(guarded)('%s is rejected without a session', async (name, { input = {} }) => {
  expect((await openBrowser(portal).post(urlOf(name), input, 'json')).status).toBe(401);
});

test.each(guarded)('%s is rejected for a lower role, before and after losing it', async (name, call) => {
  const lower = accesses[accesses.indexOf(call.access) - 1];
  const typeOf = { partner: 'patient', doctor: 'doctor', 'verified-doctor': 'doctor' } as const;
  const lowerType = lower && lower in typeOf ? typeOf[lower as keyof typeof typeOf] : 'editor';
  const send = (browser: Browser) => browser.post(urlOf(name), call.input ?? {}, 'json');
  const email = `${names.indexOf(name)}@example.ru`;
  if (call.access !== 'partner') {
    const early = await addPerson(portal, lowerType, { email: `early-${email}` });
    expect((await send(await withSession(portal, early))).status).toBe(403);
  }
  const type = call.access === 'partner' ? 'patient' : (call.access as 'doctor' | 'editor' | 'admin');
  const late = await addPerson(portal, type, { email: `late-${email}` });
  const browser = await withSession(portal, late);
  const change = call.access === 'partner' ? { blocked_at: at } : { type: lowerType };
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set(change).where('id', '=', late.id).execute(),
  );
  expect([401, 403]).toContain((await send(browser)).status);
});

const ok = (answer: Answer): Answer => {
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer;
};
const record = async (id: number) => (await anna.get(`/api/editors/records/${id}`)).data;
const need = async (kind: string, is_required: boolean) =>
  ok(await admin.post('/api/editors/review-rules', { kind, is_required: String(is_required) }));

async function saveText(id: number, about: string, by = anna) {
  const { draft, version } = await record(id);
  const expected_version = draft?.version ?? 0;
  const fields = JSON.stringify({ about });
  ok(
    await by.post(
      `/api/editors/records/${id}/draft`,
      { fields, expected_version, base_version: version },
      'json',
    ),
  );
}
const publish = async (id: number, by = anna) =>
  await by.post(`/api/editors/records/${id}/publish`, {
    expected_version: (await record(id)).draft.version,
    reason: 'Правка',
  });

let codes = 910_000;
/** A disease published twice by one editor, with the version of its first text. */
async function twicePublished(): Promise<{ id: number; version: number }> {
  codes += 1;
  const fields = JSON.stringify({ title: `Болезнь ${codes}`, title_status: 'established', about: 'Первый.' });
  const { data } = ok(await anna.post('/api/editors/records', { kind: 'disease', fields }, 'json'));
  ok(await anna.post(`/api/editors/records/${data.id}/publish`, { expected_version: 0, reason: 'Новая' }));
  const { version } = await record(data.id);
  await saveText(data.id, 'Второй.');
  ok(await publish(data.id));
  return { id: data.id, version };
}
const shownText = async (id: number) => (await portal.get(`/api/diseases/${id}`)).data?.about;

describe(`a kind with a second editor (${dialect})`, () => {
  test('rolls back through review as part of the catalogue', async () => {
    const { id } = await twicePublished();
    const seq = async () =>
      (
        await portal.database.kysely
          .selectFrom('records')
          .select((eb) => eb.fn.max('changed_seq').as('seq'))
          .executeTakeFirstOrThrow()
      ).seq ?? 0;
    const before = await seq();
    await portal.database.transaction((tx) =>
      tx
        .insertInto('publications')
        .values({
          id: 901,
          mode: 'content',
          state: 'live',
          started_at: at,
          live_at: at,
          seq: before,
          pages: 0,
          rendered: 0,
          changed: 0,
          removed: 0,
          changed_addresses: '[]',
          removed_addresses: '[]',
        })
        .execute(),
    );
    await saveText(id, 'Третий.');
    ok(await publish(id));
    await need('disease', true);
    const wish = { publication: '901', reason: 'Вернуть' };
    const tried = ok(await admin.post('/api/admin/rollback', { ...wish, dry_run: 'true' }));
    expect(tried.data).toMatchObject({ for_review: [{ id }], refused: [] });
    expect((await record(id)).draft).toBeNull();
    ok(await admin.post('/api/admin/rollback', wish));
    expect(await shownText(id)).toBe('Третий.');
    ok(await publish(id, boris));
    expect(await shownText(id)).toBe('Второй.');
    await need('disease', false);
  });

  test('goes back through review when an import older than the rule is undone', async () => {
    const orpha = (codes += 1);
    const send = async (key: string, about: string) => {
      const data = { title: `Болезнь ${orpha}`, title_status: 'established', orpha, about };
      const source = {
        title: 'Справочник',
        publisher: 'Издатель',
        date: '2026-11-01',
        fields: ['title', 'about'],
      };
      const file = new File([lines({ kind: 'disease', data, sources: [source] })], 'file.ndjson');
      const { data: made } = ok(
        await anna.post('/api/editors/imports', { format: '', file }, 'multipart', {
          'idempotency-key': `way-back-${key}`,
        }),
      );
      await portal.importJobs.idle();
      const call = `/api/editors/imports/${made.id}`;
      await anna.post(`${call}/choose`, { choice: 'safe' });
      const { version } = (await anna.get(call)).data;
      ok(await anna.post(`${call}/apply`, { mode: 'publish', expected_version: version }));
      await portal.importJobs.idle();
      return call;
    };
    await send('former', 'Прежний.');
    const call = await send('new', 'Новый.');
    const { id } = await portal.database.kysely
      .selectFrom('records')
      .select('id')
      .where('external', '=', `ORPHA:${orpha}`)
      .executeTakeFirstOrThrow();
    expect(await shownText(id)).toBe('Новый.');
    await need('disease', true);
    ok(await anna.post(`${call}/undo`, {}));
    await portal.importJobs.idle();
    expect((await anna.get(call)).data.counts).toMatchObject({ undone: 0, left: 1 });
    expect(await shownText(id)).toBe('Новый.');
    expect((await publish(id, anna)).status).toBe(409);
    ok(await publish(id, boris));
    expect(await shownText(id)).toBe('Прежний.');
    await need('disease', false);
  });

  test('restores a version as a draft that its editor cannot publish', async () => {
    const { id, version } = await twicePublished();
    await need('disease', true);
    ok(await anna.post(`/api/editors/records/${id}/restore`, { version, expected_version: 0 }));
    expect((await publish(id)).status).toBe(409);
    const { draft } = await record(id);
    const submitted = { note: 'Вернуть', expected_version: draft.version };
    ok(await anna.post(`/api/editors/records/${id}/submit`, submitted));
    expect((await publish(id)).status).toBe(409);
    ok(await publish(id, boris));
    expect(await shownText(id)).toBe('Первый.');
    await need('disease', false);
  });

  test('is not published on schedule with text unseen by the second editor', async () => {
    const { id } = await twicePublished();
    await need('disease', true);
    const submit = async () => {
      const { draft } = await record(id);
      ok(await anna.post(`/api/editors/records/${id}/submit`, { note: '', expected_version: draft.version }));
    };
    await saveText(id, 'Виденный.');
    await submit();
    const due_at = new Date(Date.now() + 60_000).toISOString();
    ok(await boris.post(`/api/editors/records/${id}/schedule`, { action: 'publish', due_at, reason: '' }));
    await saveText(id, 'Невиданный.');
    await submit();
    await runSchedules(createContext({ ...portal, now: () => new Date(Date.now() + 120_000) }));
    expect(await shownText(id)).toBe('Второй.');
    await need('disease', false);
  });
});

test('a missing picture blocks restoring a version that uses it', async () => {
  const { id, version } = await twicePublished();
  const { data } = await portal.database.kysely
    .selectFrom('revisions')
    .select('data')
    .where('record_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const about = `Текст.\n\n![Снимок](/media/${'a'.repeat(32)}-480.webp)`;
  await portal.database.transaction((tx) =>
    tx
      .updateTable('revisions')
      .set({ data: JSON.stringify({ ...JSON.parse(data), about }) })
      .where('record_id', '=', id)
      .where('version', '=', version)
      .execute(),
  );
  ok(await anna.post(`/api/editors/records/${id}/restore`, { version, expected_version: 0 }));
  const answer = await publish(id);
  expect([answer.status, answer.errors[0]?.message]).toEqual([422, expect.stringContaining('Картинки')]);
  expect(await shownText(id)).toBe('Второй.');
});

const checks = Object.keys(checklist);
const content = () => ({
  title: 'Спленомегалия у взрослого',
  diseases: [portal.sample.gaucher],
  age_band: 'middle',
  sex: 'female',
  complaint: 'Утомляемость.',
  signs: [{ hpo: 'HP:0001744', title: 'Спленомегалия', presence: 'yes' }],
  basis: 'consent',
  authorship: 'named',
  rarity_accepted: true,
});

describe("a case and the patient's consent", () => {
  const url = (id: number, name: string) => `/api/user/cases/${id}/${name}`;
  const own = async (id: number) => (await author.get(`/api/user/cases/${id}`)).data;
  const step = async (id: number, name: string) =>
    await author.post(url(id, name), { version: (await own(id)).version }, 'json');
  const decide = async (id: number, name: string, more: Fields = {}) =>
    await anna.post(
      `/api/editors/cases/${id}/${name}`,
      { version: (await own(id)).version, ...more },
      'json',
    );

  async function sentWithPaper(): Promise<{ id: number; file: number }> {
    const { data } = ok(await author.post('/api/cases/add', { content: content() }, 'json'));
    const file = new File([await paper()], 'согласие.png', { type: 'image/png' });
    const kept = ok(await author.post(url(data.id, 'files'), { file, role: 'consent' }, 'multipart'));
    ok(await step(data.id, 'submit'));
    expect((await anna.get(`/api/editors/cases/${data.id}/files/${kept.data.id}`)).status).toBe(200);
    return { id: data.id, file: kept.data.id };
  }
  async function paper(): Promise<Uint8Array<ArrayBuffer>> {
    const { default: sharp } = await import('sharp');
    const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } });
    return new Uint8Array(await drawn.png().toBuffer());
  }

  test.each([
    ['withdrawn', async (id: number) => ok(await step(id, 'withdraw'))],
    [
      'returned by the editor',
      async (id: number) =>
        ok(await decide(id, 'return', { remarks: [{ field: 'complaint', text: 'Не то согласие.' }] })),
    ],
  ])('is not resubmitted without it once it was %s and its author removed the consent', async (_, goBack) => {
    const { id, file } = await sentWithPaper();
    await goBack(id);
    ok(await author.post(url(id, `files/${file}/remove`), {}, 'json'));
    const repeated = await step(id, 'submit');
    expect([repeated.status, repeated.errors[0]?.message]).toEqual([
      400,
      expect.stringContaining('согласие'),
    ]);
  });

  test('is not restored by discarding an edit after an editor archived it', async () => {
    const { id } = await sentWithPaper();
    ok(await decide(id, 'accept', { checks }));
    const { version, content: shown } = await own(id);
    const edit = { version, content: { ...shown, complaint: 'Слабость.' } };
    ok(await author.post(`/api/user/cases/${id}`, edit, 'json'));
    ok(await decide(id, 'archive', { reason: 'other', text: 'Пациент отозвал согласие.' }));
    expect((await step(id, 'discard')).status).toBe(409);
    expect((await author.get(`/api/cases/${id}`)).status).toBe(404);
  });
});

describe('letters', () => {
  async function reader(name: string) {
    const user = await addPerson(portal, 'doctor', { email: `${name}@example.ru` });
    const browser = await withSession(portal, user);
    ok(await browser.post('/api/user/subscribe/set', { id: ['news'] }));
    const token = await portal.database.transaction((tx) =>
      signToken(tx, { userId: user.id, sort: 'mailings', subject: 'news' }, new Date()),
    );
    const undo = () => openBrowser(portal).post('/api/unsubscribe/undo', { token });
    const stop = async () => ok(await openBrowser(portal).post('/api/unsubscribe', { token }));
    const mailings = async () =>
      (
        await portal.database.kysely
          .selectFrom('preferences')
          .select('topic')
          .where('user_id', '=', user.id)
          .where('frequency', '!=', 'off')
          .execute()
      ).length;
    return { user, browser, undo, stop, mailings };
  }

  test('are not resumed by an old link once the consent was withdrawn, before or after it', async () => {
    const early = await reader('early-withdrawn');
    ok(await early.browser.post('/api/user/consents/withdraw', { purpose: 'mailings' }));
    await early.undo();
    const late = await reader('late-withdrawn');
    await late.stop();
    ok(await late.browser.post('/api/user/consents/withdraw', { purpose: 'mailings' }));
    await late.undo();
    expect([await early.mailings(), await late.mailings()]).toEqual([0, 0]);
  });

  test('are not resumed by a link for a changed consent document, nor for a blocked account', async () => {
    const changed = await reader('changed');
    await changed.stop();
    await portal.database.transaction((tx) =>
      tx
        .updateTable('consents')
        .set({ version: '2020-01-01 abc' })
        .where('user_id', '=', changed.user.id)
        .execute(),
    );
    expect((await changed.undo()).status).toBe(409);
    const blocked = await reader('blocked');
    await blocked.stop();
    await portal.database.transaction((tx) =>
      tx.updateTable('users').set({ blocked_at: at }).where('id', '=', blocked.user.id).execute(),
    );
    expect((await blocked.undo()).status).toBe(409);
    expect([await changed.mailings(), await blocked.mailings()]).toEqual([0, 0]);
  });

  test('are not queued again for former subscribers', async () => {
    const { user, stop } = await reader('ended');
    await portal.database.transaction(async (tx) => {
      await tx
        .insertInto('broadcasts')
        .values({
          id: 902,
          mailing: 'news',
          subject: 'Новости',
          body: 'Текст',
          state: 'sent',
          version: 1,
          created_at: at,
          updated_at: at,
        })
        .execute();
    });
    const { putLetter } = await import('#server/mail/outbox.ts');
    const id = await portal.database.transaction(async (tx) => {
      const letter = await putLetter(
        tx,
        { settings: portal.settings, now: () => new Date() },
        { kind: 'mailing', to: user },
        { subject: 'Новости', before: ['Текст'] },
      );
      await tx
        .insertInto('broadcast_letters')
        .values({ broadcast_id: 902, user_id: user.id, letter_id: letter })
        .execute();
      return letter;
    });
    ok(await anna.post(`/api/editors/letters/${id}/repeat`, {}));
    await stop();
    expect((await anna.post(`/api/editors/letters/${id}/repeat`, {})).status).toBe(409);
  });
});

describe('an account', () => {
  const setPassword = (code: string) =>
    openBrowser(portal).post('/api/auth/restore', {
      code,
      password: 'семь холодных яблок',
      confirm_password: 'семь холодных яблок',
    });

  test('that was blocked gets no new password by an earlier link, nor a session by a later one', async () => {
    const user = await addPerson(portal, 'doctor', { email: 'restored@example.ru' });
    const send = () => openBrowser(portal).post('/api/auth/restore/send', { email: user.email });
    await send();
    const code = await codeIn(portal, user.email);
    expect(code).not.toBe('');
    const call = `/api/editors/users/${user.id}`;
    ok(await admin.post(`${call}/block`, { reason: 'Проверка' }));
    expect((await setPassword(code)).status).toBe(400);
    const before = (await lettersTo(portal, user.email)).length;
    await send();
    expect(await lettersTo(portal, user.email)).toHaveLength(before);
    const login = () => openBrowser(portal).post('/api/auth/login', { email: user.email, password });
    expect((await login()).status).not.toBe(200);
    ok(await admin.post(`${call}/unblock`, { reason: 'Ошибка' }));
    expect((await login()).status).toBe(200);
  });

  test('of an administrator cannot unblock itself or reset its own second factor', async () => {
    const user = await addPerson(portal, 'admin', { email: 'self@example.ru' });
    const browser = await withSession(portal, user);
    for (const name of ['unblock', 'second-factor/reset'])
      expect((await browser.post(`/api/editors/users/${user.id}/${name}`, { reason: 'Я' })).status).toBe(409);
  });
});
