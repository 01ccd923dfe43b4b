import type { RecordState } from '#domain/kinds/index.ts';
import { authorOf } from '../audit/content.ts';
import { writeRecords } from '../catalogue/store.ts';
import { versionOf } from '../catalogue/validation.ts';
import type { Draft } from '../catalogue/draft.ts';
import { chunks } from '../database/chunks.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';
import { openEdit, type RecordEdit } from './record-edit.ts';
import { putInReview } from './record-actions.ts';
import { secondEditorKinds } from './review.ts';

export interface Restoring {
  row: RecordRow;
  /** Without one the record takes `state` and keeps its text for editors. */
  version: number | null;
  state: RecordState;
  /** Sources of the values, if they are not the editor's. */
  origins?: Record<string, string>;
}

export type Restored = { outcome: 'changed' | 'same' | 'review' } | { outcome: 'refused'; message: string };

/**
 * Restores records to earlier versions, each whole or not at all. Kinds with a second editor get a draft in
 * review if the version was published. Results are in the given order.
 */
export async function restoreVersions(
  tx: WriteTransaction,
  caller: Caller,
  records: readonly Restoring[],
  reason: string,
): Promise<Restored[]> {
  const withSecond = await secondEditorKinds(tx);
  const results: Restored[] = [];
  for (const some of chunks(records, 200)) {
    const drafts = await draftsOf(tx, some, { author: authorOf(caller.user.id), reason });
    const isReviewed = ({ kind, state }: Draft) => state === 'published' && withSecond.has(kind);
    const written = await writeRecords(
      tx,
      drafts.filter((draft) => !isReviewed(draft)),
      caller.now(),
    );
    for (const [index, draft] of drafts.entries()) {
      const result = isReviewed(draft) ? undefined : written.shift();
      if (!result) results.push(await sendToReview(await openEdit(tx, caller, some[index]!.row.id), draft));
      else if (result.outcome === 'rejected') results.push(refused(result.problem.problem));
      else results.push({ outcome: result.outcome === 'same' ? 'same' : 'changed' });
    }
  }
  return results;
}

const refused = (message: string): Restored => ({ outcome: 'refused', message });

async function draftsOf(
  db: ReadDatabase,
  records: readonly Restoring[],
  signature: Pick<Draft, 'author' | 'reason'>,
): Promise<Draft[]> {
  const revisions = await db
    .selectFrom('revisions')
    .select(['record_id', 'version', 'data', 'sources', 'state'])
    .where(
      'record_id',
      'in',
      records.map(({ row }) => row.id),
    )
    .where('version', 'in', [...new Set(records.map(({ version }) => version ?? 0))])
    .execute();
  const byKey = new Map(revisions.map((one) => [`${one.record_id} ${one.version}`, one]));
  return records.map(({ row, version, state, origins = 'editor' }) => {
    const draft = { kind: row.kind, id: row.id, origins, ...signature };
    const revision = byKey.get(`${row.id} ${version}`);
    if (!revision) return { ...draft, fields: {}, state };
    return {
      ...draft,
      ...versionOf(revision),
      whole: true,
      state: revision.state as RecordState,
    };
  });
}

/** Kinds with a second editor: the earlier version becomes a draft in review. */
async function sendToReview(
  edit: RecordEdit,
  { fields, sources = [], reason = '' }: Draft,
): Promise<Restored> {
  const { row } = edit;
  const version = { data: JSON.stringify(fields), sources: JSON.stringify(sources) };
  if (row.state === 'published' && row.data === version.data && row.sources === version.sources)
    return { outcome: 'same' };
  if (edit.draft) return refused('Над записью работает редактор: у неё начатая правка.');
  try {
    await putInReview(edit, version, reason);
    return { outcome: 'review' };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return refused(error.message);
  }
}
