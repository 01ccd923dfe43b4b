import { alertMessages, type AlertName } from '#domain/alerts.ts';
import { administrators } from '../account/roles.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { alertLetter } from './letter.ts';

/** What is wrong now, in words. */
export interface AlertFinding {
  name: AlertName;
  /** Which of several; empty where there can be one only. */
  about: string;
  what: string;
}

/** Where alerts go beside letters: the log of the server. */
export interface AlertLog {
  error(facts: object, words: string): void;
  info(facts: object, words: string): void;
}

/** Milliseconds after which what nobody has found again is over; another process may be the one that finds it. */
const over = 120_000;

/**
 * The one way to raise an alert, and to end it: each is a letter to every administrator and a line of the log when it
 * begins, and once more when it is over, however often it is found in between.
 */
export async function sendAlerts(
  { database, settings, now }: Context,
  findings: readonly AlertFinding[],
  log: AlertLog,
): Promise<void> {
  const at = now();
  const seen_at = at.toISOString();
  const news: (AlertFinding & { isOver: boolean })[] = [];
  try {
    await database.transaction(async (tx) => {
      const standing = await tx.selectFrom('alerts').selectAll().execute();
      for (const { name, about, what } of findings) {
        const known = standing.find((row) => row.name === name && row.about === about);
        if (!known) {
          await tx.insertInto('alerts').values({ name, about, what, since: seen_at, seen_at }).execute();
          news.push({ name, about, what, isOver: false });
        } else
          await tx
            .updateTable('alerts')
            .set({ what, seen_at })
            .where('name', '=', name)
            .where('about', '=', about)
            .execute();
      }
      for (const row of standing) {
        const isFound = findings.some(({ name, about }) => row.name === name && row.about === about);
        if (isFound || at.getTime() - Date.parse(row.seen_at) < over) continue;
        await tx.deleteFrom('alerts').where('name', '=', row.name).where('about', '=', row.about).execute();
        if (!alertMessages(row.name).isEvent)
          news.push({ ...row, name: row.name as AlertName, isOver: true });
      }
      if (news.length === 0) return;
      await tellOfPublication(tx, { settings, now }, news);
      for (const { id, email } of await administrators(tx))
        for (const one of news)
          await putLetter(tx, alertLetter({ ...one, at, siteUrl: settings.SITE_URL }), {
            kind: 'alert',
            to: email,
            userId: id,
            at,
          });
    });
  } catch (error) {
    // Where nothing can be written the log is all there is.
    for (const { name, what } of findings) log.error({ alert: name }, what);
    throw error;
  }
  for (const { name, what, isOver } of news)
    if (isOver) log.info({ alert: name, over: true }, what);
    else log.error({ alert: name }, what);
}

/** Those who publish hear of a site that is not theirs any more; administrators get the letter of the alert. */
async function tellOfPublication(
  tx: WriteTransaction,
  context: Pick<Context, 'settings' | 'now'>,
  news: readonly (AlertFinding & { isOver: boolean })[],
): Promise<void> {
  const failed = news.find(({ name, isOver }) => name === 'publication' && !isOver);
  if (!failed) return;
  const editors = await tx.selectFrom('users').select('id').where('type', '=', 'editor').execute();
  await notify(tx, context, {
    kind: 'publication-failed',
    to: editors.map(({ id }) => id),
    details: { problem: failed.what },
  });
}

/** What stands now, for administrators. */
export async function standingAlerts(db: ReadDatabase) {
  const rows = await db.selectFrom('alerts').selectAll().orderBy('since').execute();
  return rows.map(({ name, about, what, since }) => {
    const { title, next } = alertMessages(name);
    return { name, about, title, what, next, since };
  });
}
