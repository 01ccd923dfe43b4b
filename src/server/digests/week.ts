import { recipients } from '../request/access.ts';
import type { CaseCard, OwnCaseRow } from '#contract/cases.ts';
import { digestTopic, frequencyOf, usualFrequency } from '../notifications/preferences.ts';
import type { WriteTransaction } from '../database/database.ts';
import { chunks } from '../database/chunks.ts';
import type { UserRow } from '../database/tables.ts';
import type { Context } from '../request/context.ts';
import { absent, callerOf, type Caller } from '../request/caller.ts';
import { ownFor, questionsFor } from '../today/handlers.ts';
import { isMondayOf, weekBefore } from './slots.ts';

/** One's own case with the week's activity. */
export interface OwnNews extends OwnCaseRow {
  newReaders: number;
  newAnswers: number;
}

/** Weekly cases of a doctor; at least one part is not empty. */
export interface Week {
  questions: CaseCard[];
  /** All open questions, including earlier ones. */
  open: number;
  own: OwnNews[];
}

/** Notification kinds of the two parts; a part is left out without letters of its kind. */
export const weekKinds = ['question', 'case-answer'] as const;

/** Latest cases examined, and described. */
const maxExamined = 50;
const maxListed = 10;

/**
 * Weekly cases of doctors with weekly letters who have not had them for this Monday. Those without any are done
 * with it.
 */
export async function findWeeks(context: Context, monday: Date): Promise<Map<number, Week>> {
  const weeks = new Map<number, Week>();
  if (!isMondayOf(monday, context.now())) return weeks;
  const doctors = await recipients(context.db)
    .selectAll('users')
    .leftJoin('preferences', (join) =>
      join.onRef('preferences.user_id', '=', 'users.id').on('topic', '=', digestTopic),
    )
    .where('type', '=', 'doctor')
    .where((eb) => eb.fn.coalesce('frequency', eb.val(usualFrequency(digestTopic))), '=', 'weekly')
    .where('users.created_at', '<', monday.toISOString())
    .where((eb) => eb.or([eb('week_sent', 'is', null), eb('week_sent', '<', monday.toISOString())]))
    .orderBy('users.id')
    .execute();
  const idle: number[] = [];
  for (const user of doctors) {
    const week = await weekOf(callerOf(context, absent(user, {})), monday);
    if (week) weeks.set(user.id, week);
    else idle.push(user.id);
  }
  if (idle.length > 0) await context.database.transaction((tx) => markWeekSent(tx, idle, monday));
  return weeks;
}

/** Questions and own activity of the week before; undefined without any. */
async function weekOf(caller: Caller, monday: Date): Promise<Week | undefined> {
  const { db, user } = caller;
  const since = weekBefore(monday).toISOString();
  const until = monday.toISOString();
  const isWanted = async (kind: (typeof weekKinds)[number]) =>
    (await frequencyOf(db, user.id, kind)) !== 'off';
  const questions = (await isWanted('question'))
    ? await questionsFor(caller, maxExamined, { isLetter: true })
    : null;
  const newQuestions = (questions?.items ?? []).filter(
    ({ term }) => term !== null && term.asked_at >= since && term.asked_at < until,
  );
  const own = (await isWanted('case-answer')) ? await newsOfOwn(caller, since, until) : [];
  if (newQuestions.length + own.length === 0) return undefined;
  return {
    questions: newQuestions.slice(0, maxListed),
    open: questions?.total ?? 0,
    own: own.slice(0, maxListed),
  };
}

async function newsOfOwn(caller: Caller, since: string, until: string): Promise<OwnNews[]> {
  const { db, user } = caller;
  const within = (table: 'case_readers' | 'case_answers') =>
    db
      .selectFrom(table)
      .select((eb) => ['case_id', eb.fn.countAll<number | string>().as('count')])
      .where('case_id', 'in', (eb) => eb.selectFrom('cases').select('id').where('user_id', '=', user.id))
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '!=', user.id)]))
      .where('created_at', '>=', since)
      .where('created_at', '<', until)
      .groupBy('case_id');
  const byCase = (rows: { case_id: number; count: number | string }[]) =>
    new Map(rows.map(({ case_id, count }) => [case_id, Number(count)]));
  const readers = byCase(await within('case_readers').execute());
  const answers = byCase(await within('case_answers').where('case_answers.removed_by', '=', '').execute());
  if (readers.size + answers.size === 0) return [];
  const own = await ownFor(caller, maxExamined);
  return (own?.items ?? []).flatMap((row) => {
    const news = { newReaders: readers.get(row.id) ?? 0, newAnswers: answers.get(row.id) ?? 0 };
    return news.newReaders + news.newAnswers > 0 ? [{ ...row, ...news }] : [];
  });
}

/** Marks the week as sent; false if it was already, or is no longer wanted. */
export async function claimWeek(tx: WriteTransaction, user: UserRow, monday: Date): Promise<boolean> {
  if (user.week_sent !== null && user.week_sent >= monday.toISOString()) return false;
  if ((await frequencyOf(tx, user.id, digestTopic)) !== 'weekly') return false;
  await markWeekSent(tx, [user.id], monday);
  return true;
}

async function markWeekSent(tx: WriteTransaction, people: number[], monday: Date): Promise<void> {
  for (const ids of chunks(people, 500))
    await tx.updateTable('users').set({ week_sent: monday.toISOString() }).where('id', 'in', ids).execute();
}
