import type { RolledBack } from '#contract/publication.ts';
import type { RecordState } from '#domain/kinds/index.ts';
import { audit } from '../audit/audit.ts';
import { deskKinds } from '../editors/record-view.ts';
import { restoreVersions, type Restoring } from '../editors/restore.ts';
import { dryRun, type ReadDatabase, type WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { versionsAt } from './seen-versions.ts';
import { named } from './status.ts';
import type { Caller, Handlers } from '../request/caller.ts';

export const rollbackHandlers = {
  'POST /api/admin/rollback': async (caller, { input: { publication, reason, dry_run } }) => {
    const { database } = caller;
    if (dry_run) return await dryRun(database, (tx) => restore(tx, caller, { publication, reason }));
    return await database.transaction(async (tx) => {
      const result = await restore(tx, caller, { publication, reason });
      const [first] = result.refused;
      if (first)
        throw new HttpError(
          409,
          `«${first.title}» вернуть нельзя: ${first.message.replace(/\.$/, '')}. Ничего не изменено.`,
          'publication',
        );
      await audit(tx, caller, 'catalogue rolled back', {
        details: `${reason} (${result.changed}${result.for_review.length > 0 ? `, на проверке ${result.for_review.length}` : ''})`,
      });
      return result;
    });
  },
} satisfies Partial<Handlers>;

/** Records that have changed since a publication, with the versions that readers saw then. */
async function changedSince(tx: ReadDatabase, publicationId: number): Promise<Restoring[]> {
  const publication = await tx
    .selectFrom('publications')
    .select(['seq', 'state', 'live_at'])
    .where('id', '=', publicationId)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'Такой публикации нет.', 'publication'));
  if (publication.state !== 'live')
    throw new HttpError(422, 'Эта публикация не состоялась: выберите другую.', 'publication');
  const rows = await tx
    .selectFrom('records')
    .selectAll()
    .where('changed_seq', '>', publication.seq)
    .where('kind', 'in', deskKinds)
    .orderBy('id')
    .execute();
  const versions = await versionsAt(
    tx,
    rows.map(({ id }) => id),
    publication.seq,
  );
  return rows.map((row) => ({
    row,
    version: versions.get(row.id) ?? null,
    // Records unpublished then are unpublished, and stay for editors.
    state: row.state === 'published' ? 'archived' : (row.state as RecordState),
  }));
}

async function restore(
  tx: WriteTransaction,
  caller: Caller,
  { publication, reason }: { publication: number; reason: string },
): Promise<RolledBack> {
  const records = await changedSince(tx, publication);
  const result: RolledBack = { changed: 0, records: [], for_review: [], refused: [] };
  const restored = await restoreVersions(tx, caller, records, reason);
  for (const [index, one] of restored.entries()) {
    const { row, version } = records[index]!;
    if (one.outcome === 'refused') result.refused.push({ ...named(row), message: one.message });
    else if (one.outcome === 'review') result.for_review.push(named(row));
    else if (one.outcome === 'changed') {
      result.changed += 1;
      if (result.records.length < 200)
        result.records.push({ ...named(row), from_version: row.version, to_version: version });
    }
  }
  return result;
}
