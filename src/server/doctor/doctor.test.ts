import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { openTestDatabase } from '../../../tests/sample/database.ts';

async function place() {
  const { settings, database } = await openTestDatabase().then((opened) => ({
    settings: opened.settings,
    database: opened,
  }));
  await chmod(settings.DATA_DIR, 0o700);
  await chmod(path.join(settings.DATA_DIR, 'register.sqlite'), 0o600).catch(() => undefined);
  return { settings, database };
}

/** The command, with the disk of this machine out of the question. */
async function doctor(
  { DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL?: string | undefined },
  more: Record<string, string> = {},
) {
  const child = spawn(process.execPath, ['scripts/command.ts', 'doctor'], {
    env: { ...process.env, DATA_DIR, ...(DATABASE_URL ? { DATABASE_URL } : {}), ALERT_DISK: '100', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { said, code: Number(code) };
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
  const { settings } = await place();
  const { said, code } = await doctor(settings);
  expect(said).not.toContain('✗');
  expect(said).toContain('✓ База');
  expect(code).toBe(0);
});

test('faults are named in their lines', async () => {
  const { settings } = await place();
  await chmod(settings.DATA_DIR, 0o755);
  const backup = path.join(settings.DATA_DIR, 'backups/old.backup');
  await mkdir(path.dirname(backup), { mode: 0o700 });
  await writeFile(backup, '');
  await utimes(backup, 1, 1);
  const { said, code } = await doctor(settings, {
    BACKUPS: 'daily',
    SMTP_URL: `smtp://127.0.0.1:${await closedPort()}`,
  });
  for (const check of ['Права', 'Почта', 'Копии']) expect(said).toContain(`✗ ${check}`);
  expect(code).toBe(1);
});

test('a mail server that answers passes', async () => {
  const { settings } = await place();
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  smtp.listen(0, '127.0.0.1');
  onTestFinished(() => new Promise<void>((done) => smtp.close(() => done())));
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const { said } = await doctor(settings, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect(said).toContain('✓ Почта');
});

test.skipIf(process.env.TEST_DATABASE_URL)('a broken database is named', async () => {
  const { settings, database } = await place();
  await database.close();
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  await writeFile(path.join(settings.DATA_DIR, 'register.sqlite'), 'not a database '.repeat(1000), {
    mode: 0o600,
  });
  const { said, code } = await doctor(settings);
  expect(said).toContain('✗ База');
  expect(code).toBe(1);
});
