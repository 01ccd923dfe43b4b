import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { msPerDay, msPerMinute } from '#domain/durations.ts';
import { sendAlerts } from './alerts.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  factorCode,
  lettersTo,
  openBrowser,
  password,
  withSession,
  type Browser,
} from '../../../tests/sample/people.ts';
import { checkAudit } from '../audit/check.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { UserRow } from '../database/tables.ts';
import { createContext, type Context } from '../request/context.ts';
import { putLetter } from '../mail/outbox.ts';
import { collectAlerts, createAlertWatch, type AlertWatch } from './collect.ts';

const email = 'admin@example.ru';

let portal: TestPortal;
let time = new Date();
let steady = 0;
let watch: AlertWatch;
let context: Context;
const lines: { alert: string; over?: boolean }[] = [];
const log = (facts: object) => void lines.push(facts as (typeof lines)[number]);

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { CAPTCHA: 'off', ALERT_DISK: '100', ALERT_SIGN_INS: '4', ALERT_MAIL: '40', ALERT_ERRORS: '3' },
    now: () => time,
  });
  await addPerson(portal, 'admin', { email });
  context = { ...portal };
});
afterAll(() => portal.close());
beforeEach(() => {
  watch = createAlertWatch(time, () => steady);
});

/** Advances the clock and the monotonic time together. */
function pass(milliseconds: number): void {
  time = new Date(time.getTime() + milliseconds);
  steady += milliseconds;
}

/** One check, a quarter of a minute later. */
async function look(): Promise<void> {
  pass(15_000);
  await sendAlerts(context, await collectAlerts(context, watch), { error: log, info: log });
}

const subjects = async () =>
  (await lettersTo(portal, email)).filter(({ kind }) => kind === 'alert').map(({ subject }) => subject);

/** A browser whose session starts at the test's time. */
async function here(person: UserRow): Promise<Browser> {
  const browser = await withSession(portal, person);
  const at = time.toISOString();
  await portal.database.transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ created_at: at, seen_at: at, expires_at: new Date(time.getTime() + msPerDay).toISOString() })
      .where('user_id', '=', person.id)
      .execute(),
  );
  return browser;
}

/** Standing alerts on the desk and in the health check. */
async function standing(): Promise<string[]> {
  const admin = await portal.database.kysely
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const browser = await here(admin);
  const names = (found: { name: string }[]) => found.map(({ name }) => name).toSorted();
  const health = names((await browser.get('/api/health')).data.alerts);
  expect(names((await browser.get('/api/editors/overview')).data.alerts)).toEqual(health);
  return health;
}

/**
 * Triggers an alert and expects one letter and log line within a minute, and another at the end, however long
 * it stood.
 */
async function expectAlert(name: string, { title, stage, end, isEvent = false }: Staging): Promise<void> {
  await look();
  expect(await standing()).not.toContain(name);
  const before = await subjects();
  lines.length = 0;
  await stage();
  for (let looks = 0; looks < 4; looks += 1) await look();
  expect(await standing()).toContain(name);
  expect((await subjects()).slice(before.length)).toEqual([`Тревога: ${title}`]);
  expect(lines).toEqual([{ alert: name }]);
  await end();
  for (let looks = 0; looks < 10; looks += 1) await look();
  expect(await standing()).not.toContain(name);
  expect((await subjects()).slice(before.length)).toEqual(
    isEvent ? [`Тревога: ${title}`] : [`Тревога: ${title}`, `Снова в порядке: ${title}`],
  );
  expect(lines).toEqual(isEvent ? [{ alert: name }] : [{ alert: name }, { alert: name, over: true }]);
}

interface Staging {
  title: string;
  stage(): Promise<unknown>;
  end(): Promise<unknown> | void;
  isEvent?: boolean;
}

test(`G-7 a burst of failed sign-ins (${dialect})`, () =>
  expectAlert('failed sign-ins', {
    title: 'много неудачных попыток входа',
    async stage() {
      for (let guess = 0; guess < 4; guess += 1)
        await openBrowser(portal).post('/api/auth/login', {
          email: `no${guess}@example.ru`,
          password: 'наугад',
        });
    },
    end: () => pass(11 * msPerMinute),
  }));

test('G-7 an administrator signs in from a new device, reported once', () =>
  expectAlert('new device', {
    title: 'администратор вошёл с нового устройства',
    isEvent: true,
    async stage() {
      const browser = openBrowser(portal);
      for (const _ of [1, 2]) {
        await browser.post('/api/auth/login', { email, password });
        await browser.post('/api/auth/second-factor', { code: factorCode(time) });
        await browser.post('/api/auth/logout', {});
        pass(msPerMinute);
      }
    },
    end: () => pass(msPerDay),
  }));

test('G-7 publishing fails', () => {
  const live = portal.publication;
  return expectAlert('publication', {
    title: 'сайт не публикуется',
    stage: () => live.fail(undefined, 'Страница /drugs/1/ не построена.'),
    async end() {
      live.rest();
      await live.end(await live.begin('content', time), emptyPublication, time);
    },
  });
});

const emptyPublication = {
  mode: 'content' as const,
  release: '1',
  seq: 0,
  pages: 0,
  rendered: 0,
  changed: [],
  removed: [],
  records: [],
  troubles: [],
};

test('G-7 the daily backup is late', async () => {
  const folder = path.join(portal.settings.DATA_DIR, 'backups');
  const file = path.join(folder, '2026.backup');
  const daily = { ...context, settings: { ...context.settings, BACKUPS: 'daily' as const } };
  const usual = context;
  await mkdir(folder, { recursive: true });
  await writeFile(file, '');
  await utimes(file, time, time);
  context = daily;
  await expectAlert('backup', {
    title: 'резервная копия опаздывает',
    stage: async () => pass(27 * 60 * msPerMinute),
    end: () => utimes(file, time, time),
  });
  context = usual;
  await rm(folder, { recursive: true });
});

test('G-7 the disk is too full', () =>
  expectAlert('disk', {
    title: 'кончается место на диске',
    stage: async () => void (context.settings = { ...context.settings, ALERT_DISK: 0 }),
    end: () => void (context.settings = portal.settings),
  }));

test('G-7 the clock jumps', () =>
  expectAlert('clock', {
    title: 'часы сервера прыгнули',
    stage: async () => void (time = new Date(time.getTime() + 60 * msPerMinute)),
    end: () => pass(61 * msPerMinute),
  }));

test('G-7 the clock goes back two hours', () =>
  expectAlert('clock', {
    title: 'часы сервера прыгнули',
    stage: async () => void (time = new Date(time.getTime() - 120 * msPerMinute)),
    end: () => pass(240 * msPerMinute),
  }));

test('G-7 the audit chain is broken', async () => {
  const { database, settings } = portal;
  const walk = async () => {
    watch.chain = await verifyAudit(database.kysely, { keys: database.auditKeys, portion: 7, rest: 0 });
  };
  const { details } = await database.kysely
    .selectFrom('audit')
    .select('details')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow();
  const put = (words: string | null) =>
    database.transaction((tx) =>
      tx.updateTable('audit').set({ details: words }).where('id', '=', 3).execute(),
    );
  await walk();
  await expectAlert('audit', {
    title: 'журнал нарушен',
    stage: () => put('иначе').then(walk),
    end: () => put(details).then(walk),
  });
  await expectAlert('audit', {
    title: 'журнал нарушен',
    stage: () => put('иначе').then(() => checkAudit(createContext({ database, settings }))),
    end: () => put(details).then(() => checkAudit(createContext({ database, settings }))),
  });
});

test('G-7 too many letters wait', () =>
  expectAlert('mail', {
    title: 'письма не уходят',
    stage: () =>
      portal.database.transaction(async (tx) => {
        const to = { id: null, email: 'x@example.ru' };
        const context = { settings: portal.settings, now: () => time };
        for (let number = 0; number < 41; number += 1)
          await putLetter(tx, context, { kind: 'trial', to }, { subject: 'Проба', before: ['Проба'] });
      }),
    end: () =>
      portal.database.transaction((tx) => tx.deleteFrom('outbox').where('kind', '=', 'trial').execute()),
  }));

test('G-7 too many responses fail', () =>
  expectAlert('errors', {
    title: 'портал часто отвечает ошибкой',
    async stage() {
      const { database } = portal;
      const rename = (from: string, to: string) =>
        database.transaction((tx) =>
          sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx),
        );
      await rename('links', 'links_away');
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect((await portal.get(`/api/diseases/${portal.sample.gaucher}`)).status).toBe(500);
      await rename('links_away', 'links');
    },
    end: () => pass(6 * msPerMinute),
  }));

test('a chain continued under another key is reported, since rows may have been replaced', () =>
  expectAlert('audit sealed', {
    title: 'журнал ведётся под новым ключом',
    isEvent: true,
    async stage() {
      // As if the log was rewritten without the key before the start.
      const { database } = portal;
      await database.transaction(async (tx) => {
        await tx.updateTable('audit').set({ key: null }).execute();
      });
      await openBrowser(portal).post('/api/auth/login', { email: 'no@example.ru', password: 'наугад' });
    },
    end: () => pass(msPerDay + msPerMinute),
  }));

test('anonymous visitors and editors see no alerts', async () => {
  expect((await portal.get('/api/health')).data).not.toHaveProperty('alerts');
  const editor = await here(await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
  expect((await editor.get('/api/health')).data).not.toHaveProperty('alerts');
  expect((await editor.get('/api/editors/overview')).data.alerts).toEqual([]);
});
