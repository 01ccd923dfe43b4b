import { solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { doctorForm, openBrowser } from '../../../tests/sample/people.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';
import { createLimits } from '../request/limits.ts';
import { networkOf, type ClientInfo } from '../request/client.ts';
import { admit, issuePicture } from './captcha.ts';
import { hardnessFor, paceOf } from './pace.ts';
import { createContext, type Context } from '../request/context.ts';

let portal: TestPortal;
let context: Context;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
  context = createContext({ settings: portal.settings, database: portal.database, now: () => time });
});
afterAll(() => portal.close());

let people = 0;
/** A picture with a known word. */
const issue = (word: string, form: CaptchaForm = 'doctor') => {
  people += 1;
  return issuePicture(context, { network: `net ${people}` }, { word, form });
};
const register = (more: object) => {
  people += 1;
  return openBrowser(portal).post(
    '/api/register/doctor',
    doctorForm({ email: `c${people}@example.ru`, ...more }),
  );
};

test(`B144 B220 a captcha is a PNG data URL and never cached (${dialect})`, async () => {
  const answer = await portal.get('/api/captcha/ssid');
  expect(answer.data.ssid).toMatch(/^[\w-]{43}$/);
  expect(answer.headers['cache-control']).toBe('no-store');
  const [head, base64 = ''] = answer.data.picture.split(',');
  expect(head).toBe('data:image/png;base64');
  const { format, width, height } = await sharp(Buffer.from(base64, 'base64')).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 240, height: 80 });
  expect(base64.length).toBeLessThan(16_000);
});

test.each(['абвге', 'АБВГЕ', ' абвгё ', 'а б в г е', 'aбвгe'])(
  'G16 the word may be written %s: case, ё, spaces and Latin lookalikes are ignored',
  async (word) => {
    const { ssid } = await issue('абвге');
    expect((await register({ word, ssid })).status).toBe(200);
  },
);

test('D-5 a word works once; a wrong one invalidates the picture', async () => {
  const { ssid } = await issue('абвге');
  expect((await register({ word: 'абвге', ssid })).status).toBe(200);
  const repeated = await register({ word: 'абвге', ssid });
  expect([repeated.status, repeated.errors[0]?.customData?.field]).toEqual([400, 'word']);
  const { ssid: burnt } = await issue('абвге');
  expect((await register({ word: 'ошибка', ssid: burnt })).status).toBe(400);
  expect((await register({ word: 'абвге', ssid: burnt })).status).toBe(400);
});

test('D-5 of a hundred concurrent uses of a picture one succeeds', async () => {
  const { ssid } = await issue('абвге');
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      admit(context, { word: 'абвге', ssid }, { ip: '192.0.2.9', network: '192.0.2.9' } as never, 'doctor'),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an error elsewhere in the form does not consume the picture', async () => {
  const { ssid } = await issue('абвге');
  expect((await register({ word: 'абвге', ssid, city: '' })).status).toBe(400);
  expect((await register({ word: 'абвге', ssid, subject_federation_id: '99' })).status).toBe(400);
  expect((await register({ word: 'абвге', ssid })).status).toBe(200);
});

test('a form without the word is told so, and the picture stays valid', async () => {
  const { ssid } = await issue('абвге');
  const empty = await register({ word: ' ', ssid });
  expect([empty.status, empty.errors[0]?.message]).toEqual([400, 'Введите слово с картинки.']);
  expect((await register({ word: 'абвге', ssid })).status).toBe(200);
});

test('D-5 a picture is valid for five minutes', async () => {
  const { ssid } = await issue('абвге');
  time = new Date(time.getTime() + 300_000);
  expect((await register({ word: 'абвге', ssid })).errors[0]?.message).toContain('устарела');
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
const taskFor = async (form: string, domain = '', ip = `198.51.100.${people}`) =>
  JSON.parse(
    (await openBrowser(portal, { ip }).get(`/api/captcha/challenge?form=${form}&domain=${domain}`)).text,
  );
const solve = async (form: string, domain?: string) => {
  const challenge = await taskFor(form, domain);
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
};

test('G16 a program solves a task instead of the picture, once, and only its own', async () => {
  const solved = await solve('doctor');
  expect((await register({ altcha: encode(solved) })).status).toBe(200);
  expect((await register({ altcha: encode(solved) })).errors[0]?.customData?.field).toBe('altcha');
  const other = await solve('doctor');
  const { parameters } = other.challenge;
  for (const wrong of [
    'x',
    encode({}),
    encode({ ...other, challenge: solved.challenge }),
    encode({ ...other, challenge: { ...other.challenge, parameters: { ...parameters, keyPrefix: '00' } } }),
  ])
    expect((await register({ altcha: wrong })).status).toBe(400);
  const unsolved = { ...(await solve('doctor')), solution: { counter: 1, derivedKey: '00'.repeat(32) } };
  expect((await register({ altcha: encode(unsolved) })).status).toBe(400);
});

test('D-5 tasks are harder with many registrations, and a network has a daily limit', async () => {
  time = new Date(time.getTime() + 2 * 86_400_000);
  const ip = '203.0.113.9';
  const limits = createLimits({ database: portal.database, now: () => time });
  const client = (from: string) => ({ ip: from, network: networkOf(from) }) as ClientInfo;
  const hardness = (from: string) => hardnessFor(client(from), 'elsewhere.ru', limits);
  const spend = async (count: number, from = ip) => {
    for (let index = 0; index < count; index += 1) await limits.spend(paceOf(client(from), 'a@example.ru'));
  };
  const inAnHour = () => (time = new Date(time.getTime() + 3600_000));
  expect(await hardness(ip)).toBe(1);
  await spend(3);
  expect(await hardness(ip)).toBe(1);
  await spend(2);
  expect(await hardness(ip)).toBe(4);
  expect(await hardness('203.0.113.10')).toBe(1);
  for (let neighbour = 20; neighbour < 60; neighbour += 1) await spend(1, `203.0.113.${neighbour}`);
  // Forty more from the same /24 slow that network only.
  expect(await hardness('203.0.113.10')).toBe(4);
  expect(await hardness('198.18.0.1')).toBe(1);
  for (let subnet = 0; subnet < 40; subnet += 1) await spend(1, `2001:db8:1:${subnet.toString(16)}::1`);
  expect(await hardness('2001:db8:1:ffff::1')).toBe(4);
  // The limit is twenty letters an hour a network, to any addresses.
  await spend(15);
  await expect(spend(1)).rejects.toThrow(/через\s60\sминут/);
  for (let part = 0; part < 2; part += 1) {
    inAnHour();
    await spend(20);
  }
  expect(await hardness(ip)).toBe(64);
  inAnHour();
  await expect(spend(1)).rejects.toThrow(/Слишком много попыток/);
  time = new Date(time.getTime() + 86_400_000);
  expect(await hardness(ip)).toBe(1);
});

test('D-5 a task needs 4 MB at once, while the server takes one step and a signature', async () => {
  const { parameters } = await taskFor('doctor');
  expect(parameters).toMatchObject({ algorithm: 'SCRYPT', cost: 4096, memoryCost: 8 });
  const { challenge, solution } = await solve('doctor');
  expect(solution?.counter).toBeGreaterThanOrEqual(8);
  // The signature covers the answer: checking needs no step.
  const { verified } = await verifySolution({
    challenge,
    solution: solution ?? { counter: 0, derivedKey: '' },
    hmacSignatureSecret: 'another',
    deriveKey: () => Promise.reject(new Error('No step is made to check a solution')),
  });
  expect(verified).toBe(false);
  const sent = await register({ altcha: encode({ challenge, solution }) });
  expect([sent.status, sent.errors]).toEqual([200, undefined]);
});

test('D-5 with many registrations of one mail domain, only harder tasks for that domain are accepted', async () => {
  time = new Date(time.getTime() + 2 * 86_400_000);
  const limits = createLimits({ database: portal.database, now: () => time });
  for (let index = 0; index < 100; index += 1) {
    const ip = `100.${index}.0.1`;
    await limits.spend(paceOf({ ip, network: networkOf(ip) } as ClientInfo, `a${index}@throwaway.ru`));
  }
  const { parameters } = await taskFor('doctor', 'Throwaway.RU');
  expect(parameters.data).toMatchObject({ domain: 'throwaway.ru', hardness: 2 });
  expect((await taskFor('doctor', 'example.ru')).parameters.data.hardness).toBe(1);
  const easy = await register({ email: 'one@throwaway.ru', altcha: encode(await solve('doctor')) });
  expect([easy.status, easy.errors[0]?.customData?.field]).toEqual([400, 'altcha']);
  expect(easy.errors[0]?.message).toContain('домена');
  const solved = encode(await solve('doctor', 'throwaway.ru'));
  expect((await register({ email: 'one@throwaway.ru', altcha: solved })).status).toBe(200);
  // Otherwise the domain is not checked.
  expect((await register({ altcha: encode(await solve('doctor', 'throwaway.ru')) })).status).toBe(200);
});

test('D-5 a network may use twenty pictures a day, then tasks', async () => {
  time = new Date(time.getTime() + 2 * 86_400_000);
  const client = { ip: '203.0.113.77', network: '203.0.113.77' } as ClientInfo;
  const bring = async () => {
    const { ssid } = await issue('абвге');
    await admit(context, { word: 'абвге', ssid }, client, 'doctor');
  };
  for (let count = 0; count < 20; count += 1) await bring();
  await expect(bring()).rejects.toThrow(/проверить без неё/);
  await admit(context, { altcha: encode(await solve('doctor')) }, client, 'doctor');
  time = new Date(time.getTime() + 86_400_000);
  await bring();
});

test('without a captcha a network may send sixty forms an hour', async () => {
  const settings = { ...portal.settings, CAPTCHA: 'off' } as const;
  const off = createContext({ settings, database: portal.database, now: () => time });
  const send = () => admit(off, {}, { network: '203.0.113.78' } as ClientInfo, 'doctor');
  for (let count = 0; count < 60; count += 1) await send();
  await expect(send()).rejects.toMatchObject({ status: 429 });
});

test('letters to unconfirmed addresses are limited to twenty an hour a network, by any call', async () => {
  time = new Date(time.getTime() + 2 * 86_400_000);
  const browser = openBrowser(portal, { ip: '203.0.113.78' });
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    time = new Date(time.getTime() + 60_000);
    statuses.push((await browser.post('/api/user/confirm/resend', { email: `s${count}@example.ru` })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const { ssid } = await issue('абвге');
  const form = doctorForm({ email: 'other@example.ru', word: 'абвге', ssid });
  expect((await browser.post('/api/register/doctor', form)).status).toBe(429);
  time = new Date(time.getTime() + 3600_000);
  const repeated = doctorForm({
    email: 'other@example.ru',
    word: 'абвге',
    ssid: (await issue('абвге')).ssid,
  });
  expect((await browser.post('/api/register/doctor', repeated)).status).toBe(200);
});

test('D-5 pictures are limited, and expired ones are deleted', async () => {
  const browser = openBrowser(portal);
  const answers = await Promise.all(Array.from({ length: 70 }, () => browser.get('/api/captcha/ssid')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  time = new Date(time.getTime() + 3600_000);
  await portal.get('/api/captcha/ssid');
  expect(await portal.database.kysely.selectFrom('captchas').select('ssid_hash').execute()).toHaveLength(1);
});

test('D-5 a picture or task of one form is rejected in another and consumed', async () => {
  const other = await issue('абвге', 'partner');
  for (const _ of ['foreign', 'burnt'])
    expect((await register({ word: 'абвге', ssid: other.ssid })).errors[0]?.customData?.field).toBe('word');
  const own = await issue('абвге', 'doctor');
  expect((await register({ word: 'абвге', ssid: own.ssid })).status).toBe(200);
  expect((await register({ altcha: encode(await solve('partner')) })).errors[0]?.customData?.field).toBe(
    'altcha',
  );
  expect((await register({ altcha: encode(await solve('doctor')) })).status).toBe(200);
  expect((await portal.get('/api/captcha/ssid?form=other')).status).toBe(400);
});

test('D-5 a task issued while tasks were easy is refused once they are harder', async () => {
  time = new Date(time.getTime() + 2 * 86_400_000);
  const ip = '203.0.113.90';
  const limits = createLimits({ database: portal.database, now: () => time });
  const client = { ip, network: networkOf(ip) } as ClientInfo;
  const stored = [];
  for (let count = 0; count < 2; count += 1) {
    const challenge = await taskFor('doctor', '', ip);
    stored.push(encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
  }
  for (let count = 0; count < 4; count += 1) await limits.spend(paceOf(client, 'a@example.ru'));
  // Doubling while a task is being solved is not the person's fault.
  await admit(context, { altcha: stored[0] }, client, 'doctor');
  await limits.spend(paceOf(client, 'a@example.ru'));
  await expect(admit(context, { altcha: stored[1] }, client, 'doctor')).rejects.toMatchObject({
    status: 400,
    field: 'altcha',
  });
});
