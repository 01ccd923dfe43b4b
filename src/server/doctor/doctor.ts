import { existsSync, statSync } from 'node:fs';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { formatBytes } from '#domain/bytes.ts';
import { msPerMinute } from '#domain/durations.ts';
import { lastRow } from '../audit/append.ts';
import { lastBackup, maxBackupAgeMs } from '../backup/names.ts';
import { openBackup, backupSecret } from '../backup/file.ts';
import { diskUsage } from '../base/disk.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { openPlaces } from '../database/file-modes.ts';
import { appliedMigrations, knownMigrations, presentNames } from '../database/migrations.ts';
import { placeOfOwnKey } from '../local-key.ts';
import { never } from '../database/outbox.ts';
import { verifySmtp } from '../mail/transport.ts';
import { momentOf } from '../mail/letters.ts';
import { pageProblem } from '../publication/status.ts';
import { canTakeConsents, isLocal, type Settings } from '../settings.ts';
import { scan } from '../uploads/scan.ts';
import { newFileName, openStorage } from '../uploads/storage.ts';

/** Result of one check; `what` says what to do unless all is well. */
interface Result {
  state: 'well' | 'warning' | 'wrong';
  what: string;
}
type Finding = Result & { check: string };

const well = (what: string): Result => ({ state: 'well', what });
const warning = (what: string): Result => ({ state: 'warning', what });
const wrong = (what: string): Result => ({ state: 'wrong', what });

/** Longest time of one check: more than the timeouts of SMTP. */
const maxCheckMs = 30_000;

/** Checks an installation in order; one failing check does not stop the others. The database keeps its rows and its migrations. */
export async function examine(settings: Settings): Promise<Finding[]> {
  const checks: Record<string, () => Result | Promise<Result>> = {
    Машина: machine,
    Диск: () => disk(settings),
    Права: () => permissions(settings),
    Ключи: () => keys(settings),
    Адрес: () => address(settings),
    Почта: () => mail(settings),
    Файлы: () => uploads(settings),
    Антивирус: () => antivirus(settings),
    Копии: () => backups(settings),
  };
  const findings: Finding[] = [];
  for (const [name, look] of Object.entries(checks)) findings.push(await resultOf(name, look));
  return [...findings, ...(await databaseFindings(settings))];
}

/** The result of one check; late and failed ones are wrong. */
export async function resultOf(check: string, look: () => Result | Promise<Result>): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(wrong(`нет ответа за ${maxCheckMs / 1000} с.`)), maxCheckMs);
  });
  try {
    return { check, ...(await Promise.race([Promise.resolve().then(look), late])) };
  } catch (error) {
    return { check, ...wrong(error instanceof Error ? error.message : String(error)) };
  } finally {
    clearTimeout(timer);
  }
}

/** Measured at the first start with the whole catalogue, with a reserve. */
const neededMemoryBytes = 2 * 1024 ** 3;

function machine(): Result {
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());
  const what = `Node ${process.versions.node}, память ${formatBytes(memory)}`;
  return memory < neededMemoryBytes
    ? warning(`${what}: для всего каталога нужно ${formatBytes(neededMemoryBytes)}.`)
    : well(what);
}

/** Room for one more release and a backup of the whole catalogue. */
const neededDiskBytes = 2 * 1024 ** 3;

async function disk({ DATA_DIR, ALERT_DISK }: Settings): Promise<Result> {
  const { share, freeBytes } = await diskUsage(DATA_DIR);
  const what = `занято ${Math.floor(share)} %, свободно ${formatBytes(freeBytes)}`;
  return share > ALERT_DISK || freeBytes < neededDiskBytes
    ? wrong(`${what}: освободите место на диске с ${DATA_DIR}.`)
    : well(what);
}

async function permissions({ DATA_DIR }: Settings): Promise<Result> {
  const [open] = openPlaces(DATA_DIR);
  if (open) return wrong(`${open} открыт другим пользователям машины: chmod -R go-rwx ${DATA_DIR}`);
  const probe = path.join(DATA_DIR, '.doctor');
  await writeFile(probe, '');
  await rm(probe);
  return well('папка данных закрыта от других и доступна для записи.');
}

/** Generated keys lie outside DATA_DIR and are missing before the first start. */
async function keys(settings: Settings): Promise<Result> {
  const { AUDIT_KEY, AUDIT_KEY_FILE, BACKUP_KEY, SECRET_KEY, DATABASE_URL } = settings;
  const files = [
    ...(AUDIT_KEY ? [] : [AUDIT_KEY_FILE ?? placeOfOwnKey('audit.key')]),
    ...(BACKUP_KEY ? [] : [placeOfOwnKey('backup.key')]),
  ];
  for (const file of files) {
    if (!existsSync(file)) {
      if (file === AUDIT_KEY_FILE) return wrong(`ключа журнала ${file} нет: проверьте AUDIT_KEY_FILE.`);
      continue;
    }
    await access(file, constants.R_OK);
    if ((statSync(file).mode & 0o077) !== 0)
      return wrong(`${file} открыт другим пользователям машины: chmod 600 ${file}`);
  }
  if (DATABASE_URL && !SECRET_KEY)
    return warning(
      'SECRET_KEY не задан: несколько процессов на одной базе не прочтут вторых факторов друг друга.',
    );
  const own = files.filter((file) => file !== AUDIT_KEY_FILE && existsSync(file));
  return own.length > 0 && !isLocal(settings)
    ? warning(
        `созданы здесь: ${own.join(', ')}. Запишите их вне этой машины: без них не открыть копии и не проверить журнал.`,
      )
    : well('на месте.');
}

/** Whether readers reach this portal; a network without a way back to itself is no fault. */
async function address({ SITE_URL, ...settings }: Settings): Promise<Result> {
  if (isLocal({ SITE_URL })) return well(`${SITE_URL}, только с этой машины.`);
  if (SITE_URL.startsWith('http:'))
    return wrong(`${SITE_URL} без шифрования: поставьте TLS и задайте https.`);
  if (!canTakeConsents({ SITE_URL, ...settings }))
    return warning('регистрация закрыта: задайте OPERATOR_NAME и OPERATOR_ADDRESS.');
  try {
    const { ok } = await fetch(`${SITE_URL}/api/health/live`, { signal: AbortSignal.timeout(10_000) });
    return ok
      ? well(`${SITE_URL} отвечает.`)
      : warning(`${SITE_URL} отвечает не порталом: проверьте прокси.`);
  } catch {
    return warning(`${SITE_URL} с этой машины не отвечает: портал остановлен, или проверьте DNS и прокси.`);
  }
}

async function mail(settings: Settings): Promise<Result> {
  if (settings.SMTP_URL) {
    try {
      await verifySmtp(settings.SMTP_URL);
    } catch (error) {
      return wrong(`сервер не принял вход (${String(error)}): проверьте SMTP_URL.`);
    }
    return well('почтовый сервер отвечает.');
  }
  const place = 'письма складываются в папку mail';
  return isLocal(settings) ? well(`${place}.`) : warning(`${place}: задайте SMTP_URL.`);
}

async function uploads(settings: Settings): Promise<Result> {
  const storage = openStorage(settings);
  const name = newFileName();
  await storage.put(name, Buffer.from('doctor'));
  const found = await storage.open(name);
  const bytes = found && (await text(found));
  await storage.remove(name);
  return bytes === 'doctor'
    ? well(settings.UPLOADS_URL ? 'хранилище пишет, читает и удаляет.' : 'в папке данных.')
    : wrong('записанный файл не прочитан: проверьте UPLOADS_URL.');
}

async function antivirus(settings: Settings): Promise<Result> {
  if (!settings.CLAMAV) return well('не задан: картинки перерисовываются, PDF с программами отклоняются.');
  await scan(Buffer.from('doctor'), settings, 'file');
  return well(`${settings.CLAMAV} отвечает.`);
}

async function backups(settings: Settings): Promise<Result> {
  if (settings.BACKUPS === 'off')
    return isLocal(settings) ? well('выключены.') : warning('выключены настройкой BACKUPS.');
  const last = await lastBackup(settings.DATA_DIR);
  if (!last) return warning('ни одной ещё нет: npm run backup');
  const what = `последняя сделана ${momentOf(new Date(last.at))}`;
  if (Date.now() - last.at >= maxBackupAgeMs) return wrong(`${what}, больше суток назад: npm run backup`);
  await openBackup(last.file, async () => (await backupSecret(settings, { isNewFine: false })).secret);
  return well(`${what}, цела и открывается ключом.`);
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  // Opening would create it.
  if (!settings.DATABASE_URL && !existsSync(path.join(settings.DATA_DIR, 'register.sqlite')))
    return [{ check: 'База', ...wrong(`в ${settings.DATA_DIR} её нет: npm start`) }];
  let database: Database | undefined;
  const opened = await resultOf('База', async () => {
    database = await openDatabase(settings, { migrations: 'none' });
    return await state(database);
  });
  if (!database) return [opened];
  await using open = database;
  if (opened.state === 'wrong') return [opened];
  return [
    opened,
    await resultOf('Часы', () => clock(open)),
    await resultOf('Письма', () => letters(open, settings)),
    await resultOf('Тревоги', () => alerts(open)),
    await resultOf('Публикация', () => publication(open)),
  ];
}

async function state({ kysely, dialect }: Database): Promise<Result> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(kysely);
    const result = rows[0]?.quick_check;
    if (result !== 'ok') return wrong(`повреждена (${result}): восстановите копию, npm run restore`);
  }
  const made = presentNames(await appliedMigrations(kysely, dialect));
  if (made.some((name) => !knownMigrations.includes(name)))
    return wrong('новее этой программы: обновите программу.');
  return knownMigrations.some((name) => !made.includes(name))
    ? warning('старее этой программы: обновится при npm start.')
    : well('открывается и цела.');
}

async function clock({ kysely }: Database): Promise<Result> {
  const last = await lastRow(kysely);
  return last && Date.parse(last.at) > Date.now() + msPerMinute
    ? wrong(`стоят раньше последней строки журнала (${last.at}): сверьте время.`)
    : well('не отстают от журнала.');
}

/** Letters that were given up are never due. */
async function letters({ kysely }: Database, { ALERT_MAIL }: Settings): Promise<Result> {
  const unsent = await kysely
    .selectFrom('outbox')
    .select(['attempts', 'problem', 'due_at'])
    .where('sent_at', 'is', null)
    .execute();
  const waiting = unsent.filter(({ due_at }) => due_at !== never);
  const failed = unsent.filter(({ attempts }) => attempts > 0);
  const what = `ждёт отправки ${waiting.length}, не отправлено с первого раза ${failed.length}`;
  if (waiting.length > ALERT_MAIL) return wrong(`${what}: раздел «Письма и кэш» и SMTP_URL.`);
  return failed.length > 0 ? warning(`${what} (${failed[0]?.problem ?? ''}).`) : well(`${what}.`);
}

async function alerts({ kysely }: Database): Promise<Result> {
  const standing = await kysely.selectFrom('alerts').select('what').orderBy('since').execute();
  return standing.length > 0 ? wrong(standing.map(({ what }) => what).join(' ')) : well('нет.');
}

/** The state of a running publisher is in the alerts; the history has the last run. */
async function publication(database: Database): Promise<Result> {
  const problem = await pageProblem(database.kysely);
  if (problem !== null) return wrong(problem);
  const last = await database.kysely
    .selectFrom('publications')
    .select(['state', 'message', 'live_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.state === 'broken') return wrong(`последняя не удалась: ${last.message ?? 'причина в журнале'}`);
  return well(last?.live_at ? `последняя ${momentOf(new Date(last.live_at))}.` : 'ещё не было.');
}
