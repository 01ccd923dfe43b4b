import { msPerHour } from '#domain/durations.ts';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { fc } from '../../../tests/chance.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  doctorForm,
  lettersTo,
  openBrowser,
  password,
  signedIn,
} from '../../../tests/sample/people.ts';
import { inviteFounder } from './first-administrator.ts';
import { makeAccount } from './operator.ts';

/** Orders of letters and links, and who gets the account in the end. */

let portal: TestPortal;
let time = new Date('2026-11-21T10:00:00Z');
const later = (hours: number) => {
  time = new Date(time.getTime() + hours * msPerHour);
};
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' }, now: () => time });
});
afterAll(() => portal.close());

let runs = 0;
const address = (name: string) => `${name}-${runs}@example.ru`;
const login = (email: string, chosen: string) =>
  openBrowser(portal).post('/api/auth/login', { email, password: chosen });

describe(`a change of address (${dialect})`, () => {
  const actions = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ action: fc.constant('ask' as const), to: fc.nat(2) }) },
      {
        weight: 6,
        arbitrary: fc.record({
          action: fc.constant('press' as const),
          wish: fc.nat(3),
          side: fc.constantFrom('old' as const, 'fresh' as const),
        }),
      },
      { weight: 1, arbitrary: fc.record({ action: fc.constant('wait' as const), hours: fc.nat(25) }) },
      { weight: 1, arbitrary: fc.record({ action: fc.constantFrom('change password' as const) }) },
    ),
    { minLength: 4, maxLength: 14 },
  );

  test('succeeds when both mailboxes confirm the same request, and only then', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        runs += 1;
        let current = address('old');
        await addPerson(portal, 'doctor', { email: current });
        const browser = await signedIn(portal, current);
        const other = await signedIn(portal, current);
        const wishes: Wish[] = [];
        for (const step of steps) {
          if (step.action === 'wait') later(step.hours);
          else if (step.action === 'ask') {
            // A mailbox gets six letters an hour.
            later(1);
            const to = address(`fresh${step.to}`);
            const answer = await browser.post('/api/user/email', { email: to, password });
            if (to === current) expect(answer.status).toBe(400);
            else {
              expect(answer.status).toBe(200);
              for (const wish of wishes) if (!wish.isDone) wish.isOver = true;
              const codes = { old: await codeIn(portal, current), fresh: await codeIn(portal, to) };
              wishes.push({ to, codes, old: false, fresh: false, isDone: false, isOver: false, at: time });
            }
          } else if (step.action === 'change password') {
            const form = { current_password: password, password, confirm_password: password };
            expect((await browser.post('/api/user/password', form)).status).toBe(200);
            for (const wish of wishes) if (!wish.isDone) wish.isOver = true;
          } else {
            const wish = wishes[step.wish];
            if (!wish) continue;
            const answer = await browser.post('/api/user/email/confirm', { code: wish.codes[step.side] });
            const isLate = time.getTime() >= wish.at.getTime() + 24 * msPerHour;
            if (wish.isDone) expect(answer.data.state).toBe('changed');
            else if (wish.isOver || isLate) expect(answer.status).toBe(400);
            else {
              wish[step.side] = true;
              wish.isDone = wish.old && wish.fresh;
              expect(answer.data.state).toBe(wish.isDone ? 'changed' : 'waiting');
              if (wish.isDone) current = wish.to;
            }
          }
          expect((await browser.get('/api/user')).data.email).toBe(current);
        }
        // V7.4.3: others are signed out once the address or password is new.
        const isSettled =
          wishes.some(({ isDone }) => isDone) || steps.some(({ action }) => action === 'change password');
        if (isSettled) expect((await other.get('/api/user')).data).toBeNull();
      }),
      { numRuns: 12 },
    );
  });

  test('a used code of one request does not affect the next, and restore codes of the old mailbox end', async () => {
    runs += 1;
    const old = address('old');
    await addPerson(portal, 'doctor', { email: old });
    const thief = await signedIn(portal, old);
    await openBrowser(portal).post('/api/auth/restore/send', { email: old });
    const restore = await codeIn(portal, old);
    const [first, second] = [address('thief-a'), address('thief-b')];
    const confirm = (code: string) => openBrowser(portal).post('/api/user/email/confirm', { code });
    await thief.post('/api/user/email', { email: first, password });
    const used = await codeIn(portal, first);
    expect((await confirm(used)).data.state).toBe('waiting');
    expect((await confirm(used)).data.message).toContain('уже подтверждено');
    await thief.post('/api/user/email', { email: second, password });
    expect((await confirm(used)).status).toBe(400);
    expect((await thief.get('/api/user')).data.email).toBe(old);
    await confirm(await codeIn(portal, second));
    expect((await confirm(await codeIn(portal, old))).data.state).toBe('changed');
    expect((await thief.get('/api/user')).data).toBeNull();
    const set = { code: restore, password, confirm_password: password };
    expect((await openBrowser(portal).post('/api/auth/restore', set)).status).toBe(400);
  });
});

interface Wish {
  to: string;
  codes: { old: string; fresh: string };
  old: boolean;
  fresh: boolean;
  isDone: boolean;
  isOver: boolean;
  at: Date;
}

describe('D-7 a registration', () => {
  const passwords = {
    owner: 'семь медных чайников',
    anonymous: 'чужой секретный пароль',
    fresh: 'девять синих ложек',
  };
  const actions = fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          action: fc.constant('register' as const),
          who: fc.constantFrom('owner' as const, 'anonymous' as const),
        }),
      },
      { weight: 1, arbitrary: fc.record({ action: fc.constant('resend' as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({ action: fc.constant('wait' as const), hours: fc.constantFrom(1, 25) }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          action: fc.constant('press' as const),
          letter: fc.nat(4),
          type: fc.constantFrom('own' as const, 'new' as const, 'nothing' as const),
        }),
      },
    ),
    { minLength: 3, maxLength: 10 },
  );

  test("belongs to the owner of the mailbox: no order of letters accepts another person's password", async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        runs += 1;
        const email = address('wanted');
        let chosen: string | undefined;
        for (const step of steps) {
          if (step.action === 'wait') later(step.hours);
          else if (step.action === 'resend') {
            later(1);
            await openBrowser(portal).post('/api/user/confirm/resend', { email });
          } else if (step.action === 'register') {
            later(1);
            const own = passwords[step.who];
            const form = doctorForm({ email, password: own, confirm_password: own, name: 'Выигрыш на evil' });
            expect((await openBrowser(portal).post('/api/register/doctor', form)).status).toBe(200);
          } else {
            // The owner opens letters in any order.
            const letters = (await lettersTo(portal, email)).filter(({ kind }) => kind === 'confirm');
            const code = /\?code=([\w-]+)/.exec(letters[step.letter]?.text ?? '')?.[1];
            if (!code) continue;
            const typed =
              step.type === 'own'
                ? { password: passwords.owner }
                : step.type === 'new'
                  ? { password: passwords.fresh, confirm_password: passwords.fresh }
                  : {};
            const answer = await openBrowser(portal).post('/api/user/confirm', { code, ...typed });
            if (answer.data?.state === 'confirmed') {
              expect(chosen).toBeUndefined();
              chosen = typed.password;
            }
          }
        }
        expect((await login(email, passwords.anonymous)).status).not.toBe(200);
        if (chosen) expect((await login(email, chosen)).status).toBe(200);
        else expect((await login(email, passwords.owner)).status).not.toBe(200);
        for (const { kind, text, html } of await lettersTo(portal, email))
          if (kind === 'confirm') expect(`${text}${html}`).not.toContain('evil');
      }),
      { numRuns: 12 },
    );
  });

  test('the password selects the registration, whichever letter is used', async () => {
    runs += 1;
    const email = address('glavvrach');
    const theirs = passwords.anonymous;
    const anonymous = openBrowser(portal, { ip: '203.0.113.77' });
    await anonymous.post(
      '/api/register/doctor',
      doctorForm({ email, password: theirs, confirm_password: theirs, name: 'Чужой' }),
    );
    const wrong = await codeIn(portal, email);
    later(2);
    await openBrowser(portal).post('/api/register/doctor', doctorForm({ email }));
    const [first, second] = await lettersTo(portal, email);
    expect(first?.text).toContain('из сети 203.0.113.0/24');
    expect(first?.text).not.toContain('неподтверждённая');
    expect(second?.text).toContain('уже есть другая неподтверждённая регистрация');
    expect(first?.text).not.toContain('Чужой');
    const press = (fields: object) =>
      openBrowser(portal).post('/api/user/confirm', { code: wrong, ...fields });
    const response = await press({});
    expect([response.status, response.data.state]).toEqual([200, 'password-needed']);
    expect((await press({ password: 'не помню какой' })).status).toBe(400);
    expect((await press({ password })).data.state).toBe('confirmed');
    expect((await login(email, theirs)).status).toBe(401);
    expect((await login(email, password)).data).toMatchObject({ email, name: 'Анна' });
    expect((await press({})).data.state).toBe('already');
  });

  test('a new password at confirmation follows the rules', async () => {
    runs += 1;
    const email = address('rules');
    await openBrowser(portal).post('/api/register/doctor', doctorForm({ email }));
    const code = await codeIn(portal, email);
    const press = (chosen: string, repeated = chosen) =>
      openBrowser(portal).post('/api/user/confirm', {
        code,
        password: chosen,
        confirm_password: repeated,
        consent: 'on',
        specialist: 'on',
      });
    expect((await press('короткий')).errors[0]?.customData?.field).toBe('password');
    expect((await press(email)).errors[0]?.customData?.field).toBe('password');
    const different = await press(passwords.fresh, passwords.owner);
    expect(different.errors[0]?.customData?.field).toBe('confirm_password');
    expect((await press(passwords.fresh)).data.state).toBe('confirmed');
    expect((await login(email, passwords.fresh)).status).toBe(200);
  });
});

describe('the first administrator', () => {
  const fresh = 'сорок три журавля';
  const actions = fc.array(
    fc.oneof(
      fc.record({ action: fc.constant('start' as const) }),
      fc.record({ action: fc.constant('wait' as const), hours: fc.constantFrom(1, 24) }),
      fc.record({ action: fc.constant('use' as const), link: fc.nat(3) }),
      fc.record({ action: fc.constantFrom('command' as const, 'registration' as const) }),
    ),
    { minLength: 3, maxLength: 8 },
  );
  const codeOf = async (place: string) =>
    new URL((await readFile(place, 'utf8')).trim()).searchParams.get('code') ?? '';

  test('signs in by the last link within a day, while there is no account', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        const empty = await startTestPortal({ settings: { CAPTCHA: 'off' }, now: () => time });
        const links: { code: string; at: Date }[] = [];
        let isFounded = false;
        let people = 0;
        for (const step of steps) {
          people += 1;
          const email = `person${people}@example.ru`;
          if (step.action === 'wait') later(step.hours);
          else if (step.action === 'start') {
            const place = await inviteFounder({ ...empty, now: () => time });
            expect(place !== undefined).toBe(!isFounded);
            if (place) links.push({ code: await codeOf(place), at: time });
            const users = await empty.database.kysely.selectFrom('users').select('id').execute();
            expect(users.length > 0).toBe(isFounded);
          } else if (step.action === 'command') {
            const made = { type: 'doctor', email, password: fresh, isVerified: false };
            await makeAccount(made, { ...empty, now: () => time });
            isFounded = true;
          } else if (step.action === 'registration') {
            await openBrowser(empty).post('/api/register/doctor', doctorForm({ email }));
            await openBrowser(empty).post('/api/user/confirm', {
              code: await codeIn(empty, email),
              password,
            });
            isFounded = true;
          } else if (step.action === 'use') {
            const link = links[step.link];
            if (!link) continue;
            const set = { code: link.code, email, password: fresh, confirm_password: fresh };
            const answer = await openBrowser(empty).post('/api/auth/restore', set);
            const isGood: boolean =
              !isFounded && link === links.at(-1) && time.getTime() < link.at.getTime() + 24 * msPerHour;
            expect(answer.status).toBe(isGood ? 200 : 400);
            isFounded ||= isGood;
          }
        }
        await empty.close();
      }),
      { numRuns: 8 },
    );
  });

  test('used twice at once makes one administrator', async () => {
    const empty = await startTestPortal({ settings: { CAPTCHA: 'off' } });
    const code = await codeOf((await inviteFounder(empty)) ?? '');
    const answers = await Promise.all(
      ['one@example.ru', 'other@example.ru'].map((email) =>
        openBrowser(empty).post('/api/auth/restore', {
          code,
          email,
          password: fresh,
          confirm_password: fresh,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await empty.database.kysely.selectFrom('users').select('id').execute()).toHaveLength(1);
    await empty.close();
  });

  test('has a link for the operator only, and administrators are notified of new ones', async () => {
    const empty = await startTestPortal({ settings: { CAPTCHA: 'off' } });
    const place = (await inviteFounder(empty)) ?? '';
    expect(path.basename(place)).toBe('first-administrator.txt');
    expect((await stat(place)).mode & 0o777).toBe(0o600);
    const set = async (code: string, email: string) =>
      await openBrowser(empty).post('/api/auth/restore', {
        code,
        email,
        password: fresh,
        confirm_password: fresh,
      });
    const code = await codeOf(place);
    expect((await set(code, 'chief@example.ru')).data).toEqual({ email: 'chief@example.ru' });
    const answer = await openBrowser(empty).post('/api/auth/login', {
      email: 'chief@example.ru',
      password: fresh,
    });
    expect(answer.data.type).toBe('admin');
    await expect(stat(place)).rejects.toThrow('ENOENT');
    expect((await set(code, 'evil@example.ru')).status).toBe(400);
    await makeAccount(
      { type: 'admin', email: 'second@example.ru', password: fresh, isVerified: false },
      empty,
    );
    const subjects = async (email: string) => (await lettersTo(empty, email)).map(({ subject }) => subject);
    expect(await subjects('chief@example.ru')).toEqual([
      'Новый администратор портала',
      'Новый администратор портала',
    ]);
    expect(await subjects('second@example.ru')).toEqual(['Новый администратор портала']);
    const rows = await empty.database.kysely
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'administrator made')
      .orderBy('id')
      .execute();
    expect(rows.map(({ details }) => details)).toEqual(['по ссылке первого запуска', 'командой оператора']);
    await empty.close();
  });

  test('an account without a password is not restored by mail', async () => {
    const email = 'admin@registry.example';
    const empty = await startTestPortal();
    await addPerson(empty, 'admin', { email, password: null });
    const request = (to: string) => openBrowser(empty).post('/api/auth/restore/send', { email: to });
    const [hollow, unknown] = [await request(email), await request('absent@registry.example')];
    expect([hollow.status, hollow.text.replace('admin', 'absent')]).toEqual([unknown.status, unknown.text]);
    expect(await lettersTo(empty, email)).toEqual([]);
    await empty.close();
  });
});
