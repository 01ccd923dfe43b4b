import type { Output } from '#contract/contract.ts';
import { sortKey } from '#domain/alphabet.ts';
import { getKind, hintOf, type AnyCard } from '#domain/kinds/index.ts';
import type { Reading } from '../database/database.ts';

const most = 20;

/** Records of a kind that can be linked to: by a part of the title, an identifier or a number; archived ones are left out. */
export async function findRelations(
  db: Reading,
  { kind: name, query, except }: { kind: string; query: string; except?: number | undefined },
): Promise<Output<'GET /api/editors/relations'>> {
  const kind = getKind(name);
  const key = sortKey(query).slice(1);
  const rows = await db
    .selectFrom('records')
    .select(['id', 'card', 'state', 'title_key'])
    .where('kind', '=', name)
    .where('state', '!=', 'archived')
    .$if(except !== undefined, (chosen) => chosen.where('id', '!=', except ?? 0))
    .$if(query !== '', (chosen) =>
      chosen.where((eb) =>
        eb.or([
          ...(key ? [eb('title_key', 'like', `%${key}%`)] : []),
          eb('external', '=', query),
          ...(kind.external ? [eb('external', '=', `${kind.external.scheme}:${query}`)] : []),
          ...(/^\d{1,9}$/.test(query) ? [eb('id', '=', Number(query))] : []),
        ]),
      ),
    )
    .orderBy('title_key')
    .orderBy('id')
    .limit(200)
    .execute();
  // Titles that begin as it was typed come first.
  const begins = (title: string) => (key !== '' && title.slice(1).startsWith(key) ? 0 : 1);
  return rows
    .toSorted((one, other) => begins(one.title_key) - begins(other.title_key))
    .slice(0, most)
    .map(({ id, card, state }) => {
      const shown = JSON.parse(card) as AnyCard;
      return { id, title: shown.title, hint: hintOf(kind, shown), state };
    });
}
