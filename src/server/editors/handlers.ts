import type { DeskQuery, editorsContract } from '#contract/editors.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import type { Context } from '../context.ts';
import { userOf, type Actor } from '../request/access.ts';
import type { Handlers, Desk } from '../request/caller.ts';
import type { Visit } from '../request/visit.ts';
import { findForDesk } from '../search/desk.ts';
import { changeMany } from './change-many.ts';
import { findCodes } from './codes.ts';
import {
  createRecord,
  publishRecord,
  restoreVersion,
  returnDraft,
  setOwner,
  submitDraft,
  unpublishRecord,
} from './deeds.ts';
import { discardDraft, saveDraft } from './drafts.ts';
import { historyOf } from './history.ts';
import { listAsCsv, listForDesk } from './list.ts';
import { keepPresence } from './presence.ts';
import { sharePreview } from './previews.ts';
import { findRelations } from './relations.ts';
import { cancelSchedule, scheduleDeed } from './schedule.ts';
import { showRecord } from './show.ts';

/** Answers to the calls by which editors work on records. */
export function editorsHandlers(context: Context): Handlers<keyof typeof editorsContract> {
  const db = context.database.kysely;
  const deskOf = ({ actor, visit }: { actor: Actor; visit: Visit }): Desk => ({
    user: userOf(actor),
    visit,
    context,
  });
  const asking = async (actor: Actor, { query, kind }: DeskQuery) => ({
    userId: userOf(actor).id,
    today: (context.now?.() ?? new Date()).toISOString().slice(0, 10),
    found: query === '' ? undefined : await findForDesk(context, { query, kind }),
  });
  return {
    'GET /api/editors/kinds': async () => publicKinds.map(describeKind),
    'GET /api/editors/records': async ({ query, actor }) =>
      await listForDesk(db, query, await asking(actor, query)),
    'GET /api/editors/records.csv': async ({ query, actor }) =>
      await listAsCsv(db, query, await asking(actor, query)),
    'POST /api/editors/records': (asked) => createRecord(asked.input, deskOf(asked)),
    'GET /api/editors/records/{id}': ({ path, actor }) => showRecord(db, path.id, userOf(actor).id),
    'POST /api/editors/records/{id}/draft': (asked) => saveDraft(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/discard': (asked) =>
      discardDraft(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/presence': (asked) =>
      keepPresence(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/submit': (asked) =>
      submitDraft(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/return': (asked) =>
      returnDraft(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/publish': (asked) =>
      publishRecord(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/unpublish': (asked) =>
      unpublishRecord(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/restore': (asked) =>
      restoreVersion(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/owner': (asked) => setOwner(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/schedule': (asked) =>
      scheduleDeed(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/{id}/schedule/cancel': (asked) =>
      cancelSchedule(asked.path.id, asked.input, deskOf(asked)),
    'GET /api/editors/records/{id}/history': ({ path, query }) => historyOf(db, path.id, query.page),
    'POST /api/editors/records/{id}/preview': (asked) =>
      sharePreview(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/records/change': (asked) => changeMany(asked.input, deskOf(asked)),
    'GET /api/editors/relations': ({ query }) => findRelations(context, query),
    'GET /api/editors/codes': ({ query }) => findCodes(db, query),
  };
}
