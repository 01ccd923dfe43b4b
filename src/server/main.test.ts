import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testSettings } from '../../tests/sample/database.ts';
import { openBrowser, password } from '../../tests/sample/people.ts';
import { waitUntil } from '../../tests/sample/wait-until.ts';
import { makeAccount } from './account/operator.ts';
import { findServer } from './database/lock.ts';
import { startServer } from './main.ts';
import type { Settings } from './settings.ts';

async function freshSettings(more: Record<string, string> = {}) {
  const { settings, drop } = await testSettings(more);
  onTestFinished(drop);
  return settings;
}

/** The server as a child process, as in operation. */
function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, [path.resolve('src/server/main.ts')], {
    env: { ...process.env, LOG_LEVEL: 'info', ...environment },
  });
  let output = '';
  let complained = '';
  child.stdout.on('data', (bytes) => (output += String(bytes)));
  child.stderr.on('data', (bytes) => (complained += String(bytes)));
  // Output is complete when the pipes are closed.
  const ended = once(child, 'close').then(([code]) => code as number);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended, output: () => output, complained: () => complained };
}

/** Address of a child process once it listens. */
const announced = ({ DATA_DIR }: Settings) =>
  waitUntil('the server announces its address', () => findServer(DATA_DIR)?.url);

test('the command line finds a running server by its folder', async () => {
  const settings = await freshSettings();
  const server = await startServer({ settings });
  expect(findServer(settings.DATA_DIR)).toEqual({ pid: process.pid, url: server.url });
  const answer = await fetch(new URL('/api/health', server.url));
  expect(answer.status).toBe(200);
  // A proxy's idle connection never meets one closing here.
  expect(Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
  await server.close();
  expect(findServer(settings.DATA_DIR)).toBeUndefined();
});

test('a normally started server hashes passwords at the recommended cost of argon2id (V11.4.2)', async () => {
  const settings = await freshSettings();
  const { app, database, context, close } = await startServer({ settings });
  await makeAccount({ type: 'doctor', email: 'real@example.ru', password, isVerified: false }, context);
  const storedHash = async () =>
    (await database.kysely.selectFrom('users').select('password').executeTakeFirstOrThrow()).password;
  const atProductionCost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;
  expect(await storedHash()).toMatch(atProductionCost);
  const [first, browser] = [await storedHash(), openBrowser({ app, database, settings })];
  expect((await browser.post('/api/auth/login', { email: 'real@example.ru', password })).status).toBe(200);
  const chosen = 'три дома и двое ворот';
  const form = { current_password: password, password: chosen, confirm_password: chosen };
  expect((await browser.post('/api/user/password', form)).status).toBe(200);
  expect(await storedHash()).toMatch(atProductionCost);
  expect(await storedHash()).not.toBe(first);
  await close();
});

test('a taken port is named in one sentence, and the folder is released', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const settings = await freshSettings({ PORT: String(port) });
  await expect(startServer({ settings })).rejects.toThrow(
    new RegExp(`^Порт ${port} на 127\\.0\\.0\\.1 занят`),
  );
  expect(findServer(settings.DATA_DIR)).toBeUndefined();
  const server = await startServer({ settings: { ...settings, PORT: 0 } });
  await server.close();
});

test('a HOST that is not of this machine is named in one sentence', async () => {
  const settings = await freshSettings({ HOST: '192.0.2.1', PORT: '0' });
  await expect(startServer({ settings })).rejects.toThrow(/^Адреса HOST 192\.0\.2\.1 на этой машине нет/);
  expect(findServer(settings.DATA_DIR)).toBeUndefined();
});

test('errors that the operator can fix end the process with one sentence and code 1', async () => {
  const wrong = run({ PORT: 'abc' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.complained().trim()).toBe('Настройка PORT задана неверно: нужно число от 0 до 65535.');
  expect(wrong.output()).toBe('');
});

test('on shutdown the server answers open requests, exits with code 0 and releases the folder', async () => {
  const settings = await freshSettings();
  const server = run({ DATA_DIR: settings.DATA_DIR, PORT: '0', DATABASE_URL: settings.DATABASE_URL ?? '' });
  const url = await announced(settings);
  const responses = Array.from({ length: 20 }, () => fetch(new URL('/api/diseases/filter', url)));
  const first = await Promise.race(responses);
  expect(first.status).toBe(200);
  server.child.kill('SIGTERM');
  const answers = await Promise.all(responses);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await server.ended).toBe(0);
  expect(findServer(settings.DATA_DIR)).toBeUndefined();
});

test('C-7 on shutdown under load every accepted request is answered', async () => {
  const settings = await freshSettings();
  const server = run({ DATA_DIR: settings.DATA_DIR, PORT: '0', DATABASE_URL: settings.DATABASE_URL ?? '' });
  const url = new URL('/api/diseases/filter', await announced(settings));
  let answered = 0;
  const cut: unknown[] = [];
  const come = async () => {
    for (;;) {
      const pending = get(url, { agent: false });
      try {
        const [response] = (await once(pending, 'response')) as [IncomingMessage];
        await once(response.resume(), 'end');
        answered += 1;
        if (answered === 100) server.child.kill('SIGTERM');
      } catch (error) {
        // A refused or reset connection attempt was not accepted.
        if ((error as { syscall?: string }).syscall !== 'connect') cut.push(error);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 40 }, come));
  expect(cut).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(await server.ended).toBe(0);
});

test.each([
  ['http://register.example', true],
  ['https://register.example', false],
  ['http://localhost:4321', false],
])('a start for %s warns of unencrypted traffic: %s', async (SITE_URL, isWarned) => {
  const settings = await freshSettings();
  const DATABASE_URL = settings.DATABASE_URL ?? '';
  const server = run({ DATA_DIR: settings.DATA_DIR, PORT: '0', SITE_URL, DATABASE_URL });
  await announced(settings);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(server.output().includes(`SITE_URL ${SITE_URL} без шифрования`)).toBe(isWarned);
});

test('log lines are JSON with a request id and without queries', async () => {
  const settings = await freshSettings();
  const server = run({ DATA_DIR: settings.DATA_DIR, PORT: '0', DATABASE_URL: settings.DATABASE_URL ?? '' });
  await fetch(new URL('/api/diseases?areas=канарейка%0Aподделка', await announced(settings)));
  server.child.kill('SIGTERM');
  await server.ended;
  const lines = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ msg }) => msg === 'answered')).toMatchObject({
    path: '/api/diseases',
    status: 200,
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(server.output()).not.toMatch(/канарейка|%D0%BA/);
});
