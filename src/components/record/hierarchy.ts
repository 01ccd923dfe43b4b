import { getCards, getFields, idsHaving, type CardFor, type RecordFor } from '#data/catalogue.ts';
import { areas as knownAreas } from '#domain/areas.ts';
import { addressOf, kindsByName } from '#domain/kinds/index.ts';
import { nearestOf } from './summary.ts';

type Card = CardFor<'disease'>;

/** A page of what a record unites: a few groups hold hundreds of diseases. */
export const unitedOnPage = 120;

/** Where further pages of what a record unites stand; the first is the record's own. */
export const unitedAddress = (id: number, page: number): string =>
  `${addressOf(kindsByName.disease, { id })}${page > 1 ? `within/${page}/` : '#subtypes'}`;

/** The classification is about ten levels deep. */
const deepest = 15;

/** The records that a disease stands under, a card each. */
export const parentsOf = ({ parents }: Pick<RecordFor<'disease'>, 'parents'>): Card[] =>
  getCards('disease', parents);

/** The named one of the records above (`summary.ts`). */
export const nearestParent = (
  { type, areas }: Pick<RecordFor<'disease'>, 'type' | 'areas'>,
  parents: readonly Card[],
): Card | undefined => nearestOf({ type, areas }, parents);

/**
 * One way up the classification, from its head to the named parent of a record, within the record's first area. A disease
 * has many ways; this one leads through what is nearest at each step.
 */
export function wayTo(
  disease: Pick<RecordFor<'disease'>, 'id' | 'type' | 'areas'>,
  parents: readonly Card[],
): Card[] {
  const [area] = disease.areas;
  const heads: readonly number[] = knownAreas.find(({ code }) => code === area)?.heads ?? [];
  const way: Card[] = [];
  const seen = new Set([disease.id]);
  let next = nearestParent(disease, parents);
  while (next && !seen.has(next.id) && way.length < deepest) {
    way.unshift(next);
    seen.add(next.id);
    if (next.orpha !== undefined && heads.includes(next.orpha)) break;
    const above = getCards('disease', getFields('disease', next.id, ['parents'])?.parents ?? []);
    const within = above.filter(({ areas }) => area !== undefined && areas?.includes(area));
    next = nearestOf({ type: 'category', areas: disease.areas }, within);
  }
  return way;
}

/** The heads of an area that the catalogue has. */
export function headsOf(area: string): Card[] {
  const { heads = [] } = knownAreas.find(({ code }) => code === area) ?? {};
  return heads.flatMap((orpha) => getCards('disease', idsHaving('disease', 'orpha', String(orpha))));
}
