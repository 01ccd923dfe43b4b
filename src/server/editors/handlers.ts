import { portalDay } from '#domain/dates.ts';
import type { DeskQuery, EditedRecord, editorsContract } from '#contract/editors.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { Caller, HandlerRequest, Handlers } from '../request/caller.ts';
import { findForDesk } from '../search/desk.ts';
import { changeMany } from './change-many.ts';
import { findCodes, findRelations } from './relations.ts';
import { addComment, settleThread, showComments } from './comments.ts';
import {
  createRecord,
  publishRecord,
  restoreVersion,
  returnDraft,
  setOwner,
  submitRecord,
  unpublishRecord,
} from './record-actions.ts';
import { discardDraft, saveDraft } from './drafts.ts';
import { compareVersions, historyOf } from './history.ts';
import { listAsCsv, listForDesk } from './list.ts';
import { keepPresence } from './presence.ts';
import { sharePreview } from './previews.ts';
import { cancelSchedule, scheduleAction } from './schedule.ts';
import { editorView } from './record-view.ts';

export const editorsHandlers: Handlers<keyof typeof editorsContract> = {
  'GET /api/editors/kinds': async () => publicKinds.map(describeKind),
  'GET /api/editors/records': async (caller, { query }) =>
    await listForDesk(caller.db, query, await listContext(caller, query)),
  'GET /api/editors/records.csv': async (caller, { query }) =>
    await listAsCsv(caller.db, query, await listContext(caller, query)),
  'POST /api/editors/records': createRecord,
  'GET /api/editors/records/{id}': (caller, { path }) => editorView(caller.db, path.id, caller.user.id),
  'POST /api/editors/records/{id}/draft': action(saveDraft),
  'POST /api/editors/records/{id}/discard': action(discardDraft),
  'POST /api/editors/records/{id}/presence': keepPresence,
  'POST /api/editors/records/{id}/submit': action(submitRecord),
  'POST /api/editors/records/{id}/return': action(returnDraft),
  'POST /api/editors/records/{id}/publish': action(publishRecord),
  'POST /api/editors/records/{id}/unpublish': action(unpublishRecord),
  'POST /api/editors/records/{id}/restore': action(restoreVersion),
  'POST /api/editors/records/{id}/owner': action(setOwner),
  'POST /api/editors/records/{id}/schedule': action(scheduleAction),
  'POST /api/editors/records/{id}/schedule/cancel': action(cancelSchedule),
  'GET /api/editors/records/{id}/history': (caller, { path, query }) =>
    historyOf(caller.db, path.id, query.page),
  'GET /api/editors/records/{id}/compare': (caller, { path, query }) =>
    compareVersions(caller.db, path.id, query),
  'POST /api/editors/records/{id}/preview': sharePreview,
  'GET /api/editors/records/{id}/comments': (caller, { path }) => showComments(caller.db, path.id),
  'POST /api/editors/records/{id}/comments': addComment,
  'POST /api/editors/records/{id}/comments/settle': settleThread,
  'POST /api/editors/records/change': changeMany,
  'GET /api/editors/relations': findRelations,
  'GET /api/editors/codes': (caller, { query }) => findCodes(caller.db, query),
};

/** The call of a record action: the record as its form needs it. */
function action<Given>(
  act: (tx: WriteTransaction, caller: Caller, id: number, given: Given) => Promise<void>,
): (caller: Caller, request: HandlerRequest<{ id: number }, unknown, Given>) => Promise<EditedRecord> {
  return async (caller, { path: { id }, input }) => {
    await caller.database.transaction((tx) => act(tx, caller, id, input));
    return await editorView(caller.db, id, caller.user.id);
  };
}

/** Search results and facts that a desk list needs. */
const listContext = async (caller: Caller, { query, kind }: DeskQuery) => ({
  userId: caller.user.id,
  today: portalDay(caller.now()),
  found: query === '' ? undefined : await findForDesk(caller, { query, kind }),
});
