import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { makeBackup } from '../backup/backup.ts';
import { restrictToOwner } from '../database/file-modes.ts';
import { openTestDatabase } from '../../../tests/sample/database.ts';

async function place() {
  const database = await openTestDatabase();
  const { settings } = database;
  restrictToOwner(settings.DATA_DIR);
  const config = await mkdtemp(path.join(tmpdir(), 'register-doctor-'));
  onTestFinished(() => rm(config, { recursive: true, force: true }));
  return { settings, database, config };
}

/** The command with keys of its own; how full the disk of this machine is does not matter. */
async function doctor(
  {
    settings: { DATA_DIR, DATABASE_URL },
    config,
  }: Pick<Awaited<ReturnType<typeof place>>, 'settings' | 'config'>,
  more: Record<string, string> = {},
) {
  const child = spawn(process.execPath, ['scripts/command.ts', 'doctor'], {
    env: {
      ...process.env,
      DATA_DIR,
      ...(DATABASE_URL ? { DATABASE_URL } : {}),
      XDG_CONFIG_HOME: config,
      ALERT_DISK: '100',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, code: Number(code) };
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('a healthy portal passes', async () => {
  const here = await place();
  const { output, code } = await doctor(here);
  expect(output).not.toContain('✗');
  expect(output).toContain('✓ База');
  expect(code).toBe(0);
});

test('faults are named in their lines', async () => {
  const here = await place();
  const { settings, config } = here;
  await chmod(settings.DATA_DIR, 0o755);
  await mkdir(path.join(config, 'orphan-register'));
  const key = path.join(config, 'orphan-register/audit.key');
  await writeFile(key, 'k'.repeat(40));
  // Whatever the mask of this process.
  await chmod(key, 0o644);
  const backup = path.join(settings.DATA_DIR, 'backups/old.backup');
  await mkdir(path.dirname(backup), { mode: 0o700 });
  await writeFile(backup, '');
  await utimes(backup, 1, 1);
  const { output, code } = await doctor(here, {
    BACKUPS: 'daily',
    CLAMAV: `127.0.0.1:${await closedPort()}`,
    UPLOADS_URL: `s3://uploads?endpoint=http://127.0.0.1:${await closedPort()}&region=local`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    PUBLISH_URL: `file://${path.join(config, 'orphan-register/audit.key/site')}`,
    SMTP_URL: `smtp://127.0.0.1:${await closedPort()}`,
  });
  for (const check of ['Права', 'Ключи', 'Почта', 'Файлы', 'Антивирус', 'Копии', 'Выкладка'])
    expect(output).toContain(`✗ ${check}`);
  expect(code).toBe(1);
});

test('a mail server that answers passes', async () => {
  const here = await place();
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  smtp.listen(0, '127.0.0.1');
  onTestFinished(() => new Promise<void>((done) => smtp.close(() => done())));
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const { output } = await doctor(here, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect(output).toContain('✓ Почта');
});

test.skipIf(process.env.TEST_DATABASE_URL)('a broken database is named', async () => {
  const here = await place();
  const { settings, database } = here;
  await database.close();
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  await writeFile(path.join(settings.DATA_DIR, 'register.sqlite'), 'not a database '.repeat(1000), {
    mode: 0o600,
  });
  const { output, code } = await doctor(here);
  expect(output).toContain('✗ База');
  expect(code).toBe(1);
});

test('what the portal keeps in its database is told: alerts, letters, a failed publication', async () => {
  const here = await place();
  const at = new Date().toISOString();
  await here.database.transaction(async (tx) => {
    await tx
      .insertInto('alerts')
      .values({ name: 'disk', about: '', what: 'Диск занят на 99 %.', since: at, seen_at: at })
      .execute();
    await tx
      .insertInto('outbox')
      .values({
        id: 1,
        kind: 'confirm',
        user_id: null,
        recipient: 'reader@example.ru',
        subject: 'Проверка',
        text: '',
        html: '',
        created_at: at,
        due_at: at,
        attempts: 3,
        problem: 'почтовый ящик переполнен',
        unsubscribe: null,
      })
      .execute();
  });
  await here.database.transaction((tx) =>
    tx
      .insertInto('publications')
      .values({
        id: 1,
        mode: 'content',
        state: 'broken',
        started_at: at,
        live_at: null,
        milliseconds: null,
        release: null,
        seq: 0,
        pages: 0,
        rendered: 0,
        changed: 0,
        removed: 0,
        changed_addresses: '[]',
        removed_addresses: '[]',
        message: 'страница не строится',
      })
      .execute(),
  );
  const { output, code } = await doctor(here);
  expect(output).toContain('✗ Публикация: последняя не удалась: страница не строится');
  expect(output).toContain('✗ Тревоги: Диск занят на 99 %.');
  expect(output).toContain('! Письма: ждёт отправки 1');
  expect(output).toContain('почтовый ящик переполнен');
  expect(output).not.toContain('reader@example.ru');
  expect(code).toBe(1);
});

test('a backup under another key is named', async () => {
  const here = await place();
  const { file } = await makeBackup(here.settings, new Date(), 'the key of this backup');
  expect((await doctor(here, { BACKUPS: 'daily', BACKUP_KEY: 'the key of this backup' })).output).toContain(
    '✓ Копии',
  );
  const { output, code } = await doctor(here, { BACKUPS: 'daily', BACKUP_KEY: 'another key of backups' });
  expect(output).toContain('✗ Копии');
  expect(code).toBe(1);
  expect(file).toContain(here.settings.DATA_DIR);
});

test('unknown arguments and wrong settings end with a sentence', async () => {
  const run = async (args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, ['scripts/command.ts', 'doctor', ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { output, code: Number(code) };
  };
  expect(await run(['--verbose'], {})).toMatchObject({ code: 1, output: expect.stringContaining('--json') });
  expect(await run([], { PORT: 'many' })).toMatchObject({ code: 1, output: expect.stringContaining('PORT') });
});
