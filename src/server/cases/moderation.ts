import { msPerHour } from '#domain/durations.ts';
import type { QueuedCase, ReviewedCase } from '#contract/cases.ts';
import type { Input } from '#contract/contract.ts';
import { declineReasons, type CaseState, type Check } from '#domain/cases.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { paginate } from '../database/page.ts';
import type { CaseFileRow, CaseRow } from '../database/tables.ts';
import { notify } from '../notifications/notify.ts';
import { createUploads } from '../uploads/uploads.ts';
import { HttpError } from '../http-error.ts';
import { editCase, publishedAgain, readContent } from './content.ts';
import { recordAction } from './events.ts';
import { findingsOf } from './findings.ts';
import { requireComplete } from './validation.ts';
import { namesOf } from './people.ts';
import { unpublishCase, publishCase } from './publication.ts';
import { getReviewable, reviewView } from './reviewed.ts';
import { notifyColleaguesOfQuestion, notifyFollowers, notifyOfPublished } from './notify-colleagues.ts';
import type { Caller, Handlers } from '../request/caller.ts';

export const moderationHandlers = {
  /** Cases awaiting review, longest first; or published ones, latest first. */
  'GET /api/editors/cases': async (caller, { query: { state = 'review', ...pageRequest } }) => {
    const db = caller.db;
    const chosen =
      state === 'review'
        ? db.selectFrom('cases').where('state', '=', 'review')
        : db.selectFrom('cases').where('published', '=', 1);
    const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
      lines
        .selectAll()
        .orderBy(state === 'review' ? 'submitted_at' : 'revised_at', state === 'review' ? 'asc' : 'desc')
        .orderBy('id'),
    );
    const names = await namesOf(
      db,
      rows.map(({ user_id }) => user_id),
    );
    const at = caller.now().getTime();
    const items = rows.map((row): QueuedCase => {
      const content = readContent(row.state === 'review' ? row.data : (row.shown ?? row.data));
      const since = row.submitted_at ?? row.revised_at ?? row.updated_at;
      return {
        id: row.id,
        title: content.title,
        state: row.state as CaseState,
        published: row.published === 1,
        version: row.version,
        author: names.full(row.user_id).title,
        submitted_at: since,
        age_hours: Math.max(0, Math.floor((at - Date.parse(since)) / msPerHour)),
        round: row.round,
        cleared: content.cleared.length,
        isRare: content.rarity_accepted,
        demo: row.demo === 1,
      };
    });
    return { items, ...place, audience: caller.settings.CASES_READING };
  },
  /** Publishes the case; where two must agree, the first acceptance waits for the second. */
  'POST /api/editors/cases/{id}/accept': async (caller, { path: { id }, input: { version, checks } }) => {
    let dropped: CaseFileRow[] = [];
    const shown = await applyDecision(
      caller,
      id,
      { version, decision: 'accepted', checks },
      async (tx, row, at) => {
        const content = readContent(row.data);
        await requireComplete(tx, caller, row, content);
        const names = await namesOf(tx, [row.user_id]);
        if (!names.isVerified(row.user_id))
          throw new HttpError(409, 'Автор не подтверждён как врач: публиковать его случай нельзя.');
        const accepted = await tx
          .selectFrom('case_reviews')
          .select('editor_id')
          .where('case_id', '=', id)
          .where('version', '=', version)
          .where('decision', '=', 'accepted')
          .execute();
        if (new Set(accepted.map(({ editor_id }) => editor_id)).size < caller.settings.CASES_REVIEWERS)
          return undefined;
        const published = await publishCase(tx, row, { at, editorId: caller.user.id });
        dropped = published.dropped;
        await tx
          .updateTable('case_remarks')
          .set({ resolved_at: at.toISOString() })
          .where('case_id', '=', id)
          .where('resolved_at', 'is', null)
          .execute();
        const notified = await notifyColleaguesOfQuestion(tx, published.row, caller);
        if (published.row.edition > 1) await notifyFollowers(tx, published.row, 'edition', caller);
        else await notifyOfPublished(tx, published.row, caller, notified);
        return published.row;
      },
    );
    await createUploads(caller).discard(dropped);
    return shown;
  },
  'POST /api/editors/cases/{id}/return': (caller, { path: { id }, input: { version, remarks } }) =>
    applyDecision(caller, id, { version, decision: 'returned' }, async (tx, row, at) => {
      for (const { field, text } of remarks)
        await tx
          .insertInto('case_remarks')
          .values({
            id: await nextNumber(tx, 'case part'),
            case_id: id,
            editor_id: caller.user.id,
            round: row.round,
            field,
            text,
            created_at: at.toISOString(),
          })
          .execute();
      return await editCase(tx, row, caller.now(), { state: 'returned', returned: row.data });
    }),
  'POST /api/editors/cases/{id}/decline': (caller, { path: { id }, input: declining }) => {
    const reason = reasonOf(declining);
    return applyDecision(
      caller,
      id,
      { version: declining.version, decision: 'declined', reason },
      (tx, row) =>
        editCase(
          tx,
          row,
          caller.now(),
          // The author of a published case continues from the published edition.
          row.published === 1 && row.shown !== null
            ? { ...publishedAgain(row.shown), reason }
            : { state: 'declined', reason },
        ),
    );
  },
  'POST /api/editors/cases/{id}/archive': (caller, { path: { id }, input: declining }) => {
    const reason = reasonOf(declining);
    return applyDecision(
      caller,
      id,
      { version: declining.version, decision: 'archived', reason },
      async (tx, row) => {
        if (row.published === 0) throw new HttpError(409, 'Этот случай не опубликован.');
        await unpublishCase(tx, row);
        return await editCase(tx, row, caller.now(), { state: 'archived', reason });
      },
    );
  },
} satisfies Partial<Handlers>;

interface Decision {
  version: number;
  decision: ReviewedCase['reviews'][number]['decision'];
  checks?: readonly Check[];
  reason?: string;
}

/** Checks that the case is unchanged since it was read, records the decision and acts. */
async function applyDecision(
  caller: Caller,
  id: number,
  { version, decision, checks = [], reason = '' }: Decision,
  /** Returns the case, or nothing while another acceptance is needed. */
  act: (tx: WriteTransaction, row: CaseRow, at: Date) => Promise<CaseRow | undefined>,
): Promise<ReviewedCase> {
  const { user } = caller;
  // Caches the detector's results, so that the transaction does not wait for a thread.
  await findingsOf(caller, readContent((await getReviewable(caller.db, id)).data));
  return await caller.database.transaction(async (tx) => {
    const row = await getReviewable(tx, id);
    if (row.version !== version)
      throw new HttpError(409, 'Случай тем временем изменился: прочитайте его ещё раз.', 'version', {
        data: { current: await reviewView(tx, caller, row) },
      });
    if (decision !== 'archived' && row.state !== 'review')
      throw new HttpError(409, 'Этот случай не на проверке.');
    if (row.user_id === user.id) throw new HttpError(403, 'Свой случай проверяет другой редактор.');
    const at = caller.now();
    await tx
      .insertInto('case_reviews')
      .values({
        id: await nextNumber(tx, 'case part'),
        case_id: id,
        editor_id: user.id,
        version,
        decision,
        checks: JSON.stringify(checks),
        reason,
        at: at.toISOString(),
      })
      .execute();
    const after = await act(tx, row, at);
    const action = after && decision === 'accepted' ? 'published' : decision;
    await recordAction(tx, caller, row, {
      action,
      side: 'editor',
      text: reason,
    });
    if (after && row.user_id !== null)
      await notify(tx, caller, {
        kind: 'case-decision',
        to: [row.user_id],
        caseId: id,
        details: { decision: action },
      });
    // Of a published case the author may have a newer text, which no editor has been sent.
    return await reviewView(tx, caller, { ...(after ?? row), data: row.data });
  });
}

function reasonOf({ reason, text }: Input<'POST /api/editors/cases/{id}/decline'>): string {
  if (reason === 'other' && text.trim() === '') throw new HttpError(400, 'Напишите причину.', 'text');
  return [reason === 'other' ? '' : `${declineReasons[reason]}.`, text.trim()].filter(Boolean).join(' ');
}
