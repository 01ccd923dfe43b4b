import type { AnyCard, Kind } from '#domain/kinds/index.ts';
import { kilometresBetween, type NamedTown, type Near } from '#domain/lists/near.ts';
import { readTowns, type Town } from './cities.ts';

/** Sorts cards by distance from a city, unknown cities last; unchanged for an unknown city. */
export async function nearestFirst<Card extends AnyCard>(
  { place }: Kind,
  cards: readonly Card[],
  wanted: string,
): Promise<{ cards: readonly Card[]; near: Near }> {
  const towns = await townsByName();
  const [town, ...others] = findTowns(towns, wanted);
  if (!town || !place) return { cards, near: { town: undefined, others: [], kilometres: {} } };
  const kilometres: Record<number, number> = {};
  for (const card of cards) {
    const { [place.city]: city, [place.subject]: subject } = card as Readonly<Record<string, unknown>>;
    const there = findTowns(towns, `${String(city ?? '')} ${String(subject ?? '')}`)[0];
    if (there) kilometres[card.id] = kilometresBetween(town, there);
  }
  const far = ({ id }: Card) => kilometres[id] ?? Infinity;
  return {
    // Ties keep the order of the list.
    cards: cards.toSorted((one, other) => (far(one) === far(other) ? 0 : far(one) - far(other))),
    near: { town: nameOf(town), others: others.map(nameOf), kilometres },
  };
}

const nameOf = ({ title, subject }: Town): NamedTown => ({ title, subject });

let known: Promise<Map<string, Town[]>> | undefined;
const townsByName = () =>
  (known ??= readTowns().then((towns) => Map.groupBy(towns, ({ title }) => keyOf(title))));

/**
 * «Томск», «г. Томск», «орёл», «Киров 43»: matching cities, that of the given subject or the largest first.
 */
function findTowns(towns: Map<string, Town[]>, spelling: string): Town[] {
  const [, subject] = /\s(\d{2})$/.exec(spelling.trim()) ?? [];
  const isMeant = (town: Town) => Number(town.subject === subject);
  return (towns.get(keyOf(spelling)) ?? []).toSorted(
    (one, other) => isMeant(other) - isMeant(one) || other.people - one.people,
  );
}

const keyOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^(?:г\.?|город)\s+/, '')
    .replaceAll('ё', 'е')
    .replace(/[^а-я]/g, '');
