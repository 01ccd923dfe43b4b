import { writeRecord } from '#server/catalogue/store.ts';
import type { Draft } from '#server/catalogue/draft.ts';
import type { Database } from '#server/database/database.ts';
import type { Chance } from './chance.ts';

export type StockFields = Record<string, unknown>;
interface Stored {
  id: number;
  kind: string;
  state: string;
  data: StockFields;
}
type Edit = Omit<Draft, 'origins' | 'author'>;
export type Stock = Awaited<ReturnType<typeof openStock>>;

/** The current catalogue, and all former values. */
export async function openStock(database: Database, { below }: Chance) {
  const stored = await select(database).orderBy('id').execute();
  const rows = new Map(stored.map((row) => [row.id, parsed(row)]));
  let day = Date.parse('2026-11-21T09:00:00Z');

  async function write(draft: Edit): Promise<void> {
    // Days pass, so that dates change.
    day += below(4) * 9 * 3600_000;
    const written = await database.transaction((tx) =>
      writeRecord(tx, { ...draft, origins: 'editor', author: 'proof' }, new Date(day)),
    );
    const row = await select(database).where('id', '=', written.id).executeTakeFirstOrThrow();
    rows.set(row.id, parsed(row));
  }

  return {
    /** Former values of each kind's fields. */
    store: stored.map(parsed),
    write,
    idsOf: (kind: string) => [...rows.values()].filter((row) => row.kind === kind).map(({ id }) => id),
    of: (kind: string, isPublished: boolean) =>
      [...rows.values()].filter((row) => row.kind === kind && (row.state === 'published') === isPublished),
    /** Invalid edits are rejected, which is also a step. */
    async attempt(description: string, draft: Edit): Promise<string> {
      try {
        await write(draft);
        return description;
      } catch (error) {
        if ((error as Error).name !== 'RecordProblem') throw error;
        return `${description} (refused: ${(error as Error).message})`;
      }
    },
  };
}

const select = ({ kysely }: Database) => kysely.selectFrom('records').select(['id', 'kind', 'state', 'data']);

const parsed = <Row extends { data: string }>(row: Row): Omit<Row, 'data'> & Pick<Stored, 'data'> => ({
  ...row,
  data: JSON.parse(row.data) as StockFields,
});
