import { administrators } from '../request/access.ts';
import { headOf, type Head } from '../audit/heads.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { Timetable } from '../base/every.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import type { LetterText } from '../mail/letter.ts';
import { momentOf } from '../mail/letters.ts';
import { alertOf, collectAlerts, createAlertWatch, type AlertFinding } from './collect.ts';

type AlertNews = AlertFinding & { isOver: boolean };

/** Second destination of alerts besides letters: the server log. */
export interface AlertLog {
  error(facts: object, words: string): void;
  info(facts: object, words: string): void;
}

const keyOf = ({ name, about }: { name: string; about: string }) => JSON.stringify([name, about]);

/** Milliseconds after which an alert that no process has found again is over. */
const over = 120_000;

/**
 * Raises and ends alerts: a letter to every administrator and a log line at the start and at the end, however
 * often it is found in between.
 */
export async function sendAlerts(
  context: Context,
  findings: readonly AlertFinding[],
  log: AlertLog,
): Promise<void> {
  const { database, now } = context;
  const at = now();
  const seen_at = at.toISOString();
  const news: AlertNews[] = [];
  try {
    await database.transaction(async (tx) => {
      const standing = await tx.selectFrom('alerts').select(['name', 'about']).execute();
      const known = new Set(standing.map(keyOf));
      news.push(
        ...findings.filter((one) => !known.has(keyOf(one))).map((one) => ({ ...one, isOver: false })),
      );
      for (const one of findings)
        await tx
          .insertInto('alerts')
          .values({ ...one, since: seen_at, seen_at })
          .onConflict((conflict) =>
            conflict.columns(['name', 'about']).doUpdateSet({ what: one.what, seen_at }),
          )
          .execute();
      const gone = await tx
        .deleteFrom('alerts')
        .where('seen_at', '<=', new Date(at.getTime() - over).toISOString())
        .returning(['name', 'about', 'what'])
        .execute();
      news.push(
        ...gone.filter(({ name }) => !alertOf(name).isEvent).map((one) => ({ ...one, isOver: true })),
      );
      if (news.length === 0) return;
      await notifyPublishers(tx, context, news);
      for (const { id, email } of await administrators(tx))
        for (const one of news)
          await putLetter(tx, context, { kind: 'alert', to: { id, email } }, alertLetter(one, at));
    });
  } catch (error) {
    // Without a writable database only the log remains.
    for (const { name, what } of findings) log.error({ alert: name }, what);
    throw error;
  }
  for (const { name, what, isOver } of news)
    if (isOver) log.info({ alert: name, over: true }, what);
    else log.error({ alert: name }, what);
}

/** Notifies publishers of an outdated site; administrators get the alert's letter. */
async function notifyPublishers(tx: WriteTransaction, context: Context, news: readonly AlertNews[]) {
  const failed = news.find(({ name, isOver }) => name === 'publication' && !isOver);
  if (!failed) return;
  const editors = await tx.selectFrom('users').select('id').where('type', '=', 'editor').execute();
  await notify(tx, context, {
    kind: 'publication-failed',
    to: editors.map(({ id }) => id),
    details: { problem: failed.what },
  });
}

export async function standingAlerts(db: ReadDatabase) {
  const rows = await db.selectFrom('alerts').selectAll().orderBy('since').execute();
  return rows.map(({ name, about, what, since }) => {
    const { title, next } = alertOf(name);
    return { name, about, title, what, next, since };
  });
}

function alertLetter({ name, what, isOver }: AlertNews, at: Date): LetterText {
  const { title, next } = alertOf(name);
  return {
    subject: isOver ? `Снова в порядке: ${title.toLowerCase()}` : `Тревога: ${title.toLowerCase()}`,
    before: isOver
      ? [`Тревога «${title}» снята ${momentOf(at)}.`, `Последнее, что было известно: ${what}`]
      : [`${what} Замечено ${momentOf(at)}.`, next],
    button: { title: 'Открыть редакцию', url: '/profile/editors/' },
    after: isOver
      ? []
      : ['Пока это продолжается, второго такого письма не будет. Когда пройдёт, портал напишет.'],
  };
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
