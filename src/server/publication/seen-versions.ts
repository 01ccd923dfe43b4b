import { readInChunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';

/** Version of each record published at a change number. */
export async function versionsAt(
  db: ReadDatabase,
  ids: readonly number[],
  seq: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const changes = await readInChunks(ids, (some) =>
    db
      .selectFrom('changes')
      .select(['record_id', 'version', 'action'])
      .where('record_id', 'in', some)
      .where('seq', '<=', seq)
      .orderBy('seq')
      .execute(),
  );
  for (const { record_id, version, action } of changes) {
    if (action === 'put') found.set(record_id, version);
    else found.delete(record_id);
  }
  return found;
}

export const lastLive = (db: ReadDatabase) =>
  db.selectFrom('publications').where('state', '=', 'live').orderBy('id', 'desc').limit(1);

/** Number of the last published change; 0 before the first publication. */
export const liveSeq = async (db: ReadDatabase): Promise<number> =>
  (await lastLive(db).select('seq').executeTakeFirst())?.seq ?? 0;
