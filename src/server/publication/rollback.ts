import type { RolledBack } from '#contract/publication.ts';
import { publicKinds, type Source, type RecordState } from '#domain/kinds/index.ts';
import { audit } from '../audit/audit.ts';
import { authorOf } from '../audit/content.ts';
import { writeRecords, type Draft } from '../catalogue/store.ts';
import { submitIn } from '../editors/record-actions.ts';
import { putDraft } from '../editors/drafts.ts';
import { missingFiles } from '../catalogue/referenced-files.ts';
import { secondEditorKinds } from '../editors/review.ts';
import { findDraft } from '../editors/record-view.ts';
import { chunks } from '../database/chunks.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { dryRun } from '../database/dry-run.ts';
import type { RecordRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { versionsAt } from './seen-versions.ts';
import { named } from './status.ts';
import type { Caller } from '../request/caller.ts';

/** Target state; `null`: unpublished. */
interface Wanted {
  row: RecordRow;
  version: number | null;
}

const openKinds = publicKinds.map(({ name }) => name);

/** Restores the catalogue to a publication, in one transaction. */
export async function rollBackCatalogue(
  caller: Caller,
  { publication, reason, dry_run }: { publication: number; reason: string; dry_run: boolean },
): Promise<RolledBack> {
  const { database } = caller;
  const run = async (tx: WriteTransaction) => restore(tx, caller, await wantedAt(tx, publication), reason);
  if (dry_run) return await dryRun(database, run);
  return await database.transaction(async (tx) => {
    const result = await run(tx);
    const [first] = result.refused;
    if (first)
      throw new HttpError(
        409,
        `«${first.title}» вернуть нельзя: ${first.message}. Ничего не изменено.`,
        'publication',
      );
    await audit(tx, caller, 'catalogue rolled back', {
      details: `${reason} (${result.changed}${result.for_review.length > 0 ? `, на проверке ${result.for_review.length}` : ''})`,
    });
    return result;
  });
}

async function restore(
  tx: WriteTransaction,
  caller: Caller,
  wanted: readonly Wanted[],
  reason: string,
): Promise<RolledBack> {
  const result: RolledBack = { changed: 0, records: [], for_review: [], refused: [] };
  const now: { one: Wanted; draft: Draft }[] = [];
  const withSecond = await secondEditorKinds(tx);
  const drafts = await draftsOf(tx, wanted, { author: authorOf(caller.user.id), reason });
  for (const [index, draft] of drafts.entries()) {
    const one = wanted[index]!;
    const isShown = draft.state === 'published';
    const [missing] = isShown ? await missingFiles(tx, draft.fields) : [];
    if (missing) result.refused.push({ ...named(one.row), message: missing.message });
    else if (isShown && withSecond.has(one.row.kind)) await sendToReview(tx, caller, one.row, draft, result);
    else now.push({ one, draft });
  }
  const written = await writeRecords(
    tx,
    now.map(({ draft }) => draft),
    caller.now(),
  );
  for (const [index, answer] of written.entries()) {
    const { row, version } = now[index]!.one;
    if (answer.outcome === 'rejected')
      result.refused.push({ ...named(row), message: answer.problem.problem });
    else if (answer.outcome === 'changed') {
      result.changed += 1;
      if (result.records.length < 200)
        result.records.push({ ...named(row), from_version: row.version, to_version: version });
    }
  }
  return result;
}

/** Records that have changed since a publication, with the versions that readers saw then. */
async function wantedAt(tx: ReadDatabase, publicationId: number): Promise<Wanted[]> {
  const publication = await tx
    .selectFrom('publications')
    .select(['seq', 'state', 'live_at'])
    .where('id', '=', publicationId)
    .executeTakeFirst();
  if (!publication) throw new HttpError(404, 'Такой публикации нет.', 'publication');
  if (publication.state !== 'live')
    throw new HttpError(422, 'Эта публикация не состоялась: выберите другую.', 'publication');
  const rows = await tx
    .selectFrom('records')
    .selectAll()
    .where('changed_seq', '>', publication.seq)
    .where('kind', 'in', openKinds)
    .orderBy('id')
    .execute();
  const versions = await versionsAt(
    tx,
    rows.map(({ id }) => id),
    publication.seq,
  );
  return rows.map((row) => ({ row, version: versions.get(row.id) ?? null }));
}

/** Kinds with a second editor: the earlier version becomes a draft in review. */
async function sendToReview(
  tx: WriteTransaction,
  caller: Caller,
  row: RecordRow,
  { fields, sources = [], reason = '' }: Draft,
  result: RolledBack,
): Promise<void> {
  const data = JSON.stringify(fields);
  if (row.state === 'published' && row.data === data && row.sources === JSON.stringify(sources)) return;
  if (await findDraft(tx, row.id)) {
    result.refused.push({ ...named(row), message: 'Над записью работает редактор: у неё начатая правка.' });
    return;
  }
  await putDraft(tx, {
    row,
    draft: undefined,
    data,
    sources: JSON.stringify(sources),
    status: 'draft',
    baseVersion: row.version,
    note: reason,
    caller,
  });
  try {
    await submitIn(tx, caller, { row, draft: await findDraft(tx, row.id), note: reason });
    result.for_review.push(named(row));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    result.refused.push({ ...named(row), message: error.message });
  }
}

async function draftsOf(
  db: ReadDatabase,
  wanted: readonly Wanted[],
  { author, reason }: { author: string; reason: string },
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const some of chunks(wanted, 200)) {
    const revisions = await db
      .selectFrom('revisions')
      .select(['record_id', 'version', 'data', 'sources', 'state'])
      .where(
        'record_id',
        'in',
        some.map(({ row }) => row.id),
      )
      .execute();
    const byKey = new Map(revisions.map((one) => [`${one.record_id} ${one.version}`, one]));
    for (const { row, version } of some) {
      const common = { kind: row.kind, id: row.id, origins: 'editor', author, reason };
      const then = version === null ? undefined : byKey.get(`${row.id} ${version}`);
      // Records unpublished then are unpublished, and stay for editors.
      if (!then)
        drafts.push({
          ...common,
          fields: {},
          state: row.state === 'published' ? 'archived' : (row.state as RecordState),
        });
      else
        drafts.push({
          ...common,
          fields: JSON.parse(then.data) as Record<string, unknown>,
          whole: true,
          sources: JSON.parse(then.sources) as Source[],
          state: 'published',
        });
    }
  }
  return drafts;
}
