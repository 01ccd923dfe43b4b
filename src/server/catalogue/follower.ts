import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import { numbers } from './changes.ts';

/** A changed record for lists; long fields are read by id. */
export type ChangedRow = Pick<
  RecordRow,
  'id' | 'kind' | 'state' | 'title_key' | 'letter' | 'newest_key' | 'updated_at'
>;

interface Taker {
  /** Records processed at a time; requests are answered in between. */
  portion: number;
  take(rows: readonly ChangedRow[]): Promise<void>;
  /** Called when all changes up to `last` are processed, starting after `since`. */
  end?(since: number, last: number): Promise<void>;
}

/**
 * Syncs with numbered changes of published records on use, so that everything published before the request is
 * included, also by other processes. A caller more than `maxLag` changes behind gets the earlier state.
 */
export function followChanges(
  db: ReadDatabase,
  { portion, take, end }: Taker,
): (maxLag?: number) => Promise<void> {
  let known = { change: 0, derived: -1 };
  let following: Promise<void> | undefined;

  async function follow(now: typeof known): Promise<void> {
    // Another version of derived data changes every record.
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

  return async (maxLag = Infinity) => {
    const { change, derived } = await numbers(db);
    while (known.derived !== derived || known.change < change) {
      following ??= follow({ change, derived }).finally(() => (following = undefined));
      const isPatient = known.derived === -1 || change - known.change <= maxLag;
      if (isPatient) await following;
      else {
        following.catch(() => undefined);
        break;
      }
    }
  };
}
