import { notifiedCircleNames, type NotifiedCircle } from '#domain/question-deadline.ts';
import { recipients } from '../request/access.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { idsOf } from '../database/chunks.ts';
import type { CaseRow } from '../database/tables.ts';
import { momentOf } from '../mail/letters.ts';
import { notify } from '../notifications/notify.ts';
import { topicOf } from '../notifications/preferences.ts';
import type { Caller } from '../request/caller.ts';
import { aboutOf } from './about.ts';
import { presentSigns, readContent } from './content.ts';
import { deadlineOf } from './question-deadline.ts';

/** Minimum and maximum of notified doctors; the limit keeps each responsible. */
const minNotified = 5;
const maxNotified = 10;

type Notifier = Pick<Caller, 'user' | 'settings' | 'now'>;

/** Notifies followers of a case, and of its outcome also commenters, but not its author. */
export async function notifyFollowers(
  tx: WriteTransaction,
  row: CaseRow,
  news: 'outcome' | 'edition',
  caller: Notifier,
  /** Already notified. */
  notifiedId: number | null = null,
): Promise<void> {
  const followers = await followersOfCase(tx, row.id);
  const writers =
    news === 'edition'
      ? []
      : await tx
          .selectFrom('case_answers')
          .select('user_id')
          .distinct()
          .where('case_id', '=', row.id)
          .where('removed_by', '=', '')
          .execute();
  await notify(tx, caller, {
    kind: 'case-news',
    to: [...followers, ...writers].flatMap(({ user_id }) =>
      user_id === null || user_id === row.user_id || user_id === notifiedId ? [] : [user_id],
    ),
    except: caller.user.id,
    caseId: row.id,
    details: { news },
  });
}

export const followersOfCase = (db: ReadDatabase, id: number) =>
  db
    .selectFrom('saved_cases')
    .select('user_id')
    .where('following', '=', 1)
    .where('case_id', '=', id)
    .execute();

/**
 * First edition: notifies verified followers of its diseases who are not asked the question. With number, age
 * band and signs, never the text.
 */
export async function notifyOfPublished(
  tx: WriteTransaction,
  row: CaseRow,
  caller: Notifier,
  notified: readonly number[],
): Promise<void> {
  const content = readContent(row.shown!);
  const excluded = new Set([...notified, row.user_id]);
  await notify(tx, caller, {
    kind: 'case-published',
    to: (await followersOf(tx, content.diseases)).filter((id) => !excluded.has(id)),
    except: caller.user.id,
    caseId: row.id,
    details: { about: summaryOf(content) },
  });
}

/** Notifies doctors who can answer a new question, and stores their number by circle. */
export async function notifyColleaguesOfQuestion(
  tx: WriteTransaction,
  row: CaseRow,
  caller: Notifier,
): Promise<number[]> {
  const content = readContent(row.shown ?? row.data);
  const term = deadlineOf(row, content);
  if (term === null || row.question_circles !== null) return [];
  const specialists = await specialistsFor(tx, content, [row.user_id, caller.user.id]);
  const counts: Partial<Record<NotifiedCircle, number>> = {};
  for (const circle of specialists.values()) counts[circle] = (counts[circle] ?? 0) + 1;
  const to = [...specialists.keys()];
  await tx
    .updateTable('cases')
    .set({ question_circles: JSON.stringify(counts) })
    .where('id', '=', row.id)
    .execute();
  const about = `${summaryOf(content)} Автор ждёт ответа до ${momentOf(new Date(term.due))}.`.trim();
  await notify(tx, caller, { kind: 'question', to, caseId: row.id, details: { about } });
  return to;
}

/** Case data in notifications. */
const summaryOf = (content: CaseContent) =>
  aboutOf({ ...content, signs: presentSigns(content).map(({ title }) => title) });

/** Verified doctors who may be notified. */
const doctors = (db: ReadDatabase) =>
  recipients(db)
    .select('users.id')
    .where('users.type', '=', 'doctor')
    .where('users.verified_at', 'is not', null);

/** Verified doctors who follow one of the diseases. */
async function followersOf(db: ReadDatabase, diseases: readonly number[]): Promise<number[]> {
  if (diseases.length === 0) return [];
  const rows = await doctors(db)
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('preferences')
        .select('user_id')
        .where(
          'topic',
          'in',
          diseases.map((id) => topicOf('disease', id)),
        )
        .where('frequency', '!=', 'off'),
    )
    .orderBy('users.id')
    .execute();
  return idsOf(rows);
}

/** Those with one of these values of a dictionary; with any value, latest first. */
async function choosersOf(
  db: ReadDatabase,
  vocabulary: 'specialization' | 'therapeuticarea',
  codes?: readonly string[],
): Promise<number[]> {
  if (codes?.length === 0) return [];
  const rows = await doctors(db)
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('user_terms')
        .select('user_id')
        .where('vocabulary', '=', vocabulary)
        .$if(codes !== undefined, (chosen) => chosen.where('code', 'in', codes ?? [])),
    )
    .orderBy('users.id', codes ? 'asc' : 'desc')
    .limit(maxNotified + 2)
    .execute();
  return idsOf(rows);
}

/** Commenters of cases with one of the diseases, most active first. */
async function answerersOf(db: ReadDatabase, diseases: readonly number[]): Promise<number[]> {
  if (diseases.length === 0) return [];
  const rows = await doctors(db)
    .innerJoin('case_answers as a', 'a.user_id', 'users.id')
    .innerJoin('case_values as v', 'v.case_id', 'a.case_id')
    .where('a.removed_by', '=', '')
    .where('v.field', '=', 'diseases')
    .where('v.value', 'in', diseases.map(String))
    .groupBy('users.id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('users.id')
    .limit(maxNotified + 2)
    .execute();
  return idsOf(rows);
}

/** Doctors to notify with their circle; wider circles only while there are too few. */
async function specialistsFor(
  db: ReadDatabase,
  { diseases, specialities, areas }: CaseContent,
  except: readonly (number | null)[],
): Promise<Map<number, NotifiedCircle>> {
  const notified = new Map<number, NotifiedCircle>();
  const circles: Record<NotifiedCircle, () => Promise<number[]>> = {
    answered: () => answerersOf(db, diseases),
    following: () => followersOf(db, diseases),
    speciality: () => choosersOf(db, 'specialization', specialities),
    area: () => choosersOf(db, 'therapeuticarea', areas),
    // Only doctors with a speciality expect questions.
    others: () => choosersOf(db, 'specialization'),
  };
  for (const circle of notifiedCircleNames) {
    const isWider = circle === 'area' || circle === 'others';
    const limit = isWider ? minNotified : maxNotified;
    if (notified.size >= limit) continue;
    for (const id of await circles[circle]())
      if (notified.size < limit && !notified.has(id) && !except.includes(id)) notified.set(id, circle);
  }
  return notified;
}
