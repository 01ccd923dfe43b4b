import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findServer } from '#server/database/lock.ts';
import { waitUntil } from './sample/wait-until.ts';

const base = mkdtempSync(path.join(tmpdir(), 'register-upgrade-'));
const current = path.join(base, 'current');
const data = path.join(base, 'data');
const former = path.join(base, 'releases/former');
/** A clone that lies apart from the layout. */
const apart = path.join(base, 'apart');
const stop = `sh ${path.join(base, 'stop.sh')}`;
const start = `sh ${path.join(base, 'start.sh')}`;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const here = path.resolve(import.meta.dirname, '..');
  execFileSync('git', ['clone', '--quiet', here, former]);
  execFileSync('cp', ['-al', path.join(here, 'node_modules'), path.join(former, 'node_modules')]);
  rmSync(path.join(former, 'node_modules/.cache'), { recursive: true, force: true });
  execFileSync('git', ['clone', '--quiet', here, apart]);
  symlinkSync(path.join(here, 'node_modules'), path.join(apart, 'node_modules'));
  const migration = (sql: string) => {
    const file = 'src/server/database/migrations.ts';
    edit(file, /import type \{ MigrationStep \}/, 'import { step, type MigrationStep }');
    edit(file, /(const steps: [^]*?)\n};/, `$1\n  '9999-next': step('${sql}'),\n};`);
  };
  const table = 'create table next_release (id text primary key)';
  release('good', () => migration(table));
  release('bad-migration', () => migration('create table users (id text primary key)'));
  release('visible', () => {
    migration(table);
    edit('src/components/chrome/Footer.astro', /<p>/, '<p>The visible release</p>\n<p>');
  });
  release('older', () => rmSync(path.join(former, 'src/server/database/migrations/0002-unread-tables.ts')));
  release('bad-page', () => edit('src/pages/index.astro', /^---\n/, "---\nthrow new Error('no page');\n"));
  // Migrates, then ends; the trial has no such setting.
  release('bad-start', () => {
    migration(table);
    edit('scripts/start.ts', /const answering = /, 'if (process.env.RATE_LIMIT) process.exit(1);\n  $&');
  });
  symlinkSync('releases/former', current);
  const pid = path.join(base, 'pid');
  writeFileSync(
    path.join(base, 'start.sh'),
    `cd ${current}\nsetsid node scripts/run.mjs start >>${base}/portal.log 2>&1 </dev/null &\necho $! >${pid}\n`,
  );
  writeFileSync(
    path.join(base, 'stop.sh'),
    // Ends before the portal, and fails where none runs.
    `kill $(cat ${pid}) 2>/dev/null\n`,
  );
  env = {
    PATH: process.env.PATH,
    HOME: base,
    DATA_DIR: data,
    CATALOGUE: 'none',
    PORT: String(await freePort()),
    RATE_LIMIT: '20',
    BACKUP_KEY: 'the key of copies in this test',
    AUDIT_KEY: 'k'.repeat(32),
  };
  execFileSync('sh', ['-c', start], { env, stdio: 'ignore' });
  await ready();
}, 120_000);

afterAll(() => {
  execFileSync('sh', ['-c', `${stop} || true`]);
  rmSync(base, { recursive: true, force: true });
});

test('a plain clone is told how to lay releases out', async () => {
  const { code, printed } = await upgrade('good', { cwd: apart }).ended;
  expect(printed).toContain('ln -s releases/');
  expect(code).toBe(1);
});

test.each([
  ['nothing', 'Версии nothing нет'],
  ['HEAD', 'Версия HEAD уже работает'],
  ['older', 'Версия older старше базы'],
])('%s is no release to upgrade to', async (ref, sentence) => {
  const { code, printed } = await upgrade(ref).ended;
  expect(printed).toContain(sentence);
  expect(code).toBe(1);
});

test('edits that are not committed are not left behind', async () => {
  const readme = path.join(former, 'README.md');
  const text = readFileSync(readme, 'utf8');
  writeFileSync(readme, `${text}\nOurs.\n`);
  const { code, printed } = await upgrade('good').ended;
  writeFileSync(readme, text);
  expect(printed).toContain('есть правки');
  expect(code).toBe(1);
});

test.each(['bad-migration', 'bad-page'])('%s stops at the trial', { timeout: 120_000 }, async (ref) => {
  addAccount(`${ref}@example.org`);
  const { code, printed } = await upgrade(ref).ended;
  expect(printed).toContain('портал не тронут');
  expect(code).toBe(1);
  await expectServing('former');
});

test('a release that dies is taken back, also after a kill', { timeout: 240_000 }, async () => {
  addAccount('bad-start@example.org');
  await upgrade('bad-start').killedAt('Возвращение');
  const { code, printed } = await upgrade('bad-start').ended;
  expect(printed).toContain('снова работает former');
  expect(code).toBe(1);
  await expectServing('former');
  expect(hasTable()).toBe(false);
});

test('a killed upgrade loses nothing, its repeat succeeds', { timeout: 240_000 }, async () => {
  for (const step of [1, 2, 3, 4, 5, 6]) {
    addAccount(`step${step}@example.org`);
    await upgrade('good').killedAt(`${step}/7`);
    await restart();
    await expectServing();
  }
  const { code, printed } = await upgrade('good').ended;
  expect(printed).toContain('Работает good');
  expect(code).toBe(0);
  await expectServing('good');
  expect(hasTable()).toBe(true);
});

test('by hand it asks for a stop and a start, and tries the release once', { timeout: 240_000 }, async () => {
  addAccount('by-hand@example.org');
  const waiting = await upgrade('visible', { commands: [] }).ended;
  expect(waiting.printed).toContain('остановите его и повторите команду');
  expect(waiting.code).toBe(1);
  await expectServing('good');
  await stopped();
  const stoppedByHand = await upgrade('visible', { commands: [] }).ended;
  expect(stoppedByHand.printed).toContain('Запустите портал');
  expect(stoppedByHand.printed).not.toContain('4/7');
  execFileSync('sh', ['-c', start], { env, stdio: 'ignore' });
  await ready();
  const { code, printed } = await upgrade('visible', { commands: [] }).ended;
  expect(printed).toContain('Работает visible');
  expect(code).toBe(0);
  await expectServing('visible');
  expect(readdirSync(path.join(base, 'releases')).toSorted()).toEqual(['good', 'visible']);
  const page = async () => (await fetch(`http://127.0.0.1:${env.PORT}/`)).text();
  await waitUntil('readers see the new release', async () => (await page()).includes('The visible release'));
});

async function stopped(): Promise<void> {
  spawnSync('sh', ['-c', stop], { env, stdio: 'ignore' });
  await waitUntil('the portal has stopped', () => !findServer(data));
}

async function restart(): Promise<void> {
  await stopped();
  execFileSync('sh', ['-c', start], { env, stdio: 'ignore' });
}

const added: string[] = [];

function addAccount(email: string): void {
  const args = ['scripts/run.mjs', 'user', 'add', '--type', 'doctor', '--email', email];
  execFileSync('node', args, { cwd: current, env, input: '\n' });
  added.push(email);
}

async function expectServing(release?: string): Promise<void> {
  await ready();
  if (release) expect(readlinkSync(current)).toBe(`releases/${release}`);
  const database = new DatabaseSync(path.join(data, 'register.sqlite'), { readOnly: true });
  const rows = database.prepare('select email from users').all();
  database.close();
  expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(added));
}

function hasTable(): boolean {
  const database = new DatabaseSync(path.join(data, 'register.sqlite'), { readOnly: true });
  const row = database.prepare("select 1 from sqlite_schema where name = 'next_release'").get();
  database.close();
  return row !== undefined;
}

function upgrade(ref: string, { cwd = current, commands = ['--stop', stop, '--start', start] } = {}) {
  const args = ['scripts/run.mjs', 'upgrade', ref, ...commands];
  const child = spawn('node', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const seen = Promise.withResolvers<void>();
  let line = '';
  const take = (chunk: Buffer) => {
    printed += chunk.toString();
    if (line && printed.includes(line)) seen.resolve();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), printed }));
  return {
    ended,
    async killedAt(wanted: string): Promise<void> {
      line = wanted;
      // A repeat after the switch prints no earlier step.
      await Promise.race([seen.promise, ended]);
      if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

async function ready(): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${env.PORT}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil('the portal is ready', isReady, 600_000);
}

function release(name: string, change: () => void): void {
  const git = (...args: string[]) => execFileSync('git', ['-C', former, ...args], { stdio: 'pipe' });
  git('checkout', '--quiet', '--detach');
  change();
  git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '-am', name);
  git('tag', name);
  git('checkout', '--quiet', '--detach', 'HEAD~1');
}

function edit(file: string, from: RegExp, to: string): void {
  const place = path.join(former, file);
  const text = readFileSync(place, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(place, text.replace(from, to));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
