import type { Output } from '#contract/contract.ts';
import { getKind, hintOf, publicKinds, type AnyCard, type Kind } from '#domain/kinds/index.ts';
import type { Context } from '../request/context.ts';
import { findForDesk } from '../search/desk.ts';

/** Field with synonyms for search; a disease's is hidden. */
export const nameField = ({ fields }: Pick<Kind, 'fields'>): string | undefined =>
  ['aliases', 'synonyms'].find((field) => field in fields.shape);

const maxRelations = 20;
const namedKinds = publicKinds.filter(nameField).map(({ name }) => name);

/** Records for links, or of any kind with synonyms: by query or id, best first, without archived ones. */
export async function findRelations(
  context: Context,
  { kind, query, except }: { kind?: string | undefined; query: string; except?: number | undefined },
): Promise<Output<'GET /api/editors/relations'>> {
  const found = query === '' ? undefined : await findForDesk(context, { query, kind });
  const rows = await context.db
    .selectFrom('records')
    .select(['id', 'kind', 'card', 'state'])
    .where('kind', 'in', kind === undefined ? namedKinds : [kind])
    .where('state', '!=', 'archived')
    .$if(except !== undefined, (chosen) => chosen.where('id', '!=', except ?? 0))
    .$if(found !== undefined, (chosen) => chosen.where('id', 'in', found?.length ? found : [0]))
    .orderBy('title_key')
    .orderBy('id')
    .$if(found === undefined, (chosen) => chosen.limit(maxRelations))
    .execute();
  const place = new Map(found?.map((id, i) => [id, i]));
  return rows
    .toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    .slice(0, maxRelations)
    .map(({ id, kind: name, card, state }) => {
      const shown = JSON.parse(card) as AnyCard;
      return { id, title: shown.title, hint: hintOf(getKind(name), shown), state };
    });
}
