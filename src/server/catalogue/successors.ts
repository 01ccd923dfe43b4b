import { addressOf, getKind } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';

type Key = Pick<RecordRow, 'id' | 'kind' | 'code' | 'state' | 'successor_id'>;

/**
 * The published record that stands for each of these, if any: itself, or the end of its chain of successors.
 * A chain that is a loop, or ends at a removed record, has none.
 */
export async function findSuccessors(
  db: ReadDatabase,
  rows: readonly Key[],
): Promise<(row: Key) => Key | undefined> {
  const known = new Map(rows.map((row) => [row.id, row]));
  for (let next = nextIds(rows, known); next.length > 0;) {
    const found = await db
      .selectFrom('records')
      .select(['id', 'kind', 'code', 'state', 'successor_id'])
      .where('id', 'in', next)
      .execute();
    for (const row of found) known.set(row.id, row);
    next = nextIds(found, known);
  }
  return (row) => {
    const passed = new Set<number>();
    let current: Key | undefined = row;
    while (current && current.state !== 'published') {
      if (passed.has(current.id)) return undefined;
      passed.add(current.id);
      current = known.get(current.successor_id ?? 0);
    }
    return current;
  };
}

const nextIds = (rows: readonly Key[], known: ReadonlyMap<number, Key>): number[] => [
  ...new Set(
    rows.flatMap(({ state, successor_id: id }) =>
      state === 'published' || id === null || known.has(id) ? [] : [id],
    ),
  ),
];

/** `/orpha/355/`: page of the disease with this ORPHA number, or of its successor. */
export async function findOrphaAddress(db: ReadDatabase, number: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('records')
    .select(['id', 'kind', 'code', 'state', 'successor_id'])
    .where('kind', '=', 'disease')
    .where('external', '=', `ORPHA:${number}`)
    .executeTakeFirst();
  const published = row && (await findSuccessors(db, [row]))(row);
  return published && addressOf(getKind(published.kind), published);
}
