import { portalDay, daysAfter, monthsAfter } from '#domain/dates.ts';
import { audit } from '../audit/audit.ts';
import type { Context } from '../request/context.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { HttpError } from '../http-error.ts';
import { demandDay, publishRecord, unpublishRecord } from './record-actions.ts';
import { secondEditorKinds } from './review.ts';
import { openEdit, recordAction } from './record-edit.ts';
import { deskKinds, parsed } from './record-view.ts';
import { staff } from '../request/access.ts';
import { type Handlers, callerOf, absent } from '../request/caller.ts';
import { countRows, paginate } from '../database/page.ts';
import { secondsPerWeek } from '#domain/durations.ts';
import { addSeconds } from '../base/clock.ts';
import { notify } from '../notifications/notify.ts';
import type { Planned } from '#contract/desk.ts';
import { titleOf } from '../catalogue/names.ts';
import type { RecordRow } from '../database/tables.ts';
import { sql } from 'kysely';

const maxPlanned = 500;

export const scheduleHandlers = {
  'POST /api/editors/records/{id}/schedule': recordAction(
    async ({ tx, caller, row, draft }, { action, due_at, reason }) => {
      const due = new Date(due_at);
      if (due <= caller.now()) throw new HttpError(422, 'Это время уже прошло. Назначьте будущее.', 'due_at');
      if (action === 'publish') demandDay(row, parsed(draft?.data ?? row.data), portalDay(due));
      const same = await tx
        .selectFrom('schedules')
        .select('id')
        .where('record_id', '=', row.id)
        .where('action', '=', action)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      if (same) throw new HttpError(409, 'Такое действие уже назначено. Сначала отмените прежнее.');
      await tx
        .insertInto('schedules')
        .values({
          id: await nextNumber(tx, 'schedule'),
          record_id: row.id,
          action,
          due_at: due.toISOString(),
          author_id: caller.user.id,
          reason: reason || null,
          created_at: caller.now().toISOString(),
        })
        .execute();
      await audit(tx, caller, 'scheduled', { recordId: row.id, details: `${action} ${due.toISOString()}` });
    },
  ),
  'POST /api/editors/records/{id}/schedule/cancel': recordAction(
    async ({ tx, caller, row }, { schedule }) => {
      const { numDeletedRows } = await tx
        .deleteFrom('schedules')
        .where('id', '=', schedule)
        .where('record_id', '=', row.id)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new HttpError(409, 'Это уже выполнено или отменено.');
      await audit(tx, caller, 'schedule cancelled', { recordId: row.id });
    },
  ),
  /**
   * Scheduled publications, removals and reviews of a month by day, with adjacent days, because the month
   * starts by the reader's clock.
   */
  'GET /api/editors/plan': async ({ db }, { query: { month } }) => {
    const first = `${month}-01`;
    const end = monthsAfter(first, 1);
    const scheduled = db
      .selectFrom('schedules as s')
      .innerJoin('records as r', 'r.id', 's.record_id')
      .select(['s.due_at as at', 's.action', 'r.id', 'r.kind', 'r.card'])
      .where('s.done_at', 'is', null)
      .where('s.due_at', '>=', daysAfter(first, -1))
      .where('s.due_at', '<', daysAfter(end, 1));
    const reviews = db
      .selectFrom('records as r')
      .select(['r.review_due as at', sql.lit('review').as('action'), 'r.id', 'r.kind', 'r.card'])
      .where('r.kind', 'in', deskKinds)
      .where('r.state', '=', 'published')
      .where('r.review_due', '>=', first)
      .where('r.review_due', '<', end);
    const { rows, place } = await paginate(
      db.selectFrom(scheduled.$castTo<PlannedRow>().unionAll(reviews.$castTo<PlannedRow>()).as('planned')),
      { page: 1, page_size: maxPlanned },
      (planned) => planned.selectAll().orderBy('at').orderBy('id'),
    );
    const items = rows.map(({ at, action, id, kind, card }) => ({
      at,
      action,
      record: { id, kind, title: titleOf(card) },
    }));
    return { items, total: place.total };
  },
} satisfies Partial<Handlers>;

type PlannedRow = Omit<Planned, 'record'> & Pick<RecordRow, 'id' | 'kind' | 'card'>;

/**
 * Runs due actions exactly once: each is marked in its own transaction, and writers are serialised between
 * processes. Failures are stored with a reason. Returns the number of attempts.
 */
export async function runSchedules(context: Context): Promise<number> {
  const { db, database, now } = context;
  const due = db.selectFrom('schedules').select('id').where('done_at', 'is', null).orderBy('due_at');
  for (let tried = 0; ; tried += 1) {
    const next = await due.where('due_at', '<=', now().toISOString()).limit(1).executeTakeFirst();
    if (!next) return tried;
    try {
      await database.transaction((tx) => runOne(tx, next.id, context));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      await database.transaction((tx) => finish(tx, next.id, error.message, now()));
    }
  }
}

async function runOne(tx: WriteTransaction, id: number, context: Context): Promise<void> {
  const one = await tx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  if (!one) return;
  const user = await staff(tx)
    .selectAll('users')
    .where('users.id', '=', one.author_id)
    .executeTakeFirstOrThrow(() => new HttpError(409, 'Кто это назначил, больше не редактор.'));
  const caller = callerOf(context, absent(user, { agent: 'расписание' }));
  const reason = one.reason ?? 'По расписанию';
  const edit = await openEdit(tx, caller, one.record_id);
  if (one.action === 'publish') {
    const { row, draft } = edit;
    // The second editor approved an earlier text.
    if (draft && draft.updated_at > one.created_at && (await secondEditorKinds(tx)).has(row.kind))
      throw new HttpError(409, 'После назначения правку изменили: посмотрите её и назначьте снова.');
    await publishRecord(edit, { reason, expected_version: draft?.version ?? 0, reviewed: false });
  } else await unpublishRecord(edit, { reason, archive: true });
  await finish(tx, id, 'done', caller.now());
}

const finish = async (tx: WriteTransaction, id: number, outcome: string, at: Date) =>
  await tx
    .updateTable('schedules')
    .set({ done_at: at.toISOString(), outcome })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute();

/** Notifies editors, at most weekly, of the number of overdue records. */
export async function notifyOfOverdue(context: Context): Promise<void> {
  const at = context.now();
  await context.database.transaction(async (tx) => {
    const count = await countRows(
      tx
        .selectFrom('records')
        .where('kind', 'in', deskKinds)
        .where('state', '=', 'published')
        .where('review_due', '<', portalDay(at)),
    );
    if (count === 0) return;
    const notified = await tx
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'review-overdue')
      .where('at', '>', addSeconds(at, -secondsPerWeek).toISOString())
      .limit(1)
      .executeTakeFirst();
    if (notified) return;
    await notify(tx, context, {
      kind: 'review-overdue',
      to: 'editors',
      details: { count: String(count) },
    });
  });
}
