import { toLatin } from '#domain/translit.ts';
import { readStarterTable } from './overlays.ts';
import type { AnyCard, Kind } from '#domain/kinds/index.ts';
import { kilometresBetween, type NamedTown, type Near } from '#domain/lists/near.ts';

export interface City {
  title: string;
  /** Code of the federal subject; absent when two cities are equally likely. */
  subject?: string;
}

let loaded: ReturnType<typeof loadCities> | undefined;

export const readCities = () => (loaded ??= loadCities());
export type Cities = Awaited<ReturnType<typeof loadCities>>;

/** Districts of federal cities, and cities with irregular English names. */
const irregularCities: readonly (readonly [spelling: string, title: string, subject: string])[] = [
  ['Moscow', 'Москва', '77'],
  ['Moskva', 'Москва', '77'],
  ['Zelenograd', 'Зеленоград', '77'],
  ['Sestroretsk', 'Сестрорецк', '78'],
  ['Kolpino', 'Колпино', '78'],
  ['Pushkin', 'Пушкин', '78'],
  ['Rostov-on-Don', 'Ростов-на-Дону', '61'],
  ['Togliatti', 'Тольятти', '63'],
  ['Kazan', 'Казань', '16'],
  ['Nizhny Novgorod', 'Нижний Новгород', '52'],
  ['Velikiy Novgorod', 'Великий Новгород', '53'],
  ['Novgorod', 'Великий Новгород', '53'],
  ['Naberezhnye Chelny', 'Набережные Челны', '16'],
];

/** A Russian city with subject code, population and coordinates in degrees. */
export interface Town {
  title: string;
  subject: string;
  people: number;
  latitude: number;
  longitude: number;
}

let loadedTowns: Promise<readonly Town[]> | undefined;

/** Cities of src/starter/cities.tsv (HFLabs). */
export const readTowns = () =>
  (loadedTowns ??= readStarterTable('cities.tsv').then((rows) =>
    rows.map(([title = '', subject = '', ...figures]) => {
      const [people = 0, latitude = 0, longitude = 0] = figures.map(Number);
      return { title, subject, people, latitude, longitude };
    }),
  ));

async function loadCities() {
  const byKey = new Map<string, Town[]>();
  for (const town of await readTowns()) {
    const key = spellingKey(toLatin(town.title));
    byKey.set(key, [...(byKey.get(key) ?? []), town]);
  }
  const found = new Map<string, City>();
  for (const [key, cities] of byKey) {
    const [first, second] = cities.toSorted((one, other) => other.people - one.people);
    if (!first) continue;
    // Of two namesakes a five times larger city is meant; otherwise undecided.
    const isClear = !second || first.people > 5 * second.people;
    found.set(key, isClear ? { title: first.title, subject: first.subject } : { title: first.title });
  }
  for (const [spelling, title, subject] of irregularCities)
    found.set(spellingKey(spelling), { title, subject });
  const petersburg = { title: 'Санкт-Петербург', subject: '78' };
  return {
    find(spelling: string): City | undefined {
      const name = spelling.replace(/\bn\/a\b/i, '').trim();
      if (/^(?:s[a-z]{0,5}[ .-]*)?peter?s?bur?g$/i.test(name)) return petersburg;
      return found.get(spellingKey(name));
    },
  };
}

/** Normalises transliterations of a Russian name. */
function spellingKey(latin: string): string {
  return latin
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/sh?ch/g, 'sh')
    .replace(/kh/g, 'h')
    .replace(/t[sz]/g, 'c')
    .replace(/[yji]+([aeou])/g, '$1')
    .replace(/[yji]+/g, 'i')
    .replace(/(.)\1+/g, '$1')
    .replace(/io/g, 'e');
}

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

let townsOfNames: Promise<Map<string, Town[]>> | undefined;
const townsByName = () =>
  (townsOfNames ??= readTowns().then((towns) => Map.groupBy(towns, ({ title }) => keyOf(title))));

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
