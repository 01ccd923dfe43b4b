import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { dialect } from '../../tests/sample/database.ts';
import { addPerson, doctorForm, password, withSession, type Fields } from '../../tests/sample/people.ts';
import { waitUntil } from '../../tests/sample/wait-until.ts';
import { writeRecord } from './catalogue/store.ts';
import { findServer } from './database/lock.ts';

/** The shared database of both processes, as seen by the test. */
let portal: TestPortal;
let urls: string[] = [];
/** Address → subjects of letters. */
const letters = new Map<string, string[]>();
const followers = Array.from({ length: 8 }, (_, index) => `follower${index}@example.ru`);
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (dialect === 'sqlite') return;
  portal = await startTestPortal({ settings: { CAPTCHA: 'off', SECRET_KEY: 'k'.repeat(32) } });
  ends.push(() => portal.close());
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  const { gaucher } = portal.sample;
  for (const email of followers) {
    const browser = await withSession(portal, await addPerson(portal, 'doctor', { email }));
    await browser.post('/api/subscribes/add', { id: gaucher, frequency: 'now' });
  }
  const hourAgo = new Date(Date.now() - 3600_000);
  await portal.database.transaction((tx) =>
    writeRecord(
      tx,
      {
        kind: 'disease',
        id: gaucher,
        fields: { therapy: 'Новая терапия' },
        state: 'published',
        origins: 'editor',
        author: 'editor',
      },
      hourAgo,
    ),
  );
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (part: Buffer) => (raw += String(part)));
      stream.on('end', () => {
        const subject = /^Subject: (.*)$/m.exec(raw)?.[1] ?? '';
        for (const { address } of session.envelope.rcptTo)
          letters.set(address, [...(letters.get(address) ?? []), subject]);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise<void>((resolve) => post.close(() => resolve())));
  const { port } = post.server.address() as AddressInfo;
  // Both look for due digests at once.
  urls = await Promise.all([1, 2].map(() => startProcess(`smtp://127.0.0.1:${port}`)));
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function startProcess(smtp: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-test-'));
  const child = spawn(process.execPath, [path.resolve('src/server/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: portal.settings.DATABASE_URL ?? '',
      SITE_URL: portal.settings.SITE_URL,
      SECRET_KEY: portal.settings.SECRET_KEY ?? '',
      SMTP_URL: smtp,
      PORT: '0',
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      TRUST_PROXY: 'loopback',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  ends.push(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return await waitUntil('the server announces its address', () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    return findServer(folder)?.url;
  });
}

interface RequestOptions {
  fields?: Fields;
  cookie?: string;
  ip?: string;
  key?: string;
}

async function send(
  which: number,
  address: string,
  { fields, cookie = '', ip = '10.9.9.9', key }: RequestOptions = {},
) {
  const response = await fetch(new URL(address, urls[which]), {
    headers: {
      'x-forwarded-for': ip,
      cookie,
      ...(fields && { 'content-type': 'application/json', origin: portal.settings.SITE_URL }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(fields && { method: 'POST', body: JSON.stringify(fields) }),
  });
  const { data } = (await response.json()) as { data: unknown };
  return { status: response.status, data, cookies: response.headers.getSetCookie() };
}

test.skipIf(dialect === 'sqlite')(
  'a session of one process is valid in the other, and ends in both (skipped on SQLite)',
  async () => {
    const login = await send(0, '/api/auth/login', { fields: { email: 'doctor@example.ru', password } });
    const cookie = login.cookies.map((line) => line.split(';')[0]).join('; ');
    expect((await send(1, '/api/user', { cookie })).data).toMatchObject({ email: 'doctor@example.ru' });
    expect((await send(1, '/api/auth/logout', { cookie, fields: {} })).status).toBe(200);
    expect((await send(0, '/api/user', { cookie })).data).toBeNull();
  },
);

test.skipIf(dialect === 'sqlite')(
  'D-1 a burst of sign-ins over both shares one limit (skipped on SQLite)',
  async () => {
    const beganAt = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        send(index % 2, '/api/auth/login', {
          ip: '10.8.8.8',
          fields: { email: `absent${index}@example.ru`, password },
        }),
      ),
    );
    // 20 a minute; a busy machine may need more than one, and refuses some with 503.
    const minutes = 1 + Math.floor((Date.now() - beganAt) / 60_000);
    const checked = answers.filter(({ status }) => status === 401);
    expect(checked.length).toBeGreaterThan(0);
    expect(checked.length).toBeLessThanOrEqual(20 * minutes);
  },
);

test.skipIf(dialect === 'sqlite')(
  'D-10 one key sent to both at once creates one account, and both respond with it (skipped on SQLite)',
  async () => {
    const sent = [0, 1, 0, 1].map((which) =>
      send(which, '/api/register/doctor', {
        key: 'one-key',
        fields: doctorForm({ email: 'once@example.ru' }),
      }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const users = await portal.database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'once@example.ru')
      .execute();
    expect(users).toHaveLength(1);
  },
);

test.skipIf(dialect === 'sqlite')(
  'C-6 letters of both are sent once each, digests once per person (skipped on SQLite)',
  async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `many${index}@example.ru`);
    const registered = await Promise.all(
      emails.map((email, index) =>
        send(index % 2, '/api/register/doctor', { ip: `10.7.7.${index}`, fields: doctorForm({ email }) }),
      ),
    );
    expect(registered.map(({ status }) => status)).toEqual(emails.map(() => 200));
    const waiting = () =>
      portal.database.kysely.selectFrom('outbox').select('recipient').where('sent_at', 'is', null).execute();
    await waitUntil(
      'all followers have letters and the outbox is empty',
      async () => followers.every((email) => letters.has(email)) && (await waiting()).length === 0,
    );
    for (const email of [...emails, 'once@example.ru', ...followers])
      expect([email, letters.get(email)?.length]).toEqual([email, 1]);
  },
);
