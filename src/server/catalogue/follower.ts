import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import { numbers } from './changes.ts';

/** A record that has changed, as lists need it; of what was long the reader asks by its id. */
export type ChangedRow = Pick<
  RecordRow,
  'id' | 'kind' | 'state' | 'title_key' | 'letter' | 'newest_key' | 'updated_at'
>;

interface Taker {
  /** Records that are taken in at once: what is asked meanwhile is answered between two portions. */
  portion: number;
  take(rows: readonly ChangedRow[]): Promise<void>;
  /** Everything up to the number `last` was taken; before it was asked, up to `since`. */
  end?(since: number, last: number): Promise<void>;
}

/**
 * Takes in the numbered changes of published records whenever somebody asks for what holds now: what this process or
 * another has published before the question is in. Who would wait for more changes than `patience` gets what was there.
 */
export function followChanges(
  db: ReadDatabase,
  { portion, take, end }: Taker,
): (patience?: number) => Promise<void> {
  let known = { change: 0, derived: -1 };
  let following: Promise<void> | undefined;

  async function follow(now: typeof known): Promise<void> {
    // Under another form of what is worked out, every record is another.
    const since = known.derived === now.derived ? known.change : 0;
    for (let from = since; ;) {
      const rows = await db
        .selectFrom('records')
        .select(['id', 'kind', 'state', 'title_key', 'letter', 'newest_key', 'updated_at', 'changed_seq'])
        .where('changed_seq', '>', from)
        .where('changed_seq', '<=', now.change)
        .orderBy('changed_seq')
        .limit(portion)
        .execute();
      await take(rows);
      if (rows.length < portion) break;
      from = rows.at(-1)!.changed_seq!;
      await nextTurn();
    }
    await end?.(since, now.change);
    known = now;
  }

  return async (patience = Infinity) => {
    const { change, derived } = await numbers(db);
    while (known.derived !== derived || known.change < change) {
      following ??= follow({ change, derived }).finally(() => (following = undefined));
      const isPatient = known.derived === -1 || change - known.change <= patience;
      if (isPatient) await following;
      else {
        following.catch(() => undefined);
        break;
      }
    }
  };
}
