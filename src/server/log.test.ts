import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dialect, testSettings } from '../../tests/sample/database.ts';
import { addSignedIn } from '../../tests/sample/people.ts';
import { waitUntil } from '../../tests/sample/wait-until.ts';
import { openDatabase } from './database/database.ts';
import type { Settings } from './settings.ts';

interface Line {
  level: number;
  msg: string;
  reqId?: string;
  path?: string;
  status?: number;
  account?: number | null;
  network?: string;
  audit?: string;
}

/** The server as in operation, with its log. */
async function run(settings: Settings, more: Record<string, string> = {}) {
  const { DATA_DIR, DATABASE_URL } = settings;
  const child = spawn(process.execPath, [path.resolve('src/server/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR,
      ...(DATABASE_URL ? { DATABASE_URL } : {}),
      PORT: '0',
      TRUST_PROXY: 'loopback',
      CAPTCHA: 'off',
      LOG_LEVEL: 'info',
      ...more,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (bytes) => (output += String(bytes)));
  child.stderr.on('data', (bytes) => (output += String(bytes)));
  const lines = () =>
    output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
  const text = () => output;
  const url = await waitUntil(
    'the server logs its address',
    () => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0],
  );
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, lines, text, stop };
}

async function doctorIn(settings: Settings) {
  const database = await openDatabase(settings);
  const doctor = await addSignedIn({ database, settings }, 'doctor', 'kanareika@example.ru');
  await database.close();
  return doctor;
}

test('each rejection in the log has request, account id and network, and nothing personal', async () => {
  const { settings, drop } = await testSettings();
  onTestFinished(drop);
  const { id, cookie } = await doctorIn(settings);
  const { url, lines, text } = await run(settings);
  const from = (ip: string, more: Record<string, string> = {}) => ({
    headers: { 'x-forwarded-for': ip, ...more },
  });
  const action = (body: object, ip: string) => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...from(ip).headers, 'content-type': 'application/json', origin: url },
  });
  expect((await fetch(`${url}/api/editors/overview`, from('203.0.113.77', { cookie }))).status).toBe(403);
  expect((await fetch(`${url}/api/user/export`, from('2001:db8:77:88:99::1'))).status).toBe(401);
  const guess = { email: 'kanareika@example.ru', password: 'канарейка-канарейка' };
  const statuses = [];
  for (let tried = 0; tried < 25; tried += 1)
    statuses.push((await fetch(`${url}/api/auth/login`, action(guess, '198.51.100.66'))).status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  const health = await fetch(`${url}/api/health`, from('203.0.113.77'));
  expect(health.status).toBe(200);
  const answered = () => lines().filter(({ status }) => status !== undefined);
  await expect.poll(() => answered().length).toBe(28);
  const refusals = answered();
  const of = (place: string) => refusals.filter((line) => line.path === place);
  const reqId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(of('/api/editors/overview')).toMatchObject([
    { reqId, status: 403, account: id, network: '203.0.113.0/24' },
  ]);
  expect(of('/api/user/export')).toMatchObject([
    { reqId, status: 401, account: null, network: '2001:db8:77::/48' },
  ]);
  for (const line of of('/api/auth/login'))
    expect(line).toMatchObject({ reqId, account: null, network: '198.51.100.0/24' });
  expect(of('/api/health')[0]).not.toHaveProperty('network');
  expect(of('/api/health')[0]?.reqId).toBe(health.headers.get('x-request-id'));
  expect(text()).not.toMatch(/kanareika|канарейка|113\.77|100\.66|77:88/);
});

test('the audit head is logged, and its key is outside the data, for its owner only', async () => {
  const { settings, drop } = await testSettings();
  onTestFinished(drop);
  const home = `${settings.DATA_DIR}-home`;
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const first = await run(settings, { XDG_CONFIG_HOME: home });
  await fetch(`${first.url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email: 'absent@example.ru', password: 'наугад' }),
    headers: { 'content-type': 'application/json', origin: first.url },
  });
  await first.stop();
  const place = path.join(home, 'orphan-register/audit.key');
  expect((await stat(place)).mode & 0o077).toBe(0);
  expect((await readFile(place, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);

  const second = await run(settings, { XDG_CONFIG_HOME: home });
  await expect
    .poll(() => second.lines())
    .toContainEqual(
      expect.objectContaining({ msg: 'head of the audit', audit: expect.stringMatching(/^1:[0-9a-f]{64}$/) }),
    );
  expect(second.text()).not.toMatch(/ключ/i);
  await second.stop();

  // On another machine, without the key. A shared database is not taken over.
  if (dialect === 'postgres') return;
  const third = await run(settings, { XDG_CONFIG_HOME: `${home}/elsewhere` });
  await expect.poll(() => third.text()).toMatch(/ключа \w{12} здесь нет, строки 1–1 проверить нельзя/);
});

test('an unconfigured proxy is reported once', async () => {
  const { settings, drop } = await testSettings();
  onTestFinished(drop);
  const { url, lines, stop } = await run(settings, { TRUST_PROXY: '' });
  for (let turn = 0; turn < 2; turn += 1)
    await fetch(`${url}/api/health`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
  const warnings = () => lines().filter(({ msg }) => msg.includes('TRUST_PROXY не задан'));
  await waitUntil('the server warns', () => warnings().length > 0);
  await stop();
  expect(warnings()).toHaveLength(1);
});
