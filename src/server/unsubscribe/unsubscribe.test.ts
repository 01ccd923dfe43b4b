import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, openBrowser, withSession } from '../../../tests/sample/people.ts';
import { printOf, signToken, type MailSort } from '../mail/signed-token.ts';
import { putLetter } from '../mail/outbox.ts';
import { openTransport } from '../mail/transport.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const sign = (userId: number, sort: MailSort, at = new Date()) =>
  portal.database.transaction((tx) => signToken(tx, { userId, sort }, at));

/** A mail program's one-click unsubscribe (RFC 8058): no page, cookie or origin. */
const oneClick = (token: string) =>
  portal.app.inject({
    method: 'POST',
    url: `/api/unsubscribe?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

async function follower(email: string) {
  const user = await addPerson(portal, 'doctor', { email });
  const browser = await withSession(portal, user);
  await browser.post('/api/subscribes/add', { id: portal.sample.gaucher, frequency: 'now' });
  await browser.post('/api/subscribes/add', { id: portal.sample.fabry, frequency: 'weekly' });
  const frequencies = async () =>
    (await browser.get('/api/subscribes')).data
      .map((item: { id: string; frequency: string }) => item.frequency)
      .toSorted();
  return { user, browser, frequencies };
}

test(`one click in a mail program ends digests, and another restores them (${dialect})`, async () => {
  const { user, browser, frequencies } = await follower('click@example.ru');
  const token = await sign(user.id, 'digest');
  for (let click = 0; click < 2; click += 1) {
    const answer = await oneClick(token);
    expect([answer.statusCode, answer.json().data.state]).toEqual([200, 'off']);
    expect(await frequencies()).toEqual(['off', 'off']);
    expect((await browser.get('/api/user')).data.frequency).toBe('off');
  }
  const undo = await openBrowser(portal).post('/api/unsubscribe/undo', { token });
  expect(undo.data).toMatchObject({ state: 'on', message: expect.stringContaining('приходят') });
  expect(await frequencies()).toEqual(['now', 'weekly']);
  expect((await browser.get('/api/user')).data.frequency).toBe('weekly');
});

test('undo keeps what was chosen after the click', async () => {
  const { user, browser, frequencies } = await follower('chosen@example.ru');
  const token = await sign(user.id, 'digest');
  await oneClick(token);
  await browser.post('/api/subscribes/add', { id: portal.sample.gaucher, frequency: 'weekly' });
  await openBrowser(portal).post('/api/unsubscribe/undo', { token });
  expect(await frequencies()).toEqual(['weekly', 'weekly']);
});

test('undo restores the chosen frequencies, not the defaults', async () => {
  const { user, browser } = await follower('kinds@example.ru');
  const choose = (kind: string, frequency: string) =>
    browser.post('/api/user/notifications/choices', { kind, frequency });
  const frequencyOf = async (kind: string) =>
    (await browser.get('/api/user/notifications/choices')).data.find(
      (choice: { kind: string }) => choice.kind === kind,
    ).frequency;
  await choose('case-answer', 'daily');
  await choose('case-published', 'off');
  const token = await sign(user.id, 'digest');
  await oneClick(token);
  expect(await frequencyOf('case-answer')).toBe('off');
  expect(await frequencyOf('agreement')).toBe('off');
  await openBrowser(portal).post('/api/unsubscribe/undo', { token });
  expect(await frequencyOf('case-answer')).toBe('daily');
  expect(await frequencyOf('case-published')).toBe('off');
  expect(await frequencyOf('agreement')).toBe('daily');
  await oneClick(token);
  await choose('agreement', 'weekly');
  await openBrowser(portal).post('/api/unsubscribe/undo', { token });
  expect(await frequencyOf('agreement')).toBe('weekly');
});

test('mailings end with their consent and return with a new one', async () => {
  const { user, browser } = await follower('mailings@example.ru');
  await browser.post('/api/user/subscribe/set', { id: ['news', 'events'] });
  const token = await sign(user.id, 'mailings');
  expect((await oneClick(token)).json().data.state).toBe('off');
  const consents = async () =>
    (await browser.get('/api/user/consents')).data.map(
      ({ withdrawn_at: at }: { withdrawn_at: string | null }) => at === null,
    );
  expect((await browser.get('/api/user')).data.mailings).toEqual([]);
  expect(await consents()).toEqual([false]);
  await openBrowser(portal).post('/api/unsubscribe/undo', { token });
  expect((await browser.get('/api/user')).data.mailings).toEqual(['events', 'news']);
  expect(await consents()).toEqual([false, true]);
});

test('the link of one mailing ends that one, and the consent stays for others', async () => {
  const { user, browser } = await follower('one-mailing@example.ru');
  await browser.post('/api/user/subscribe/set', { id: ['news', 'events'] });
  const token = await portal.database.transaction((tx) =>
    signToken(tx, { userId: user.id, sort: 'mailings', subject: 'news' }, new Date()),
  );
  expect((await oneClick(token)).json().data.state).toBe('off');
  expect((await browser.get('/api/user')).data.mailings).toEqual(['events']);
  expect((await browser.get('/api/user/consents')).data).toMatchObject([{ withdrawn_at: null }]);
});

test('a forged, expired or orphaned token gets a clear message and does nothing', async () => {
  const { user, frequencies } = await follower('tokens@example.ru');
  const other = await follower('other@example.ru');
  const token = await sign(user.id, 'digest');
  const [, ...rest] = token.split('.');
  const forged = [
    `${other.user.id}.${rest.join('.')}`,
    token.replace('digest', 'mailings'),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    'abc',
    '',
  ];
  for (const wrong of forged) {
    const answer = await oneClick(encodeURIComponent(wrong));
    expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
    expect(answer.json().errors[0].message).toMatch(/Ссылка неверна/);
  }
  const old = await sign(user.id, 'digest', new Date(Date.now() - 800 * 86_400_000));
  expect((await oneClick(old)).json().errors[0].message).toContain('Ссылка устарела');
  expect(await frequencies()).toEqual(['now', 'weekly']);
  expect(await other.frequencies()).toEqual(['now', 'weekly']);
  const gone = await oneClick(await sign(999_999, 'digest'));
  expect(gone.json().data.state).toBe('gone');
});

test('mailing letters have the headers of RFC 8058, service letters none', async () => {
  const { user } = await follower('headers@example.ru');
  const at = new Date();
  const token = await sign(user.id, 'digest', at);
  const context = { settings: portal.settings, now: () => at };
  const letter = { subject: 'Письмо', before: ['Слово'] };
  const written = { kind: 'headers', to: user };
  const unsubscribe = { userId: user.id, sort: 'digest' } as const;
  await portal.database.transaction(async (tx) => {
    await putLetter(tx, context, { ...written, unsubscribe }, letter);
    await putLetter(tx, context, written, letter);
  });
  const rows = await portal.database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'headers')
    .orderBy('id')
    .execute();
  const transport = openTransport(portal.settings);
  const headers = [];
  for (const row of rows) {
    await transport.send(row, 'Портал');
    const file = path.join(
      portal.settings.DATA_DIR,
      'mail',
      `${String(row.id).padStart(6, '0')}-headers.eml`,
    );
    const parsed = await PostalMime.parse(await readFile(file));
    headers.push(Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])));
  }
  transport.close();
  expect(headers[0]).toMatchObject({
    'list-unsubscribe': `<${portal.settings.SITE_URL}/api/unsubscribe?token=${token}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(Object.keys(headers[1] ?? {}).filter((key) => key.startsWith('list-'))).toEqual([]);
});

test('a link ends letters of one object or kind and leaves others', async () => {
  const { user, browser } = await follower('one@example.ru');
  const signOf = (sort: MailSort, subject: string) =>
    portal.database.transaction((tx) => signToken(tx, { userId: user.id, sort, subject }, new Date()));
  const gaucher = printOf(`disease:${portal.sample.gaucher}`);
  const ended = await oneClick(await signOf('digest', gaucher));
  expect(ended.json().data).toEqual({
    state: 'off',
    message: 'Письма об изменениях («Болезнь Гоше») больше не приходят.',
  });
  const chosen = (await browser.get('/api/subscribes')).data.map(
    ({ id, frequency }: { id: string; frequency: string }) => [Number(id), frequency],
  );
  expect(chosen).toContainEqual([portal.sample.gaucher, 'off']);
  expect(chosen).toContainEqual([portal.sample.fabry, 'weekly']);
  const token = await signOf('notice', 'case-answer');
  expect((await oneClick(token)).json().data.state).toBe('off');
  const choices = async () =>
    Object.fromEntries(
      (await browser.get('/api/user/notifications/choices')).data.map(
        ({ kind, frequency }: { kind: string; frequency: string }) => [kind, frequency],
      ),
    );
  expect(await choices()).toMatchObject({ 'case-answer': 'off', 'case-decision': 'now' });
  await openBrowser(portal).post('/api/unsubscribe/undo', { token });
  expect(await choices()).toMatchObject({ 'case-answer': 'now' });
});

test('a link does not reveal the account id, and earlier links stay valid', async () => {
  const { user } = await follower('number@example.ru');
  const token = await sign(user.id, 'digest');
  const [shown] = token.split('.');
  expect(shown).toMatch(/^[\w-]{22}$/);
  const key = await portal.database.kysely
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'letters')
    .executeTakeFirstOrThrow();
  const [, sort, day] = token.split('.');
  const payload = `${user.id}.${sort}.${day}`;
  const mac = createHmac('sha256', key.value).update(`unsubscribe ${payload}`).digest('base64url');
  expect((await oneClick(`${payload}.${mac}`)).json().data.state).toBe('off');
  expect((await oneClick(token)).json().data.state).toBe('off');
});
