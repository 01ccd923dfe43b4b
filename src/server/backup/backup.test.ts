import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillSample } from '../../../tests/sample/catalogue.ts';
import { dialect, openTestDatabase, testSettings } from '../../../tests/sample/database.ts';
import { waitUntil } from '../../../tests/sample/wait-until.ts';
import { addUser } from '../account/users.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { lockDataDir } from '../database/lock.ts';
import { putLetter } from '../mail/outbox.ts';
import { encryptionOf } from '../encryption.ts';
import { readSettings } from '../settings.ts';
import { makeBackup, moveDatabase, restoreBackup } from './backup.ts';
import { backupSecret } from './file.ts';
import { keepBackup } from './schedule.ts';
import { rowsOf, shapeOf, tallyOf, type Tally } from './copy-rows.ts';

async function emptyPlace() {
  const { settings, drop } = await testSettings();
  onTestFinished(drop);
  return settings;
}

async function tallies(database: Database): Promise<Record<string, Tally>> {
  const found: Record<string, Tally> = {};
  for (const shape of await shapeOf(database.kysely, database.dialect))
    found[shape.table] = await tallyOf(rowsOf(database.kysely, shape));
  return found;
}

/** Person and letter are written in one transaction: a backup must have both or neither. */
const register = (database: Database, number: number) =>
  database.transaction(async (tx) => {
    const at = new Date();
    const email = `person${number}@example.ru`;
    const user = await addUser(tx, { type: 'doctor', email, created_at: at.toISOString() });
    const letter = { subject: '«Письмо»\n\u2028', before: ['Слово 🦓'] };
    const context = { settings: { SITE_URL: 'https://a.ru' }, now: () => at };
    await putLetter(tx, context, { kind: 'trial', to: { id: user.id, email } }, letter);
  });

async function putUploads(folder: string) {
  await mkdir(path.join(folder, 'uploads/ab'), { recursive: true });
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256));
  await writeFile(path.join(folder, 'uploads/ab/abcdef'), bytes);
  await writeFile(path.join(folder, 'uploads/ab/abempty'), '');
  await writeFile(path.join(folder, 'uploads/ab/abhalf.part'), 'half');
  return bytes;
}

test(`B-8 a backup made under load is consistent and restores every row (${dialect})`, async () => {
  const database = await openTestDatabase();
  await fillSample(database);
  const bytes = await putUploads(database.settings.DATA_DIR);
  const file = path.join(database.settings.DATA_DIR, 'drill.backup');
  const secondFactor = encryptionOf({ DATA_DIR: database.settings.DATA_DIR }).encrypt('второй фактор');
  const sealing = 'сорок два журавля над рекой';
  const load = { written: 0, isDone: false };
  const writing = (async () => {
    while (!load.isDone) {
      await register(database, (load.written += 1));
      // SQLite is synchronous: a pause lets others run.
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await waitUntil('ten people are registered', () => load.written >= 10);
  const atStart = load.written - 1;
  const copied = await makeBackup(database.settings, file, sealing).finally(() => {
    load.isDone = true;
  });
  await writing;
  expect((await stat(file)).mode & 0o077).toBe(0);

  const place = await emptyPlace();
  expect(await restoreBackup(place, file, () => Promise.resolve(sealing))).toBe(copied.uploads);
  const restored = await openDatabase(place);
  // All tables but those that are written meanwhile.
  const still = async (from: Database) =>
    Object.entries(await tallies(from)).filter(([table]) => !['users', 'outbox', 'meta'].includes(table));
  expect(await still(restored)).toEqual(await still(database));
  const users = await restored.kysely.selectFrom('users').select('email').orderBy('id').execute();
  const letters = await restored.kysely.selectFrom('outbox').select('recipient').orderBy('id').execute();
  expect(users.length).toBeGreaterThanOrEqual(atStart);
  expect(users.length).toBeLessThan(load.written);
  expect(letters.map(({ recipient }) => recipient)).toEqual(users.map(({ email }) => email));
  expect(users.map(({ email }) => email)).toEqual(users.map((_, index) => `person${index + 1}@example.ru`));
  // Ids continue after the backup.
  await register(restored, 100_000);
  await restored.close();
  expect(await readFile(path.join(place.DATA_DIR, 'uploads/ab/abcdef'))).toEqual(bytes);
  // Without its key the restored second factors would be useless.
  expect(encryptionOf({ DATA_DIR: place.DATA_DIR }).decrypt(secondFactor)).toBe('второй фактор');
  expect((await stat(path.join(place.DATA_DIR, 'secret.key'))).mode & 0o077).toBe(0);
  expect((await readdir(path.join(place.DATA_DIR, 'uploads/ab'))).toSorted()).toEqual(['abcdef', 'abempty']);
});

test('B-8 a backup with one flipped byte anywhere is rejected and nothing is restored', async () => {
  const database = await openTestDatabase();
  await fillSample(database);
  const file = path.join(database.settings.DATA_DIR, 'whole.backup');
  await makeBackup(database.settings, file);
  const whole = await readFile(file);
  const place = await emptyPlace();
  const damaged = path.join(database.settings.DATA_DIR, 'damaged.backup');
  const places = [...Array.from({ length: 50 }, (_, index) => index), whole.length - 1, whole.length - 33];
  for (let step = 0; step < 50; step += 1) places.push(Math.floor((whole.length * step) / 50));
  for (const index of places) {
    const bytes = Buffer.from(whole);
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    await writeFile(damaged, bytes);
    await expect(restoreBackup(place, damaged), String(index)).rejects.toThrow(
      /^Копия повреждена|^Это не резервная копия/,
    );
  }
  for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 40), Buffer.from(''), Buffer.from('text')]) {
    await writeFile(damaged, bytes);
    await expect(restoreBackup(place, damaged)).rejects.toThrow(/^Копия повреждена|^Это не резервная копия/);
  }
  await expect(restoreBackup(place, `${damaged}.none`)).rejects.toThrow('Файла копии нет');
  expect(await readdir(place.DATA_DIR)).toEqual([]);
  await restoreBackup(place, file);
});

test('an encrypted backup has no plain data, opens only with its key, and rejects one flipped byte', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-sealed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = (name: string) => ({ DATA_DIR: path.join(folder, name) });
  const source = await openDatabase(place('source'));
  await source.transaction((tx) =>
    addUser(tx, { type: 'doctor', email: 'sealed-person@example.ru', created_at: new Date().toISOString() }),
  );
  await source.close();
  encryptionOf({ ...place('source'), SECRET_KEY: undefined });
  const secret = 'сорок два журавля над рекой';
  const file = path.join(folder, 'sealed.backup');
  await makeBackup(place('source'), file, secret);
  const bytes = await readFile(file);
  const key = await readFile(path.join(folder, 'source/secret.key'), 'utf8');
  expect([
    bytes.includes('sealed-person'),
    bytes.includes(key),
    bytes.includes(Buffer.from([0x1f, 0x8b, 8])),
  ]).toEqual([false, false, false]);
  await expect(
    restoreBackup(place('other'), file, () => Promise.resolve('другой ключ, не этот')),
  ).rejects.toThrow('ключ не тот');
  await expect(restoreBackup(place('none'), file)).rejects.toThrow('зашифрована');
  for (const at of [30, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const flipped = path.join(folder, `flipped-${at}.backup`);
    await writeFile(
      flipped,
      bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)),
    );
    await expect(
      restoreBackup(place(`flipped-${at}`), flipped, () => Promise.resolve(secret)),
    ).rejects.toThrow(/Ничего не восстановлено/);
  }
  const cut = path.join(folder, 'cut.backup');
  await writeFile(cut, bytes.subarray(0, -1));
  await expect(restoreBackup(place('cut'), cut, () => Promise.resolve(secret))).rejects.toThrow(
    /Ничего не восстановлено/,
  );
  await restoreBackup(place('back'), file, () => Promise.resolve(secret));
  expect(await readFile(path.join(folder, 'back/secret.key'), 'utf8')).toBe(key);
  const keyed = path.join(folder, 'keyed/secret.key');
  await mkdir(path.dirname(keyed));
  await writeFile(keyed, 'другой');
  await expect(restoreBackup(place('keyed'), file, () => Promise.resolve(secret))).rejects.toThrow(
    'другой ключ secret.key',
  );
  expect(await readFile(keyed, 'utf8')).toBe('другой');
  const open = path.join(folder, 'open.backup');
  await makeBackup(place('source'), open);
  const tar = gunzipSync((await readFile(open)).subarray(0, -32));
  expect([tar.includes('register.sqlite'), tar.includes(key)]).toEqual([true, false]);
});

test('a backup with a file of a foreign name is refused, and nothing of it stays', async () => {
  const { DATA_DIR } = (await openTestDatabase()).settings;
  const place = await emptyPlace();
  for (const name of ['../escaped', 'uploads/ab/../../escaped', '/etc/escaped', 'register.sqlite-wal']) {
    const packed = gzipSync(
      await packTar([
        { header: { name: 'uploads/ab/abcdef', size: 4 }, body: 'text' },
        { header: { name, size: 4 }, body: 'text' },
      ]),
    );
    const file = path.join(DATA_DIR, 'foreign.backup');
    await writeFile(file, Buffer.concat([packed, createHash('sha256').update(packed).digest()]));
    await expect(restoreBackup(place, file), name).rejects.toThrow('файл с чужим именем');
    expect(await readdir(path.join(place.DATA_DIR, 'uploads/ab')), name).toEqual([]);
    expect((await readdir(place.DATA_DIR)).toSorted(), name).toEqual(['server.lock', 'uploads']);
  }
});

test('an operator is told where a backup or its key cannot be written or found', async () => {
  const { settings } = await openTestDatabase();
  const nowhere = path.join(settings.DATA_DIR, 'nowhere/one.backup');
  await expect(makeBackup(settings, nowhere)).rejects.toThrow(/^Файл копии нельзя создать: .+ENOENT/);
  const home = path.join(settings.DATA_DIR, 'home');
  vi.stubEnv('XDG_CONFIG_HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(backupSecret({}, { isNewFine: false })).rejects.toThrow(
    /^Копия зашифрована: задайте BACKUP_KEY/,
  );
  await writeFile(home, 'a file in place of the folder');
  await expect(backupSecret({}, { isNewFine: true })).rejects.toThrow(/^Ключ копий нельзя записать/);
});

test('a daily backup is made on demand, and old ones are deleted', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-daily-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = readSettings({
    DATA_DIR: folder,
    BACKUPS: 'daily',
    BACKUPS_KEEP: '3',
    BACKUP_KEY: 'сорок два журавля',
  });
  await (await openDatabase(settings)).close();
  const days = (count: number) => () => new Date(Date.now() + count * 86_400_000);
  await keepBackup({ settings, now: () => new Date() });
  await keepBackup({ settings, now: () => new Date() });
  const names = () => readdir(path.join(folder, 'backups'));
  expect(await names()).toHaveLength(1);
  const killed = path.join(folder, 'backups/making-killed');
  await mkdir(killed);
  await utimes(killed, 1, 1);
  await keepBackup({ settings, now: days(1.1) });
  expect(await names()).toHaveLength(2);
  await keepBackup({ settings, now: days(5) });
  expect(await names()).toHaveLength(1);
});

test('nothing is overwritten: file, database, uploads, or anything in use', async () => {
  const database = await openTestDatabase();
  await fillSample(database);
  const file = path.join(database.settings.DATA_DIR, 'one.backup');
  await makeBackup(database.settings, file);
  const before = await readFile(file);
  await expect(makeBackup(database.settings, file)).rejects.toThrow('уже есть');
  expect(await readFile(file)).toEqual(before);
  const state = await tallies(database);
  await expect(restoreBackup(database.settings, file)).rejects.toThrow(/уже есть данные|не пуста/);
  expect(await tallies(database)).toEqual(state);

  const copied = await emptyPlace();
  const move = () => moveDatabase(database.settings, copied);
  await move();
  await expect(move()).rejects.toThrow('не пуста');

  const withUploads = await emptyPlace();
  await putUploads(withUploads.DATA_DIR);
  await expect(restoreBackup(withUploads, file)).rejects.toThrow(/уже есть данные|не пуста/);
  expect(await readdir(path.join(withUploads.DATA_DIR, 'uploads/ab'))).toHaveLength(3);

  const busy = await emptyPlace();
  const lock = await lockDataDir(busy.DATA_DIR);
  await expect(restoreBackup(busy, file)).rejects.toThrow('занята другим сервером');
  lock.release();
});

test(`a backup of a database of version 1.0.0 restores, an older one and the former format are refused (${dialect})`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-first-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const packed = await readFile(new URL('../../../tests/sample/upgrades/v1.0.0.sqlite.gz', import.meta.url));
  const source = path.join(folder, 'register.sqlite');
  await writeFile(source, gunzipSync(packed));
  await makeBackup({ DATA_DIR: folder }, path.join(folder, 'first.backup'));
  const place = await emptyPlace();
  const former = new DatabaseSync(source);
  const users = former.prepare('select * from users').all();
  former.close();
  await restoreBackup(place, path.join(folder, 'first.backup'));
  const restored = await openDatabase(place);
  expect((await tallies(restored))['users']?.rows).toBe(users.length);
  await restored.close();

  const database = new DatabaseSync(source);
  database.exec("delete from kysely_migration where name = '2027-01-03-used-codes'");
  database.close();
  await makeBackup({ DATA_DIR: folder }, path.join(folder, 'older.backup'));
  const empty = await emptyPlace();
  await expect(restoreBackup(empty, path.join(folder, 'older.backup'))).rejects.toThrow(
    'старше версии 1.0.0',
  );
  expect(await readdir(empty.DATA_DIR)).not.toContain('register.sqlite');

  const formerCopy = path.join(folder, 'former.backup');
  for (const format of [1, 2]) {
    await writeFile(formerCopy, `ORPHAN REGISTER BACKUP ${format}\nbytes`);
    await expect(restoreBackup(empty, formerCopy)).rejects.toThrow('поставьте v1.0.0, восстановите ею');
  }
});

test.skipIf(dialect === 'sqlite')(
  'the embedded database moves to an empty PostgreSQL row by row (skipped without TEST_DATABASE_URL)',
  async () => {
    const { settings, drop } = await testSettings();
    onTestFinished(drop);
    const place = { DATA_DIR: settings.DATA_DIR };
    const embedded = await openDatabase(place);
    await fillSample(embedded);
    for (let number = 1; number <= 20; number += 1) await register(embedded, number);
    const move = () => moveDatabase({ ...place, DATABASE_URL: undefined }, settings);
    await move();
    const moved = await openDatabase(settings);
    expect(await tallies(moved)).toEqual(await tallies(embedded));
    await expect(move()).rejects.toThrow('не пуста');
    await register(moved, 21);
    await moved.close();
    await embedded.close();
  },
);

test(`two backups of one second stand beside each other (${dialect})`, async () => {
  const { settings } = await openTestDatabase();
  const first = await makeBackup(settings, new Date('2026-11-28T09:56:37.100Z'));
  const second = await makeBackup(settings, new Date('2026-11-28T09:56:37.101Z'));
  expect(second.file).not.toBe(first.file);
  expect((await readdir(path.dirname(first.file))).filter((name) => name.endsWith('.backup'))).toHaveLength(
    2,
  );
});
