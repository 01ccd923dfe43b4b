import { filesBeside } from '#domain/on-demand-files.ts';
import type { PublicationMode, PublicationResult, PublicationTrouble } from '#domain/publication.ts';
import { chunks, idsOf, readInChunks } from '../database/chunks.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { lastLive } from './seen-versions.ts';

/** Stored addresses of a publication; more are only counted. */
const maxAddresses = 10_000;
const maxPublications = 5000;

/** Records the start; an entry still running was interrupted, because only one runs at a time. */
export async function start(database: Database, mode: PublicationMode, startedAt: Date): Promise<number> {
  return await database.transaction(async (tx) => {
    await tx
      .updateTable('publications')
      .set({
        state: 'broken',
        message: 'Прервана: программа остановилась. Следующая публикация доделала начатое.',
      })
      .where('state', '=', 'running')
      .execute();
    const id = await nextNumber(tx, 'publication');
    await tx
      .insertInto('publications')
      .values({
        id,
        mode,
        state: 'running',
        started_at: startedAt.toISOString(),
        seq: 0,
        pages: 0,
        rendered: 0,
        changed: 0,
        removed: 0,
        changed_addresses: '[]',
        removed_addresses: '[]',
      })
      .execute();
    await tx
      .deleteFrom('publications')
      .where('id', '<=', id - maxPublications)
      .execute();
    return id;
  });
}

/** Records the result, failures and cache purges in one transaction. */
export async function complete(
  database: Database,
  id: number,
  result: PublicationResult,
  liveAt: Date,
): Promise<void> {
  const at = liveAt.toISOString();
  await database.transaction(async (tx) => {
    const { started_at } = await tx
      .selectFrom('publications')
      .select('started_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('publications')
      .set({
        mode: result.mode,
        state: 'live',
        live_at: at,
        milliseconds: liveAt.getTime() - Date.parse(started_at),
        release: result.release,
        seq: result.seq,
        pages: result.pages,
        rendered: result.rendered,
        changed: result.changed.length,
        removed: result.removed.length,
        changed_addresses: JSON.stringify(result.changed.slice(0, maxAddresses)),
        removed_addresses: JSON.stringify(result.removed.slice(0, maxAddresses)),
      })
      .where('id', '=', id)
      .execute();
    const there = await existing(tx, result.records);
    for (const some of chunks(there, 500))
      await tx
        .insertInto('publication_records')
        .values(some.map((record_id) => ({ publication_id: id, record_id })))
        .execute();
    await replaceTroubles(tx, result.troubles, at);
    await putPurges(tx, id, [...result.changed, ...result.removed], at);
  });
}

export async function supplement(database: Database, result: PublicationResult, at: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const last = await lastLive(tx).selectAll().executeTakeFirst();
    if (!last) return;
    const known = JSON.parse(last.changed_addresses) as string[];
    const fresh = result.changed.filter((address) => !known.includes(address));
    await tx
      .updateTable('publications')
      .set({
        rendered: last.rendered + result.rendered,
        changed: last.changed + fresh.length,
        changed_addresses: JSON.stringify([...known, ...fresh].slice(0, maxAddresses)),
      })
      .where('id', '=', last.id)
      .execute();
    await putPurges(tx, last.id, [...result.changed, ...result.removed], at.toISOString());
  });
}

/** Records a failed publication; readers keep what they have. */
export async function breakOff(database: Database, id: number, message: string): Promise<void> {
  await database.transaction((tx) =>
    tx.updateTable('publications').set({ state: 'broken', message }).where('id', '=', id).execute(),
  );
}

const existing = async (tx: WriteTransaction, ids: readonly number[]): Promise<number[]> =>
  idsOf(
    await readInChunks(ids, (some) =>
      tx.selectFrom('records').select('id').where('id', 'in', some).execute(),
    ),
  );

/** Remaining failures keep their start time. */
async function replaceTroubles(
  tx: WriteTransaction,
  troubles: readonly PublicationTrouble[],
  at: string,
): Promise<void> {
  const before = await tx.selectFrom('publication_troubles').selectAll().execute();
  const keyOf = (one: { record_id: number | null; field: string | null; address: string | null }) =>
    JSON.stringify([one.record_id, one.field, one.address]);
  const since = new Map(before.map((row) => [keyOf(row), row.since]));
  await tx.deleteFrom('publication_troubles').execute();
  const there = new Set(
    await existing(
      tx,
      troubles.flatMap(({ record }) => (record === null ? [] : [record])),
    ),
  );
  for (const { record, field, message, address } of troubles) {
    const row = { record_id: record !== null && there.has(record) ? record : null, field, message, address };
    await tx
      .insertInto('publication_troubles')
      .values({ id: await nextNumber(tx, 'trouble'), ...row, since: since.get(keyOf(row)) ?? at })
      .execute();
  }
}

async function putPurges(
  tx: WriteTransaction,
  publicationId: number,
  addresses: readonly string[],
  at: string,
) {
  const urls = addresses.flatMap((address) => [address, ...filesBeside(address)]);
  for (const some of chunks(urls, 1000))
    await tx
      .insertInto('purges')
      .values({
        id: await nextNumber(tx, 'purge'),
        publication_id: publicationId,
        addresses: JSON.stringify(some),
        created_at: at,
        due_at: at,
        attempts: 0,
      })
      .execute();
}
