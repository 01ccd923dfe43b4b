import { portalDay } from '#domain/dates.ts';
import type { DeskQuery, editorsContract } from '#contract/editors.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import type { Caller, Handlers } from '../request/caller.ts';
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
  submitDraft,
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
  'POST /api/editors/records': (caller, { input }) => createRecord(caller, input),
  'GET /api/editors/records/{id}': (caller, { path }) => editorView(caller.db, path.id, caller.user.id),
  'POST /api/editors/records/{id}/draft': (caller, { path, input }) => saveDraft(caller, path.id, input),
  'POST /api/editors/records/{id}/discard': (caller, { path, input }) => discardDraft(caller, path.id, input),
  'POST /api/editors/records/{id}/presence': (caller, { path, input }) =>
    keepPresence(caller, path.id, input),
  'POST /api/editors/records/{id}/submit': (caller, { path, input }) => submitDraft(caller, path.id, input),
  'POST /api/editors/records/{id}/return': (caller, { path, input }) => returnDraft(caller, path.id, input),
  'POST /api/editors/records/{id}/publish': (caller, { path, input }) =>
    publishRecord(caller, path.id, input),
  'POST /api/editors/records/{id}/unpublish': (caller, { path, input }) =>
    unpublishRecord(caller, path.id, input),
  'POST /api/editors/records/{id}/restore': (caller, { path, input }) =>
    restoreVersion(caller, path.id, input),
  'POST /api/editors/records/{id}/owner': (caller, { path, input }) => setOwner(caller, path.id, input),
  'POST /api/editors/records/{id}/schedule': (caller, { path, input }) =>
    scheduleAction(caller, path.id, input),
  'POST /api/editors/records/{id}/schedule/cancel': (caller, { path, input }) =>
    cancelSchedule(caller, path.id, input),
  'GET /api/editors/records/{id}/history': (caller, { path, query }) =>
    historyOf(caller.db, path.id, query.page),
  'GET /api/editors/records/{id}/compare': (caller, { path, query }) =>
    compareVersions(caller.db, path.id, query),
  'POST /api/editors/records/{id}/preview': (caller, { path, input }) => sharePreview(caller, path.id, input),
  'GET /api/editors/records/{id}/comments': (caller, { path }) => showComments(caller.db, path.id),
  'POST /api/editors/records/{id}/comments': (caller, { path, input }) => addComment(caller, path.id, input),
  'POST /api/editors/records/{id}/comments/settle': (caller, { path, input }) =>
    settleThread(caller, path.id, input),
  'POST /api/editors/records/change': (caller, { input }) => changeMany(caller, input),
  'GET /api/editors/relations': (caller, { query }) => findRelations(caller, query),
  'GET /api/editors/codes': (caller, { query }) => findCodes(caller.db, query),
};

/** Search results and facts that a desk list needs. */
const listContext = async (caller: Caller, { query, kind }: DeskQuery) => ({
  userId: caller.user.id,
  today: portalDay(caller.now()),
  found: query === '' ? undefined : await findForDesk(caller, { query, kind }),
});
