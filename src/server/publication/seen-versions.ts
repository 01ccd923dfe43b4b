import { chunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';

/** Version of each record published at a change number. */
export async function versionsAt(
  db: ReadDatabase,
  ids: readonly number[],
  seq: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const some of chunks(ids, 500)) {
    const rows = await db
      .selectFrom('changes')
      .select(['record_id', 'version', 'action'])
      .where('record_id', 'in', some)
      .where('seq', '<=', seq)
      .orderBy('seq')
      .execute();
    for (const { record_id, version, action } of rows) {
      if (action === 'put') found.set(record_id, version);
      else found.delete(record_id);
    }
  }
  return found;
}

/** Number of the last published change; 0 before the first publication. */
export async function liveSeq(db: ReadDatabase): Promise<number> {
  const live = await db
    .selectFrom('publications')
    .select('seq')
    .where('state', '=', 'live')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return live?.seq ?? 0;
}
