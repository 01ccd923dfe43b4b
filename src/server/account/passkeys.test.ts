import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { Authenticator, type Forged } from '../../../tests/sample/authenticator.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  actionLettersTo,
  openBrowser,
  password,
  signedIn,
  type Browser,
} from '../../../tests/sample/people.ts';
import { totpOf } from './factor-codes.ts';
import { resetFactorByOperator } from './operator.ts';

const origin = 'https://register.example';

let portal: TestPortal;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ settings: { SITE_URL: origin }, now: () => time });
});
afterAll(() => portal.close());
beforeEach(() => {
  time = new Date();
});

const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
const logIn = (browser: Browser, email: string) => browser.post('/api/auth/login', { email, password });
const fieldOf = ({ errors }: Awaited<ReturnType<Browser['post']>>) => errors[0]?.customData?.field;
const auditedActions = async (userId: number) =>
  (
    await portal.database.kysely
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ action, details }) => (details ? `${action}: ${details}` : action));
const subjectsTo = async (email: string) =>
  (await actionLettersTo(portal, email)).map(({ subject }) => subject);

/** The cookie prefix of https. */
const sid = '__Host-sid';

interface Added {
  browser: Browser;
  device?: Authenticator;
  name?: string;
  showing?: object;
  forged?: Forged;
}

async function addKey({
  browser,
  device = new Authenticator(origin),
  name = 'Телефон',
  showing = {},
  forged = {},
}: Added) {
  const begun = await browser.post('/api/user/passkeys/begin', { password, ...showing });
  if (begun.status !== 200) return begun;
  return await browser.post('/api/user/passkeys/add', { name, passkey: device.create(begun.data, forged) });
}

let people = 0;
/** A doctor with a passkey, in the browser that added it. */
async function withKey(type: 'doctor' | 'editor' = 'doctor') {
  people += 1;
  const email = `key${people}@example.ru`;
  const user = await addPerson(portal, type, { email });
  await portal.database.transaction((tx) =>
    tx.deleteFrom('factors').where('user_id', '=', user.id).execute(),
  );
  const browser = await signedIn(portal, email);
  const device = new Authenticator(origin);
  const added = await addKey({ browser, device });
  expect(added.status).toBe(200);
  return { email, user, browser, device, codes: added.data.recovery_codes as string[] };
}

/** Signs in by passkey alone in a separate browser. */
async function enter(device: Authenticator, forged: Forged = {}, browser = openBrowser(portal)) {
  const { data } = await browser.post('/api/auth/passkey/challenge');
  const answer = await browser.post('/api/auth/passkey', { passkey: device.get(data, forged) });
  return { browser, answer, options: data };
}

/** A browser after the password step, with its challenge. */
async function halfway(email: string) {
  const browser = openBrowser(portal);
  const { data: step } = await logIn(browser, email);
  const { data: options } = await browser.post('/api/auth/second-factor/challenge');
  return { browser, step, options };
}

const remove = (browser: Browser, id: string, showing: object) =>
  browser.post('/api/user/passkeys/remove', { id, password, ...showing });

/** Passkey as reauthentication. */
async function shown(browser: Browser, device: Authenticator) {
  const { data } = await browser.post('/api/user/passkeys/challenge');
  return { passkey: device.get(data) };
}

test(`a passkey is added by its owner, named, and enables the second step (${dialect})`, async () => {
  const email = 'adds@example.ru';
  const user = await addPerson(portal, 'doctor', { email });
  const [browser, other] = [await signedIn(portal, email), await signedIn(portal, email)];
  const device = new Authenticator(origin);
  expect(fieldOf(await browser.post('/api/user/passkeys/begin', { password: 'мимо' }))).toBe('password');
  const begun = await browser.post('/api/user/passkeys/begin', { password });
  expect(begun.data).toMatchObject({
    rp: { id: 'register.example' },
    user: { name: email },
    excludeCredentials: [],
    attestation: 'none',
    timeout: 300_000,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const added = await browser.post('/api/user/passkeys/add', {
    name: '  Рабочий ноутбук ',
    passkey: device.create(begun.data),
  });
  expect([added.status, new Set(added.data.recovery_codes).size]).toEqual([200, 10]);
  expect((await other.get('/api/user')).data).toBeNull();
  expect((await browser.get('/api/user')).data).toMatchObject({ second_factor: 'on', factors: ['passkey'] });
  const { data: factor } = await browser.get('/api/user/second-factor');
  expect(factor).toMatchObject({
    state: 'on',
    confirmed_at: null,
    codes_left: 10,
    may_add_passkey: 'yes',
    passkeys: [{ id: device.keys[0]?.id, name: 'Рабочий ноутбук', used_at: null }],
  });
  expect(await subjectsTo(email)).toEqual(['Ключ доступа добавлен']);
  expect((await actionLettersTo(portal, email))[0]?.text).toContain('«Рабочий ноутбук»');
  expect(await auditedActions(user.id)).toContain('added a passkey: Рабочий ноутбук');
  const { id } = factor.passkeys[0];
  const renamed = await browser.post('/api/user/passkeys/rename', { id, name: 'Ноутбук дома' });
  expect(renamed.data).toMatchObject([{ id, name: 'Ноутбук дома' }]);
  expect(fieldOf(await browser.post('/api/user/passkeys/rename', { id, name: ' ' }))).toBe('name');
  // Included in the export of personal data.
  expect((await browser.get('/api/user/export?format=json')).text).toContain('Ноутбук дома');
});

test('a key alone is both factors', async () => {
  const { device, email, user } = await withKey();
  later(60);
  const { answer, browser, options } = await enter(device);
  expect(options).toMatchObject({ rpId: 'register.example', userVerification: 'required' });
  expect(options).not.toHaveProperty('allowCredentials');
  expect([answer.status, answer.data.email, answer.data.factors]).toEqual([200, email, ['passkey']]);
  expect((await browser.get('/api/user/sessions')).status).toBe(200);
  expect(browser.cookies.has('__Host-passkey')).toBe(false);
  const { data } = await browser.get('/api/user/second-factor');
  expect(data.passkeys[0].used_at).toBe(time.toISOString());
  expect(await auditedActions(user.id)).toContain('signed in: ключ доступа «Телефон»');
});

test('a passkey is a second step beside authenticator and recovery codes', async () => {
  const { device, email, browser, codes } = await withKey();
  const proof = await shown(browser, device);
  const { data: setup } = await browser.post('/api/user/second-factor/setup', { password, ...proof });
  const code = totpOf(setup.secret, '').generate({ timestamp: time.getTime() });
  const { data: given } = await browser.post('/api/user/second-factor/confirm', { code });
  expect(given.recovery_codes).not.toContain(codes[0]);
  later(60);
  const half = await halfway(email);
  expect(half.step).toEqual({ state: 'second-factor-needed', factors: ['application', 'passkey'] });
  expect(half.options).toMatchObject({
    userVerification: 'preferred',
    allowCredentials: [{ id: device.keys[0]?.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
  });
  // User verification is not needed after the password.
  const passkey = device.get(half.options, { isUnverified: true, handle: undefined });
  const done = await half.browser.post('/api/auth/second-factor', { passkey });
  expect([done.status, done.data.email]).toEqual([200, email]);
  expect((await half.browser.get('/api/user')).data.email).toBe(email);
  for (const other of [
    totpOf(setup.secret, '').generate({ timestamp: time.getTime() }),
    given.recovery_codes[0],
  ]) {
    const step = await halfway(email);
    expect((await step.browser.post('/api/auth/second-factor', { code: other })).status).toBe(200);
  }
  const nothing = await halfway(email);
  expect(fieldOf(await nothing.browser.post('/api/auth/second-factor', {}))).toBe('code');
});

test('a signature is valid once, for five minutes, in one browser and for one purpose', async () => {
  const { device, email, browser } = await withKey();
  // Replayed in the same and in another browser.
  const { browser: entered, options } = await enter(device);
  const repeated = device.get(options);
  expect((await entered.post('/api/auth/passkey', { passkey: repeated })).status).toBe(401);
  const anonymous = openBrowser(portal);
  const { data: theirs } = await anonymous.post('/api/auth/passkey/challenge');
  expect((await openBrowser(portal).post('/api/auth/passkey', { passkey: device.get(theirs) })).status).toBe(
    401,
  );
  // A wrong answer consumes the challenge.
  expect((await anonymous.post('/api/auth/passkey', { passkey: '{}' })).status).toBe(401);
  const afterWrong = await anonymous.post('/api/auth/passkey', { passkey: device.get(theirs) });
  expect([afterWrong.status, afterWrong.errors[0]?.message]).toEqual([
    401,
    'Ключ не подошёл. Попробуйте ещё раз или войдите по паролю.',
  ]);
  const slow = openBrowser(portal);
  const { data: old } = await slow.post('/api/auth/passkey/challenge');
  later(300);
  expect((await slow.post('/api/auth/passkey', { passkey: device.get(old) })).status).toBe(401);
  const half = await halfway(email);
  later(300);
  const passkey = device.get(half.options);
  expect((await half.browser.post('/api/auth/second-factor', { passkey })).status).toBe(401);
  // For another purpose and session.
  const [step, one] = [await halfway(email), await halfway(email)];
  expect((await step.browser.post('/api/auth/passkey', { passkey: device.get(step.options) })).status).toBe(
    401,
  );
  expect(
    (await step.browser.post('/api/auth/second-factor', { passkey: device.get(one.options) })).status,
  ).toBe(401);
  const { data: owner } = await browser.post('/api/user/passkeys/challenge');
  const begun = await browser.post('/api/user/passkeys/begin', { password, passkey: device.get(owner) });
  const crossed = await browser.post('/api/user/delete', {
    password,
    passkey: device.get({ ...begun.data, rpId: 'register.example' }),
  });
  expect([crossed.status, fieldOf(crossed)]).toEqual([400, 'passkey']);
  const added = () =>
    browser.post('/api/user/passkeys/add', {
      name: 'Ещё один',
      passkey: new Authenticator(origin).create(begun.data),
    });
  later(300);
  expect(fieldOf(await added())).toBe('passkey');
});

const forgeries: [string, (device: Authenticator) => Forged][] = [
  ['another site', () => ({ origin: 'https://register.example.evil.example' })],
  ['a sub-domain', () => ({ origin: 'https://www.register.example' })],
  ['a relying party of another name', () => ({ rpId: 'evil.example' })],
  ['another challenge', () => ({ challenge: Buffer.alloc(32).toString('base64url') })],
  ['another key', () => ({ signer: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })],
];

test.each(forgeries)('an answer of %s is rejected everywhere', async (_, forge) => {
  const { device, email, browser, user } = await withKey();
  const forged = forge(device);
  expect((await enter(device, forged)).answer.status).toBe(401);
  const half = await halfway(email);
  const second = await half.browser.post('/api/auth/second-factor', {
    passkey: device.get(half.options, forged),
  });
  expect([second.status, fieldOf(second)]).toEqual([401, 'passkey']);
  const { data } = await browser.post('/api/user/passkeys/challenge');
  const owner = await browser.post('/api/user/delete', { password, passkey: device.get(data, forged) });
  expect([owner.status, fieldOf(owner)]).toEqual([400, 'passkey']);
  if (!forged.signer) {
    const proof = await shown(browser, device);
    const added = await addKey({ browser, showing: proof, forged });
    expect([added.status, fieldOf(added)]).toEqual([400, 'passkey']);
  }
  expect(await auditedActions(user.id)).toContain('failed the second factor');
  expect((await enter(device)).answer.status).toBe(200);
});

test('a passkey alone needs user verification and a user handle', async () => {
  const { device } = await withKey();
  expect((await enter(device, { isUnverified: true })).answer.status).toBe(401);
  expect((await enter(device, { handle: undefined })).answer.status).toBe(401);
  expect((await enter(device, { handle: Buffer.from('1').toString('base64url') })).answer.status).toBe(401);
  const { browser, device: fresh } = await withKey();
  const weak = await addKey({
    browser,
    showing: await shown(browser, fresh),
    forged: { isUnverified: true },
  });
  expect(fieldOf(weak)).toBe('passkey');
});

test("another account's passkey is no second step", async () => {
  const [mine, theirs] = [await withKey(), await withKey()];
  const half = await halfway(mine.email);
  const [key] = theirs.device.keys;
  const passkey = theirs.device.sign(key!, half.options);
  expect((await half.browser.post('/api/auth/second-factor', { passkey })).status).toBe(401);
  const { data } = await mine.browser.post('/api/user/passkeys/challenge');
  const foreign = theirs.device.sign(key!, data);
  const owner = await mine.browser.post('/api/user/delete', { password, passkey: foreign });
  expect([owner.status, fieldOf(owner)]).toEqual([400, 'passkey']);
  // Nor can it be renamed, removed or added.
  const rename = await mine.browser.post('/api/user/passkeys/rename', { id: key!.id, name: 'Мой' });
  expect(rename.status).toBe(404);
  const proof = await shown(mine.browser, mine.device);
  expect((await remove(mine.browser, key!.id, proof)).status).toBe(404);
  expect((await enter(theirs.device)).answer.data.email).toBe(theirs.email);
});

test('an unknown passkey gets the response of a wrong one', async () => {
  const { device } = await withKey();
  const unknown = new Authenticator(origin);
  unknown.create({ challenge: '', rp: { id: '' }, user: { id: device.keys[0]!.handle } });
  const [one, other] = [(await enter(unknown)).answer, (await enter(device, { rpId: 'x' })).answer];
  expect([one.status, one.text]).toEqual([other.status, other.text]);
});

test('a counter that goes back is rejected, audited and reported to the owner', async () => {
  const { device, email, user, browser } = await withKey();
  expect((await enter(device, { counter: 40 })).answer.status).toBe(200);
  for (const counter of [40, 7, 0]) {
    const { answer, browser: copy } = await enter(device, { counter });
    expect([counter, answer.status, fieldOf(answer)]).toEqual([counter, 403, 'passkey']);
    expect((await copy.get('/api/user')).data).toBeNull();
  }
  const half = await halfway(email);
  const passkey = device.get(half.options, { counter: 12 });
  expect((await half.browser.post('/api/auth/second-factor', { passkey })).status).toBe(403);
  expect(
    (await auditedActions(user.id)).filter((action) => action === 'refused a passkey: Телефон'),
  ).toHaveLength(4);
  expect((await subjectsTo(email)).at(-1)).toBe('Ключ доступа отклонён');
  // A wrong signature must not trigger the alarm.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect((await enter(device, { counter: 3, signer: privateKey })).answer.status).toBe(401);
  expect((await enter(device, { counter: 41 })).answer.status).toBe(200);
  expect((await browser.get('/api/user')).data.email).toBe(email);
  // Synced passkeys have no counter.
  const still = await withKey();
  await portal.database.transaction((tx) =>
    tx.updateTable('passkeys').set({ counter: '0' }).where('user_id', '=', still.user.id).execute(),
  );
  for (const _ of [1, 2]) expect((await enter(still.device, { counter: 0 })).answer.status).toBe(200);
});

test('a half session can only finish the second step', async () => {
  const { email, device } = await withKey();
  const { browser, options } = await halfway(email);
  const half = browser.cookies.get(sid) ?? '';
  for (const url of ['challenge', 'begin', 'add', 'rename', 'remove'])
    expect([url, (await browser.post(`/api/user/passkeys/${url}`, { password })).status]).toEqual([url, 401]);
  const done = await browser.post('/api/auth/second-factor', { passkey: device.get(options) });
  expect(done.status).toBe(200);
  expect(browser.cookies.get(sid)).not.toBe(half);
  const before = openBrowser(portal);
  expect((await before.post('/api/auth/second-factor/challenge')).status).toBe(409);
  expect((await browser.post('/api/auth/second-factor/challenge')).status).toBe(409);
  // The finished half session is invalid.
  before.cookies.set(sid, half);
  expect((await before.post('/api/auth/second-factor', { passkey: device.get(options) })).status).toBe(401);
});

test('a blocked account gets the same response by passkey and password', async () => {
  const { device, user, email } = await withKey();
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ blocked_at: time.toISOString() }).where('id', '=', user.id).execute(),
  );
  const { answer, browser } = await enter(device);
  const byPassword = await logIn(openBrowser(portal), email);
  expect([answer.status, answer.errors]).toEqual([byPassword.status, byPassword.errors]);
  expect((await browser.get('/api/user')).data).toBeNull();
});

test('D-1 attempts by passkey and by password share a limit', async () => {
  // Resets limits of the tests before.
  later(3600);
  const { device } = await withKey();
  const browser = openBrowser(portal);
  for (let attempt = 0; attempt < 16; attempt += 1)
    expect((await logIn(browser, `absent${attempt}@example.ru`)).status).toBe(401);
  const tries: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1)
    tries.push((await enter(device, { rpId: 'x' }, browser)).answer.status);
  expect(tries).toEqual([401, 401, 401, 401, 429]);
  expect((await logIn(browser, 'absent@example.ru')).status).toBe(429);
});

test('an account has at most ten passkeys, without duplicates', async () => {
  const { browser, device, codes } = await withKey();
  const proof = () => shown(browser, device);
  expect(fieldOf(await browser.post('/api/user/passkeys/begin', { password }))).toBe('code');
  const begun = await browser.post('/api/user/passkeys/begin', { password, code: codes[0] });
  expect(begun.data.excludeCredentials).toMatchObject([{ id: device.keys[0]?.id }]);
  for (let count = 1; count < 10; count += 1) {
    // Outside the password limit.
    later(600);
    const added = await addKey({ browser, name: `Ключ ${count}`, showing: await proof() });
    expect([count, added.status, added.data.recovery_codes]).toEqual([count, 200, []]);
  }
  expect((await browser.get('/api/user/second-factor')).data.may_add_passkey).toBe('enough');
  const more = await browser.post('/api/user/passkeys/begin', { password, ...(await proof()) });
  expect([more.status, more.errors[0]?.message]).toEqual([409, expect.stringContaining('не больше 10')]);
  const other = await withKey();
  const { data } = await other.browser.post('/api/user/passkeys/begin', {
    password,
    ...(await shown(other.browser, other.device)),
  });
  const answer = other.device.create(data, { id: device.keys[0]!.id });
  const twice = await other.browser.post('/api/user/passkeys/add', { name: 'Чужой', passkey: answer });
  expect([twice.status, twice.errors[0]?.message]).toEqual([409, 'Этот ключ уже добавлен.']);
  expect((await enter(device)).answer.status).toBe(200);
});

test('removing a passkey needs the password and a factor; the last one takes recovery codes with it', async () => {
  const { browser, device, email, user, codes } = await withKey();
  const second = new Authenticator(origin);
  await addKey({ browser, device: second, name: 'Брелок', showing: await shown(browser, device) });
  const elsewhere = (await enter(device)).browser;
  const [id, other] = [device.keys[0]!.id, second.keys[0]!.id];
  expect(fieldOf(await remove(browser, id, {}))).toBe('code');
  expect(fieldOf(await remove(browser, id, { code: '000000' }))).toBe('code');
  expect((await remove(browser, id, { code: codes[0] })).data).toMatchObject({ factors: ['passkey'] });
  expect((await elsewhere.get('/api/user')).data).toBeNull();
  expect((await enter(device)).answer.status).toBe(401);
  expect((await remove(browser, other, await shown(browser, second))).data).toMatchObject({
    second_factor: 'off',
    factors: [],
  });
  expect((await browser.get('/api/user/second-factor')).data).toMatchObject({ state: 'off', codes_left: 0 });
  expect((await logIn(openBrowser(portal), email)).data.email).toBe(email);
  expect(await subjectsTo(email)).toEqual([
    'Ключ доступа добавлен',
    'Ключ доступа добавлен',
    'Ключ доступа удалён',
    'Второй фактор выключен',
  ]);
  expect((await auditedActions(user.id)).filter((action) => action.startsWith('removed a passkey'))).toEqual([
    'removed a passkey: Телефон',
    'removed a passkey: Брелок',
  ]);
});

test('without a passkey there is no challenge to show one', async () => {
  const email = 'keyless@example.ru';
  await addPerson(portal, 'doctor', { email });
  const answer = await (await signedIn(portal, email)).post('/api/user/passkeys/challenge');
  expect([answer.status, fieldOf(answer)]).toEqual([409, 'code']);
});

test('G54 a passkey is the second factor required of editors, who must set one up at once without it', async () => {
  const { browser, device } = await withKey('editor');
  expect((await browser.get('/api/editors/applications')).status).toBe(200);
  const { browser: entered } = await enter(device);
  expect((await entered.get('/api/editors/applications')).status).toBe(200);
  const left = await remove(entered, device.keys[0]!.id, await shown(entered, device));
  expect(left.data).toMatchObject({ second_factor: 'required', factors: [] });
  expect((await entered.get('/api/editors/applications')).status).toBe(403);
  expect((await addKey({ browser: entered })).status).toBe(200);
  expect((await entered.get('/api/editors/applications')).status).toBe(200);
});

test('without the authenticator passkeys and codes still work, and the letter says so', async () => {
  const { browser, device, email } = await withKey();
  const { data } = await browser.post('/api/user/second-factor/setup', {
    password,
    ...(await shown(browser, device)),
  });
  const code = totpOf(data.secret, '').generate({ timestamp: time.getTime() });
  await browser.post('/api/user/second-factor/confirm', { code });
  const proof = await shown(browser, device);
  const off = await browser.post('/api/user/second-factor/disable', { password, ...proof });
  expect(off.data).toMatchObject({ second_factor: 'on', factors: ['passkey'] });
  expect((await browser.get('/api/user/second-factor')).data).toMatchObject({
    confirmed_at: null,
    codes_left: 10,
  });
  expect((await subjectsTo(email)).at(-1)).toBe('Приложение для кодов отключено');
});

test('operator, administrator and erasure remove passkeys too', async () => {
  const operated = await withKey();
  await resetFactorByOperator({ email: operated.email, isOff: true }, { ...portal, now: () => time });
  expect((await enter(operated.device)).answer.status).toBe(401);
  expect((await logIn(openBrowser(portal), operated.email)).data.second_factor).toBe('off');

  const reset = await withKey();
  const email = `admin${people}@example.ru`;
  await addPerson(portal, 'admin', { email });
  const admin = await signedIn(portal, email);
  const answer = await admin.post(`/api/editors/users/${reset.user.id}/second-factor/reset`, {
    reason: 'Потерян телефон',
  });
  expect([answer.status, answer.data.second_factor]).toEqual([200, 'off']);
  expect((await enter(reset.device)).answer.status).toBe(401);

  const erased = await withKey();
  await erased.browser.post('/api/user/passkeys/challenge');
  const proof = await shown(erased.browser, erased.device);
  expect((await erased.browser.post('/api/user/delete', { password, ...proof })).status).toBe(200);
  const left = await portal.database.kysely
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', erased.device.keys[0]!.id)
    .execute();
  expect(left).toEqual([]);
  expect((await enter(erased.device)).answer.status).toBe(401);
});

test('a password reset keeps passkeys, like the authenticator', async () => {
  const { email, device } = await withKey();
  const browser = openBrowser(portal);
  await browser.post('/api/auth/restore/send', { email });
  const [, code = ''] =
    /\?code=([\w-]+)/.exec((await actionLettersTo(portal, email)).at(-1)?.text ?? '') ?? [];
  const fresh = 'шесть синих паровозов';
  const restored = await browser.post('/api/auth/restore', {
    code,
    password: fresh,
    confirm_password: fresh,
  });
  expect(restored.status).toBe(200);
  expect((await enter(device)).answer.status).toBe(200);
  const step = await openBrowser(portal).post('/api/auth/login', { email, password: fresh });
  expect(step.data).toEqual({ state: 'second-factor-needed', factors: ['passkey'] });
});

test.each(['http://192.0.2.7:8080', 'https://[2001:db8::1]', 'http://register.example'])(
  'at %s passkeys are unavailable, and the settings say so',
  async (SITE_URL) => {
    const elsewhere = await startTestPortal({ settings: { SITE_URL } });
    try {
      const email = 'here@example.ru';
      await addPerson(elsewhere, 'doctor', { email });
      const browser = await signedIn(elsewhere, email);
      expect((await browser.get('/api/user/second-factor')).data.may_add_passkey).toBe('not here');
      for (const url of ['/api/user/passkeys/begin', '/api/auth/passkey/challenge']) {
        const answer = await browser.post(url, { password });
        expect([answer.status, answer.errors[0]?.message]).toEqual([
          409,
          expect.stringContaining('по https'),
        ]);
      }
    } finally {
      await elsewhere.close();
    }
  },
);
