import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { chunks } from '../database/chunks.ts';
import { nextNumber } from '../database/number.ts';
import { excluded } from '../database/page.ts';

/** A dictionary item; `data` is specific to its vocabulary. */
export interface Term {
  code: string;
  title: string;
  position: number;
  data?: Record<string, unknown> | undefined;
}

/** Adds and updates dictionary items; none is removed, because records refer to them. */
export async function putTerms(
  tx: WriteTransaction,
  vocabulary: string,
  items: readonly Term[],
): Promise<{ new: number; changed: number; same: number }> {
  const stored = new Map((await getTerms(tx, vocabulary)).map((term) => [term.code, JSON.stringify(term)]));
  const written = new Map<string, Term>();
  const counts = { new: 0, changed: 0, same: 0 };
  for (const item of items) {
    const before = stored.get(item.code);
    if (before === JSON.stringify(canonicalTerm(item))) counts.same += 1;
    else {
      counts[before === undefined ? 'new' : 'changed'] += 1;
      written.set(item.code, item);
    }
  }
  for (const some of chunks([...written.values()], 200)) {
    await tx
      .insertInto('terms')
      .values(
        some.map(({ code, title, position, data }) => ({
          vocabulary,
          code,
          title,
          position,
          data: data ? JSON.stringify(data) : null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['vocabulary', 'code']).doUpdateSet(excluded(['title', 'position', 'data'])),
      )
      .execute();
  }
  if (written.size > 0) await renewPages(tx);
  return counts;
}

export const termTitles = async (db: ReadDatabase, vocabulary: string): Promise<Map<string, string>> =>
  new Map((await getTerms(db, vocabulary)).map(({ code, title }) => [code, title]));

/** Caches and the publisher follow this number: pages show dictionaries, menus and names of the site. */
export const renewPages = (tx: WriteTransaction): Promise<number> => nextNumber(tx, 'terms');

/** Items of a dictionary, in order: all, or those with the codes. */
export async function getTerms(
  db: ReadDatabase,
  vocabulary: string,
  codes?: readonly string[],
): Promise<Term[]> {
  const rows = await db
    .selectFrom('terms')
    .selectAll()
    .where('vocabulary', '=', vocabulary)
    .$if(codes !== undefined, (chosen) => chosen.where('code', 'in', codes ?? []))
    .orderBy('position')
    .orderBy('code')
    .execute();
  return rows.map(({ code, title, position, data }) =>
    canonicalTerm({
      code,
      title,
      position,
      data: data ? (JSON.parse(data) as Record<string, unknown>) : undefined,
    }),
  );
}

/** Canonical key order for comparison as text. */
const canonicalTerm = ({ code, title, position, data }: Term): Term => ({
  code,
  title,
  position,
  ...(data ? { data } : {}),
});
