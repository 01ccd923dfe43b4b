import type { RolledBack, WaitingChange } from '#contract/publication.ts';
import type { RecordState } from '#domain/kinds/index.ts';
import type { PublicationMode } from '#domain/publication.ts';
import { audit } from '../audit/audit.ts';
import { dryRun, type ReadDatabase, type WriteTransaction } from '../database/database.ts';
import { differencesAmong } from '../editors/history.ts';
import { deskKinds, findRevision, getRow } from '../editors/record-view.ts';
import { restoreVersions, type Restoring } from '../editors/restore.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { isPublishedElsewhere, publisherMessages } from './publisher.ts';
import { purgeHandlers } from './purge.ts';
import { liveSeq, versionsAt } from './seen-versions.ts';
import { named, statusHandlers, statusOf } from './status.ts';

export const publicationHandlers = {
  ...statusHandlers,
  'POST /api/editors/publication': async (caller, { input }) => {
    await requestPublication(caller, input.mode);
    return await statusOf(caller);
  },
  'POST /api/editors/publication/stop': async (caller) => {
    const { cluster, publication } = caller;
    if (await isPublishedElsewhere(caller)) await cluster.send(publisherMessages.stop);
    else if (!publication.stop())
      throw new HttpError(409, 'Останавливать нечего: всё, что выкладывалось, уже на сайте.');
    await caller.database.transaction((tx) => audit(tx, caller, 'publication stopped'));
    return await statusOf(caller);
  },
  'GET /api/editors/publication/waiting/{id}': (caller, { path }) => waitingChange(caller.db, path.id),
  'POST /api/admin/publication': async (caller, { input }) => {
    await requestPublication(caller, input.mode);
    await caller.database.transaction((tx) =>
      audit(tx, caller, 'site rendered anew', { details: input.mode }),
    );
    return await statusOf(caller);
  },
  ...purgeHandlers,
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

async function requestPublication(caller: Caller, mode: PublicationMode): Promise<void> {
  if (await isPublishedElsewhere(caller)) return await caller.cluster.send(publisherMessages.publish(mode));
  if (!caller.publication.request(mode))
    throw new HttpError(409, 'На этом сервере публикатор не работает: страницы строит другой.');
}

/** Published and future state of a record; equal if nothing is pending. */
async function waitingChange(db: ReadDatabase, id: number): Promise<WaitingChange> {
  const row = await getRow(db, id);
  const isPublished = row.state === 'published';
  const version = (await versionsAt(db, [id], await liveSeq(db))).get(id);
  if (version === undefined) return { action: isPublished ? 'new' : 'none', differences: [] };
  if (!isPublished) return { action: 'remove', differences: [] };
  const seen = await findRevision(db, id, version);
  if (!seen) return { action: 'edit', differences: [] };
  const differences = (await differencesAmong(db, row.kind, [seen, row]))(seen, row);
  return { action: differences.length > 0 ? 'edit' : 'none', differences };
}

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
