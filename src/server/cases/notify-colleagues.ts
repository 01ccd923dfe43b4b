import { notifiedCircleNames, type NotifiedCircle } from '#domain/question-deadline.ts';
import type { NotificationKindName } from '#domain/notifications.ts';
import { recipients } from '../request/access.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { idsOf } from '../database/chunks.ts';
import { countRows } from '../database/page.ts';
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
  notifiedId: number | null = null,
): Promise<void> {
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
  const ids = [...(await followersOfCase(tx, row.id)), ...writers.map(({ user_id }) => user_id)];
  await notify(tx, caller, {
    kind: 'case-news',
    to: ids.filter((id) => id !== null).filter((id) => id !== row.user_id && id !== notifiedId),
    except: caller.user.id,
    caseId: row.id,
    details: { news },
  });
}

async function followersOfCase(db: ReadDatabase, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('saved_cases')
    .select('user_id')
    .where('following', '=', 1)
    .where('case_id', '=', id)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

const milestones = [1, 5, 20, 100];

export async function notifyOfAgreement(
  tx: WriteTransaction,
  caller: Caller,
  { id, user_id, case_id }: { id: number; user_id: number | null; case_id: number },
): Promise<void> {
  const agreed = await countRows(tx.selectFrom('case_agreements').where('answer_id', '=', id));
  if (user_id === null || !milestones.includes(agreed)) return;
  const details = { count: String(agreed) };
  await notify(tx, caller, { kind: 'agreement', to: [user_id], caseId: case_id, details });
}

/**
 * Notifies everyone once: mentioned users, the author of the parent comment, the case's author, and
 * followers.
 */
export async function notifyOfMessage(
  tx: WriteTransaction,
  { id: caseId, user_id: author }: Pick<CaseRow, 'id' | 'user_id'>,
  caller: Caller,
  { parent, isAnswer, called }: { parent: number | null; isAnswer: boolean; called: readonly number[] },
): Promise<void> {
  const branch = await tx
    .selectFrom('case_answers')
    .select('user_id')
    .where((eb) => eb.or([eb('id', '=', parent ?? 0), eb('parent_id', '=', parent ?? 0)]))
    .execute();
  const followers = await followersOfCase(tx, caseId);
  const notified = new Set<number | null>([null, caller.user.id]);
  const once = (ids: readonly (number | null)[]) =>
    ids.filter((id): id is number => !notified.has(id) && notified.add(id).size > 0);
  const send = async (kind: NotificationKindName, ids: readonly (number | null)[], news?: string) =>
    await notify(tx, caller, { kind, to: once(ids), caseId, ...(news && { details: { news } }) });
  await send('mention', called);
  await send(
    'comment-reply',
    branch.map(({ user_id }) => user_id),
  );
  await send(isAnswer ? 'case-answer' : 'case-comment', [author]);
  await send('case-news', followers, isAnswer ? 'answer' : 'comment');
}

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
    to: idsOf(await followersOf(tx, content.diseases).execute()).filter((id) => !excluded.has(id)),
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

const summaryOf = (content: CaseContent) =>
  aboutOf({ ...content, signs: presentSigns(content).map(({ title }) => title) });

const doctors = (db: ReadDatabase) =>
  recipients(db)
    .select('users.id')
    .where('users.type', '=', 'doctor')
    .where('users.verified_at', 'is not', null);

const followersOf = (db: ReadDatabase, diseases: readonly number[]) =>
  doctors(db)
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('preferences')
        .select('user_id')
        .where('topic', 'in', ['', ...diseases.map((id) => topicOf('disease', id))])
        .where('frequency', '!=', 'off'),
    )
    .orderBy('users.id');

/** Doctors to notify with their circle; wider circles only while there are too few. */
async function specialistsFor(
  db: ReadDatabase,
  { diseases, specialities, areas }: CaseContent,
  except: readonly (number | null)[],
): Promise<Map<number, NotifiedCircle>> {
  const notified = new Map<number, NotifiedCircle>();
  const withTerm = (vocabulary: string, codes?: readonly string[]) =>
    doctors(db).where('users.id', 'in', (eb) =>
      eb
        .selectFrom('user_terms')
        .select('user_id')
        .where('vocabulary', '=', vocabulary)
        .$if(codes !== undefined, (chosen) => chosen.where('code', 'in', ['', ...(codes ?? [])])),
    );
  const maxRows = maxNotified + except.length;
  const circles: Record<NotifiedCircle, () => Promise<{ id: number }[]>> = {
    // Most active first.
    answered: () =>
      doctors(db)
        .innerJoin('case_answers as a', 'a.user_id', 'users.id')
        .innerJoin('case_values as v', 'v.case_id', 'a.case_id')
        .where('a.removed_by', '=', '')
        .where('v.field', '=', 'diseases')
        .where('v.value', 'in', ['', ...diseases.map(String)])
        .groupBy('users.id')
        .orderBy((eb) => eb.fn.countAll(), 'desc')
        .orderBy('users.id')
        .limit(maxRows)
        .execute(),
    following: () => followersOf(db, diseases).limit(maxRows).execute(),
    speciality: () => withTerm('specialization', specialities).orderBy('id').limit(maxRows).execute(),
    area: () => withTerm('therapeuticarea', areas).orderBy('id').limit(maxRows).execute(),
    // Only doctors with a speciality expect questions.
    others: () => withTerm('specialization').orderBy('id', 'desc').limit(maxRows).execute(),
  };
  for (const circle of notifiedCircleNames) {
    const isWider = circle === 'area' || circle === 'others';
    const limit = isWider ? minNotified : maxNotified;
    if (notified.size >= limit) continue;
    for (const { id } of await circles[circle]())
      if (notified.size < limit && !notified.has(id) && !except.includes(id)) notified.set(id, circle);
  }
  return notified;
}
