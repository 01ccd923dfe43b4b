import { site, siteFields } from '#domain/site.ts';
import { checkAudit, lastAuditCheck } from '../audit/check.ts';
import { parseHead } from '../audit/heads.ts';
import type { Handlers } from '../request/caller.ts';
import { renewPages } from '../catalogue/terms.ts';
import { currentSite } from '../site/site-text.ts';
import { audit } from '../audit/audit.ts';
import { letterHandlers } from './letters.ts';
import { overviewHandlers } from './overview.ts';
import { getKind } from '#domain/kinds/index.ts';
import { namedRecords } from '../catalogue/names.ts';
import { HttpError } from '../http-error.ts';
import { publishRecord, submitRecord } from '../editors/record-actions.ts';
import { saveDraft } from '../editors/drafts.ts';
import { secondEditorKinds } from '../editors/review.ts';
import { nameField } from '../editors/relations.ts';
import { openEdit } from '../editors/record-edit.ts';
import { parsed } from '../editors/record-view.ts';

export const deskHandlers = {
  ...overviewHandlers,
  ...letterHandlers,
  'GET /api/editors/site': (caller) => currentSite(caller.db),
  /** Sets the names; empty ones restore defaults. */
  'POST /api/editors/site': async (caller, { input: words }) => {
    const { database } = caller;
    await database.transaction(async (tx) => {
      await tx.deleteFrom('site_words').execute();
      const changed = siteFields.flatMap(({ name }) =>
        words[name] && words[name] !== site[name] ? [{ name, words: words[name] }] : [],
      );
      if (changed.length > 0) await tx.insertInto('site_words').values(changed).execute();
      await renewPages(tx);
      await audit(tx, caller, 'site named', {
        details: changed.map((row) => row.words).join(', ') || 'исходное',
      });
    });
    return await currentSite(database.kysely);
  },
  'GET /api/editors/audit/check': lastAuditCheck,
  'POST /api/editors/audit/check': (caller, { input }) => checkAudit(caller, parseHead(input.head ?? '')),
  'GET /api/editors/search-misses': async (context, { query }) => {
    const { items, ...place } = await context.failedQueries.list(query);
    const ids = items.flatMap(({ shown }) => shown);
    const records = await namedRecords(context.db, ids);
    return {
      items: items.map((item) => ({
        ...item,
        shown: item.shown.flatMap((id) => records.get(id) ?? []),
      })),
      ...place,
    };
  },
  /**
   * Adds a query as a synonym of a record. It is an ordinary edit: saved to a draft under the editor's name and
   * published at once, or sent to review where a second editor is needed; in an existing draft it waits for
   * publication.
   */
  'POST /api/editors/search-misses': async (caller, { input: { query, record_id: id } }) => {
    return await caller.database.transaction(async (tx) => {
      const edit = await openEdit(tx, caller, id);
      const { row, draft } = edit;
      const field = nameField(getKind(row.kind));
      if (!field) throw new HttpError(422, 'У записей этого вида нет других названий.', 'record_id');
      const names = (parsed(draft?.data ?? row.data)[field] ?? []) as string[];
      if (!names.some((name) => name.toLowerCase() === query.toLowerCase()))
        await saveDraft(edit, {
          fields: { [field]: [...names, query] },
          expected_version: draft?.version ?? 0,
          base_version: draft?.base_version ?? row.version,
        });
      await caller.failedQueries.forget(tx, query);
      const saved = await openEdit(tx, caller, id);
      if (!saved.draft) return { state: 'published' };
      if (draft || row.state !== 'published') return { state: 'draft' };
      if ((await secondEditorKinds(tx)).has(row.kind)) {
        await submitRecord(saved, { note: reason, expected_version: saved.draft.version });
        return { state: 'review' };
      }
      await publishRecord(saved, { reason, expected_version: saved.draft.version, reviewed: false });
      return { state: 'published' };
    });
  },
} satisfies Partial<Handlers>;

const reason = 'Так ищут читатели';
