export function* chunks<Item>(list: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** The rows of these ids, in order. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Rows for many keys, read in portions. */
export async function readInChunks<Key, Row>(
  keys: readonly Key[],
  read: (some: Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of chunks([...new Set(keys)], 500)) for (const row of await read(some)) rows.push(row);
  return rows;
}

/** All rows that `read` gives after an id, portion by portion; each is read when its turn comes. */
export async function* portionsById<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)!.id)) yield rows;
}
