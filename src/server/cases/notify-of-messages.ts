import { countRows } from '../database/page.ts';
import type { NotificationKindName } from '#domain/notifications.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import { notify } from '../notifications/notify.ts';
import { followersOfCase } from './notify-colleagues.ts';
import type { Caller } from '../request/caller.ts';

/** Numbers of agreements at which the author is notified. */
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
  await send(
    'case-news',
    followers.map(({ user_id }) => user_id),
    isAnswer ? 'answer' : 'comment',
  );
}
