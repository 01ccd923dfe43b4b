import { portalDay } from '#domain/dates.ts';
import { audit } from '../audit/audit.ts';
import type { EditedRecord } from '#contract/editors.ts';
import type { Context } from '../request/context.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { HttpError } from '../http-error.ts';
import { demandDay, publishIn, unpublishIn } from './record-actions.ts';
import { secondEditorKinds } from './review.ts';
import { findDraft, getRow, editorView, parsed } from './record-view.ts';
import { type Caller, callerOf, absent } from '../request/caller.ts';

/** Schedules publication or removal. */
export async function scheduleAction(
  caller: Caller,
  id: number,
  wish: { action: 'publish' | 'unpublish'; due_at: string; reason: string },
): Promise<EditedRecord> {
  const { database } = caller;
  const due = new Date(wish.due_at);
  if (due <= caller.now()) throw new HttpError(422, 'Это время уже прошло. Назначьте будущее.', 'due_at');
  await database.transaction(async (tx) => {
    const row = await getRow(tx, id);
    if (wish.action === 'publish')
      demandDay(row, parsed((await findDraft(tx, id))?.data ?? row.data), portalDay(due));
    const same = await tx
      .selectFrom('schedules')
      .select('id')
      .where('record_id', '=', id)
      .where('action', '=', wish.action)
      .where('done_at', 'is', null)
      .executeTakeFirst();
    if (same) throw new HttpError(409, 'Такое действие уже назначено. Сначала отмените прежнее.');
    await tx
      .insertInto('schedules')
      .values({
        id: await nextNumber(tx, 'schedule'),
        record_id: id,
        action: wish.action,
        due_at: due.toISOString(),
        author_id: caller.user.id,
        reason: wish.reason || null,
        created_at: caller.now().toISOString(),
      })
      .execute();
    await audit(tx, caller, 'scheduled', { recordId: id, details: `${wish.action} ${due.toISOString()}` });
  });
  return await editorView(database.kysely, id, caller.user.id);
}

export async function cancelSchedule(
  caller: Caller,
  id: number,
  { schedule }: { schedule: number },
): Promise<EditedRecord> {
  const { database } = caller;
  await database.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('schedules')
      .where('id', '=', schedule)
      .where('record_id', '=', id)
      .where('done_at', 'is', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new HttpError(409, 'Это уже выполнено или отменено.');
    await audit(tx, caller, 'schedule cancelled', { recordId: id });
  });
  return await editorView(database.kysely, id, caller.user.id);
}

/**
 * Runs due actions exactly once: each is marked in its own transaction, and writers are serialised between
 * processes. Failures are stored with a reason. Returns the number of attempts.
 */
export async function runSchedules(context: Context): Promise<number> {
  let tried = 0;
  const { database } = context;
  const now = () => context.now();
  const due = () =>
    database.kysely
      .selectFrom('schedules')
      .select('id')
      .where('done_at', 'is', null)
      .where('due_at', '<=', now().toISOString())
      .orderBy('due_at')
      .limit(50)
      .execute();
  for (let waiting = await due(); waiting.length > 0; waiting = await due()) {
    for (const { id } of waiting) {
      tried += 1;
      try {
        await database.transaction((tx) => runOne(tx, id, context));
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        await database.transaction((tx) => finish(tx, id, error.message, now()));
      }
    }
  }
  return tried;
}

async function runOne(tx: WriteTransaction, id: number, context: Context): Promise<void> {
  const one = await tx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  if (!one) return;
  const user =
    one.author_id === null
      ? undefined
      : await tx.selectFrom('users').selectAll().where('id', '=', one.author_id).executeTakeFirst();
  if (!user || !['editor', 'admin'].includes(user.type) || user.blocked_at !== null)
    throw new HttpError(409, 'Кто это назначил, больше не редактор.');
  const caller = callerOf(context, absent(user, { agent: 'расписание' }));
  const reason = one.reason ?? 'По расписанию';
  if (one.action === 'publish') {
    const draft = await findDraft(tx, one.record_id);
    const { kind } = await getRow(tx, one.record_id);
    // The second editor approved an earlier text.
    if (draft && draft.updated_at > one.created_at && (await secondEditorKinds(tx)).has(kind))
      throw new HttpError(409, 'После назначения правку изменили: посмотрите её и назначьте снова.');
    await publishIn(tx, caller, one.record_id, {
      reason,
      expected_version: draft?.version ?? 0,
      reviewed: false,
    });
  } else await unpublishIn(tx, caller, one.record_id, { reason, archive: true });
  await finish(tx, id, 'done', caller.now());
}

const finish = async (tx: WriteTransaction, id: number, outcome: string, at: Date) =>
  await tx
    .updateTable('schedules')
    .set({ done_at: at.toISOString(), outcome })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute();
