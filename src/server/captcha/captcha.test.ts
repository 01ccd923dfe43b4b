import { solveChallenge } from 'altcha-lib/v1';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { doctorForm, openBrowser } from '../../../tests/sample/people.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';
import { createCaptcha, type Captcha } from './captcha.ts';

let portal: TestPortal;
let captcha: Captcha;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
  captcha = createCaptcha({ settings: portal.settings, database: portal.database, now: () => time });
});
afterAll(() => portal.close());

let people = 0;
/** A picture whose word the test knows. */
const issue = (word: string, form?: CaptchaForm) => {
  people += 1;
  return captcha.issue({ network: `net ${people}` } as never, { word, form });
};
const register = (more: object) => {
  people += 1;
  return openBrowser(portal).post(
    '/api/register/doctor',
    doctorForm({ email: `c${people}@example.ru`, ...more }),
  );
};

test(`B144 B220 a picture is a PNG that can be shown as it is, never kept by anybody (${dialect})`, async () => {
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
  'G16 the word may be written %s: capitals, ё, spaces and Latin look-alikes are no mistake',
  async (word) => {
    const { ssid } = await issue('абвге');
    expect((await register({ word, ssid })).status).toBe(200);
  },
);

test('D-5 a word works once; a wrong one burns the picture too', async () => {
  const { ssid } = await issue('абвге');
  expect((await register({ word: 'абвге', ssid })).status).toBe(200);
  const again = await register({ word: 'абвге', ssid });
  expect([again.status, again.errors[0]?.customData?.field]).toEqual([400, 'word']);
  const { ssid: burnt } = await issue('абвге');
  expect((await register({ word: 'ошибка', ssid: burnt })).status).toBe(400);
  expect((await register({ word: 'абвге', ssid: burnt })).status).toBe(400);
});

test('D-5 of a hundred uses of one picture at once, one passes', async () => {
  const { ssid } = await issue('абвге');
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      captcha.admit({ word: 'абвге', ssid }, { network: 'x' } as never, 'doctor'),
    ),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a mistake elsewhere in the form does not use the picture up', async () => {
  const { ssid } = await issue('абвге');
  expect((await register({ word: 'абвге', ssid, city: '' })).status).toBe(400);
  expect((await register({ word: 'абвге', ssid, subject_federation_id: '99' })).status).toBe(400);
  expect((await register({ word: 'абвге', ssid })).status).toBe(200);
});

test('G16 a picture is good for ten minutes', async () => {
  const { ssid } = await issue('абвге');
  time = new Date(time.getTime() + 600_000);
  expect((await register({ word: 'абвге', ssid })).errors[0]?.message).toContain('устарела');
});

test('G16 a program solves a task instead of the picture: once, and only the task it was given', async () => {
  const challenge = JSON.parse((await portal.get('/api/captcha/challenge')).text);
  const { promise } = solveChallenge(
    challenge.challenge,
    challenge.salt,
    challenge.algorithm,
    challenge.maxnumber,
  );
  const { algorithm, challenge: hash, salt, signature } = challenge;
  const solution = { algorithm, challenge: hash, salt, signature, number: (await promise)?.number };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
  expect((await register({ altcha: encode(solution) })).status).toBe(200);
  expect((await register({ altcha: encode(solution) })).errors[0]?.customData?.field).toBe('altcha');
  for (const wrong of [
    'x',
    encode({}),
    encode({ ...solution, number: 1 }),
    encode({ ...solution, salt: 'a?id=b' }),
  ])
    expect((await register({ altcha: wrong })).status).toBe(400);
});

test('D-5 pictures are not handed out without end, and old ones leave nothing behind', async () => {
  const browser = openBrowser(portal);
  const answers = await Promise.all(Array.from({ length: 70 }, () => browser.get('/api/captcha/ssid')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  time = new Date(time.getTime() + 3600_000);
  await portal.get('/api/captcha/ssid');
  expect(await portal.database.kysely.selectFrom('captchas').select('ssid_hash').execute()).toHaveLength(1);
});

test('D-5 a picture or a task of one form is refused in another, and is used up by that', async () => {
  const other = await issue('абвге', 'partner');
  for (const _ of ['foreign', 'burnt'])
    expect((await register({ word: 'абвге', ssid: other.ssid })).errors[0]?.customData?.field).toBe('word');
  const own = await issue('абвге', 'doctor');
  expect((await register({ word: 'абвге', ssid: own.ssid })).status).toBe(200);
  const solve = async (form: string) => {
    const { text } = await portal.get(`/api/captcha/challenge?form=${form}`);
    const task = JSON.parse(text);
    const { promise } = solveChallenge(task.challenge, task.salt, task.algorithm, task.maxnumber);
    const solution = await promise;
    return Buffer.from(JSON.stringify({ ...task, number: solution?.number })).toString('base64');
  };
  expect((await register({ altcha: await solve('partner') })).errors[0]?.customData?.field).toBe('altcha');
  expect((await register({ altcha: await solve('doctor') })).status).toBe(200);
  expect((await portal.get('/api/captcha/ssid?form=other')).status).toBe(400);
});
