import { existsSync, lstatSync, statfsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { formatBytes } from '#domain/bytes.ts';
import { msPerHour, msPerMinute } from '#domain/durations.ts';
import { madeBackups } from '../backup/names.ts';
import { migrationsOf } from '../backup/shape.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { knownMigrations } from '../database/migrations.ts';
import { verifySmtp } from '../mail/transport.ts';
import { momentOf } from '../mail/letters.ts';
import { publicationProblem } from '../publication/status.ts';
import { isLocal, type Settings } from '../settings.ts';

type State = 'well' | 'warning' | 'wrong';

/** Result of one check; `what` says what to do unless all is well. */
export interface Finding {
  check: string;
  state: State;
  what: string;
}

type Result = Pick<Finding, 'state' | 'what'>;

const well = (what: string): Result => ({ state: 'well', what });
const warning = (what: string): Result => ({ state: 'warning', what });
const wrong = (what: string): Result => ({ state: 'wrong', what });

/** Longest time of one check: more than the timeouts of SMTP. */
const maxCheckMs = 30_000;

/** Checks an installation; one failing check does not stop the others. */
export async function examine(settings: Settings): Promise<Finding[]> {
  const findings = [
    await resultOf('Диск', () => disk(settings)),
    await resultOf('Права', () => permissions(settings)),
    await resultOf('Почта', () => mail(settings)),
    await resultOf('Копии', () => backups(settings)),
  ];
  return [...findings, ...(await databaseFindings(settings))];
}

async function resultOf(check: string, look: () => Result | Promise<Result>): Promise<Finding> {
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

function disk({ DATA_DIR, ALERT_DISK }: Settings): Result {
  const { blocks, bfree, bavail, bsize } = statfsSync(DATA_DIR);
  const used = blocks - bfree;
  const share = Math.floor((100 * used) / Math.max(1, used + bavail));
  const free = `занято ${share} %, свободно ${formatBytes(bavail * bsize)}`;
  return share > ALERT_DISK ? wrong(`${free}: освободите место в ${DATA_DIR}.`) : well(free);
}

async function permissions({ DATA_DIR }: Settings): Promise<Result> {
  await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  const open = ['.', 'register.sqlite', 'secret.key', 'audit.key', 'mail', 'uploads', 'backups']
    .map((name) => path.join(DATA_DIR, name))
    .find((place) => existsSync(place) && (lstatSync(place).mode & 0o077) !== 0);
  return open
    ? wrong(`${open} открыт другим пользователям машины: chmod -R go-rwx ${DATA_DIR}`)
    : well('папка данных закрыта от других и доступна для записи.');
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

async function backups(settings: Settings): Promise<Result> {
  if (settings.BACKUPS === 'off')
    return isLocal(settings) ? well('выключены.') : warning('выключены настройкой BACKUPS.');
  const last = Math.max(0, ...(await madeBackups(settings.DATA_DIR)).map(({ at }) => at));
  if (last === 0) return warning('ни одной ещё нет: npm run backup');
  const what = `последняя сделана ${momentOf(new Date(last))}`;
  return Date.now() - last < 26 * msPerHour
    ? well(`${what}.`)
    : wrong(`${what}, больше суток назад: npm run backup`);
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
  const open = database;
  try {
    if (opened.state === 'wrong') return [opened];
    return [
      opened,
      await resultOf('Часы', () => clock(open)),
      await resultOf('Публикация', async () => {
        const problem = await publicationProblem(open);
        return problem === null ? well('сбоев нет.') : wrong(problem);
      }),
    ];
  } finally {
    await open.close();
  }
}

async function state({ kysely, dialect }: Database): Promise<Result> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(kysely);
    const said = rows[0]?.quick_check;
    if (said !== 'ok') return wrong(`повреждена (${said}): восстановите копию, npm run restore`);
  }
  const made = await migrationsOf(kysely);
  if (made.some((name) => !knownMigrations.includes(name)))
    return wrong('новее этой программы: обновите программу.');
  return knownMigrations.some((name) => !made.includes(name))
    ? warning('старее этой программы: обновится при npm start.')
    : well('открывается и цела.');
}

async function clock({ kysely }: Database): Promise<Result> {
  const last = await kysely
    .selectFrom('audit')
    .select('at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && Date.parse(last.at) > Date.now() + msPerMinute
    ? wrong(`стоят раньше последней строки журнала (${last.at}): сверьте время.`)
    : well('не отстают от журнала.');
}
