import { countRows } from '../database/page.ts';
import { msPerDay, msPerHour, msPerMinute } from '#domain/durations.ts';
import { lastRow } from '../audit/append.ts';
import { lastAuditCheck } from '../audit/check.ts';
import { type Verified, verifyAudit } from '../audit/verify.ts';
import { lastBackup, maxBackupAgeMs } from '../backup/names.ts';
import { diskUsage } from '../base/disk.ts';
import type { Context } from '../request/context.ts';
import { never } from '../database/outbox.ts';
import { momentOf } from '../mail/letters.ts';
import { pageProblem } from '../publication/status.ts';
import { type AlertFinding, sendAlerts, type AlertLog } from './alerts.ts';
import { headOf, type Head } from '../audit/heads.ts';
import type { Timetable } from '../base/every.ts';

/** State kept between checks. */
export interface AlertWatch {
  /** Start of the checks in this process. */
  startedAt: number;
  /** Monotonic milliseconds. */
  steady(): number;
  clock?: { wall: number; steady: number };
  jump?: { at: number; by: number };
  /** Result of the last verification. */
  chain?: Verified;
}

export const createAlertWatch = (now: Date, steady = () => performance.now()): AlertWatch => ({
  startedAt: now.getTime(),
  steady,
});

/** All current problems. */
export async function collectAlerts(context: Context, watch: AlertWatch): Promise<AlertFinding[]> {
  const found = await Promise.all([
    failedSignIns(context),
    newDevices(context),
    publication(context),
    lateBackup(context, watch),
    fullDisk(context),
    clockJump(context, watch),
    brokenChain(context, watch),
    auditRekeyed(context),
    longQueue(context),
    errorRate(context),
  ]);
  return found.flat();
}

const ago = (context: Context, milliseconds: number) =>
  new Date(context.now().getTime() - milliseconds).toISOString();
const one = (name: AlertFinding['name'], what: string): AlertFinding[] => [{ name, about: '', what }];

async function failedSignIns(context: Context): Promise<AlertFinding[]> {
  const count = await countRows(
    context.db
      .selectFrom('audit')
      .where('action', 'in', ['failed to sign in', 'failed the second factor'])
      .where('at', '>', ago(context, 10 * msPerMinute)),
  );
  return count < context.settings.ALERT_SIGN_INS
    ? []
    : one('failed sign-ins', `Неудачных попыток входа за 10 минут: ${count}.`);
}

/** Sign-ins without the device mark, reported for a day. */
async function newDevices(context: Context): Promise<AlertFinding[]> {
  const rows = await context.db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['u.id', 'd.created_at'])
    .where('u.type', '=', 'admin')
    .where('d.created_at', '>', ago(context, msPerDay))
    .execute();
  return rows.map(({ id, created_at }) => ({
    name: 'new device',
    about: `${id} ${created_at}`,
    what: `Учётная запись № ${id} вошла ${momentOf(new Date(created_at))} из браузера, которого портал у неё ещё не видел.`,
  }));
}

async function publication({ publication: live, db }: Context): Promise<AlertFinding[]> {
  // Editors know that they have stopped it.
  if (live.now.state === 'stopped') return [];
  const problem = live.now.problem ?? (await pageProblem(db));
  return problem === null ? [] : one('publication', problem);
}

async function lateBackup(context: Context, { startedAt }: AlertWatch): Promise<AlertFinding[]> {
  const { BACKUPS, DATA_DIR } = context.settings;
  if (BACKUPS === 'off') return [];
  const last = await lastBackup(DATA_DIR);
  // The first backup of a portal may take two hours.
  const since = last?.at ?? startedAt - msPerDay;
  if (context.now().getTime() - since < maxBackupAgeMs) return [];
  return one(
    'backup',
    last
      ? `Последняя копия сделана ${momentOf(new Date(last.at))}: больше суток назад.`
      : 'Ни одной копии ещё нет.',
  );
}

async function fullDisk({ settings }: Context): Promise<AlertFinding[]> {
  const { share } = await diskUsage(settings.DATA_DIR);
  return share <= settings.ALERT_DISK
    ? []
    : one('disk', `Диск с DATA_DIR занят на ${Math.floor(share)} %: больше ${settings.ALERT_DISK} %.`);
}

/** The clock differs from monotonic time, or is before earlier records. */
async function clockJump(context: Context, watch: AlertWatch): Promise<AlertFinding[]> {
  const wall = context.now().getTime();
  const steady = watch.steady();
  if (watch.clock) {
    const by = wall - watch.clock.wall - (steady - watch.clock.steady);
    if (Math.abs(by) > msPerMinute) watch.jump = { at: wall, by };
  }
  watch.clock = { wall, steady };
  const { jump } = watch;
  if (jump && wall - jump.at < msPerHour && wall >= jump.at)
    return one(
      'clock',
      `Часы сервера ушли ${jump.by > 0 ? 'вперёд' : 'назад'} на ${Math.round(Math.abs(jump.by) / 1000)} с.`,
    );
  const last = await lastRow(context.db);
  return last && Date.parse(last.at) > wall + msPerMinute
    ? one('clock', `Часы сервера стоят раньше последней строки журнала (${last.at}).`)
    : [];
}

async function brokenChain(context: Context, { chain }: AlertWatch): Promise<AlertFinding[]> {
  const checked = await lastAuditCheck(context);
  const [first] = chain?.problems.length ? chain.problems : (checked?.problems ?? []);
  return first ? one('audit', `Журнал не сходится: ${first.what}.`) : [];
}

/** Reported for a day. */
async function auditRekeyed(context: Context): Promise<AlertFinding[]> {
  const rows = await context.db
    .selectFrom('audit')
    .select(['id', 'details'])
    .where('action', '=', 'audit sealed')
    .where('at', '>', ago(context, msPerDay))
    .execute();
  return rows.map(({ id, details }) => ({
    name: 'audit sealed',
    about: String(id),
    what: `Журнал: ${details ?? ''}.`,
  }));
}

/** Old letters in the queue; a broadcast gets a quarter of an hour. */
async function longQueue(context: Context): Promise<AlertFinding[]> {
  const count = await countRows(
    context.db
      .selectFrom('outbox')
      .where('sent_at', 'is', null)
      .where('due_at', '!=', never)
      .where((eb) =>
        eb.or([eb('kind', '!=', 'digest'), eb('created_at', '<', ago(context, 15 * msPerMinute))]),
      ),
  );
  return count <= context.settings.ALERT_MAIL
    ? []
    : one('mail', `Писем ждёт отправки: ${count}, больше ${context.settings.ALERT_MAIL}.`);
}

async function errorRate(context: Context): Promise<AlertFinding[]> {
  const { all, failed } = context.responses.since(5);
  return failed < context.settings.ALERT_ERRORS || failed < all / 100
    ? []
    : one(
        'errors',
        `За 5 минут ошибкой сервера или отказом из-за нагрузки кончились ответы: ${failed} из ${all}.`,
      );
}

/** Problems are reported within a minute. */
const checkIntervalSeconds = 15;
/** A pause after every 250 rows; 100,000 rows take less than a minute. */
const walk = { rest: 100 };

/** Starts checks and audit verification, after the site is up. */
export function startAlertChecks(context: Context, { every }: Timetable, alerts: AlertLog): void {
  const watch = createAlertWatch(context.now());
  let head: Head | undefined;
  const look = async () => await sendAlerts(context, await collectAlerts(context, watch), alerts);
  const check = async () => {
    const { kysely, auditKeys: keys } = context.database;
    // Kept in memory: what this process has seen cannot be removed unnoticed.
    const present = await headOf(kysely);
    watch.chain = await verifyAudit(kysely, { keys, heads: head ? [head] : [], ...walk });
    if (watch.chain.problems.length === 0)
      head = present && { ...present, from: 'при прошлой проверке этим сервером' };
  };
  every(checkIntervalSeconds, 'the portal could not look after itself', look, 5);
  every(checkIntervalSeconds, 'the audit could not be walked over', check, checkIntervalSeconds);
}
