import { setImmediate as breath } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FacetValues, FilteredList, List, ListQuery } from '#contract/catalogue.ts';
import { valuesAt, type AnyCard, type Facet, type Kind } from '#domain/kinds/index.ts';
import { orderOf, vocabularies } from '#domain/vocabularies.ts';
import type { Reading } from '../database/database.ts';
import { pageOf } from '../database/page.ts';
import type { RecordRow } from '../database/tables.ts';
import { slices } from './stored.ts';
import { getTerms } from './terms.ts';

/** A page of a kind's published records. */
export async function listRecords(db: Reading, kind: Kind, query: ListQuery): Promise<List<AnyCard>> {
  const { page, page_size } = query;
  const chosen = selection(db, kind, query);
  const { column, direction } = orderOfList(kind, query.sort);
  const { rows, place } = await pageOf(chosen, { page, page_size }, (lines) =>
    lines.select('card').orderBy(column, direction).orderBy('id', direction),
  );
  return { items: rows.map(({ card }) => JSON.parse(card) as AnyCard), ...place };
}

/** The first records of a narrowed list, whole, some at a time: between the slices others get their turn. */
export async function* listSlices(
  db: Reading,
  kind: Kind,
  query: ListQuery,
  most: number,
): AsyncGenerator<RecordRow[]> {
  const { column, direction } = orderOfList(kind, query.sort);
  const chosen = await selection(db, kind, query)
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(most)
    .execute();
  for (const some of slices(chosen, rowsOfSlice)) {
    await breath();
    const ids = some.map(({ id }) => id);
    const rows = await db
      .selectFrom('records')
      .selectAll()
      .where('id', 'in', ids)
      .where('state', '=', 'published')
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** So many whole records are read and written out in a few milliseconds. */
const rowsOfSlice = 50;

export async function listCards(db: Reading, kind: Kind, query: ListQuery, most: number): Promise<AnyCard[]> {
  const { items } = await listRecords(db, kind, { ...query, page: 1, page_size: most });
  return items;
}

/** A page of a list with everything that narrowing it further needs. */
export async function filterRecords(
  db: Reading,
  kind: Kind,
  query: ListQuery,
): Promise<FilteredList<AnyCard>> {
  const list = await listRecords(db, kind, query);
  return {
    ...list,
    facets: await countFacets(db, kind, query),
    linked: await linkedIn(db, kind, list.items),
    removals: list.total === 0 ? await countRemovals(db, kind, query) : [],
    years: kind.order.by === 'newest' ? await countYears(db, kind, query) : [],
  };
}

/** Records that the other filters leave, by their year; those without a day are in none. */
async function countYears(db: Reading, kind: Kind, query: ListQuery) {
  const rows = await selection(db, kind, { ...query, year: undefined })
    .select((eb) => [
      sql<string>`substr(newest_key, 1, 4)`.as('year'),
      eb.fn.countAll<number | string>().as('count'),
    ])
    .where('newest_key', '<>', '')
    .groupBy(sql`substr(newest_key, 1, 4)`)
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year, count }) => ({ year: Number(year), count: Number(count) }));
}

/** Cards name few of the records they point to: the first of each field. */
const shownLinks = 3;

async function linkedIn(db: Reading, kind: Kind, cards: readonly AnyCard[]) {
  const fields = Object.keys(kind.links).filter((field) => kind.card.includes(field));
  const ids = cards.flatMap((card) =>
    fields.flatMap((field) => valuesAt(card, field).slice(0, shownLinks).map(Number)),
  );
  return titlesOf(db, ids);
}

/** Titles of published records. */
export async function titlesOf(
  db: Reading,
  ids: readonly number[],
): Promise<{ id: number; title: string }[]> {
  const found: { id: number; title: string }[] = [];
  for (const some of slices([...new Set(ids)], 500)) {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'card'])
      .where('id', 'in', some)
      .where('state', '=', 'published')
      .execute();
    found.push(...rows.map(({ id, card }) => ({ id, title: (JSON.parse(card) as AnyCard).title })));
  }
  return found;
}

/** An empty list is asked for again without one choice at a time; so many choices are tried. */
const mostRemovals = 12;

async function countRemovals(db: Reading, kind: Kind, query: ListQuery) {
  const chosen = [
    ...kind.facets.flatMap(({ field }) =>
      ((query[field] as string[] | undefined) ?? []).map((value) => ({ field, value })),
    ),
    ...(query.letter ? [{ field: 'letter', value: query.letter }] : []),
    ...(query.year ? [{ field: 'year', value: String(query.year) }] : []),
  ];
  const removals: FilteredList<AnyCard>['removals'] = [];
  for (const { field, value } of chosen.slice(0, mostRemovals)) {
    const given = query[field];
    const left = Array.isArray(given) ? given.filter((other) => other !== value) : [];
    const { count } = await selection(db, kind, { ...query, [field]: left.length > 0 ? left : undefined })
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    removals.push({ field, value, count: Number(count) });
  }
  return removals;
}

/** For every facet, how many records each value would leave if it were chosen beside the other filters. */
export async function countFacets(db: Reading, kind: Kind, query: ListQuery): Promise<FacetValues[]> {
  const facets: FacetValues[] = [];
  for (const facet of kind.facets) {
    const others = { ...query, [facet.field]: undefined };
    // What lists leave out is counted where it can be asked for.
    const whole = facet.field === kind.leftOut?.field;
    let counted = db
      .selectFrom(held(db, kind, facet).as('held'))
      .select((eb) => ['value', eb.fn.countAll<number | string>().as('count')])
      .groupBy('value');
    for (const holders of holdersOf(db, kind, others, whole))
      counted = counted.where('record_id', 'in', holders);
    if (query.letter || query.year)
      counted = counted.where('record_id', 'in', dated(db, kind, query).select('id'));
    const rows = await counted.execute();
    const counts = new Map(rows.map(({ value, count }) => [value, Number(count)]));
    // What is chosen stays in sight, even where it leaves nothing.
    for (const value of (query[facet.field] as string[] | undefined) ?? [])
      if (!counts.has(value)) counts.set(value, 0);
    facets.push({ field: facet.field, title: facet.title, values: await named(db, kind, facet, counts) });
  }
  return facets;
}

/** Published records of a kind that every chosen filter leaves. */
export function selection(db: Reading, kind: Kind, query: ListQuery) {
  let chosen = dated(db, kind, query);
  for (const holders of holdersOf(db, kind, query)) chosen = chosen.where('id', 'in', holders);
  return chosen;
}

/** Published records of a kind by what stands in their own row. */
function dated(db: Reading, kind: Kind, { letter, year }: ListQuery) {
  let chosen = db.selectFrom('records').where('kind', '=', kind.name).where('state', '=', 'published');
  if (letter) chosen = chosen.where('letter', '=', letter);
  if (year)
    chosen = chosen.where('newest_key', '>=', String(year)).where('newest_key', '<', String(year + 1));
  return chosen;
}

/**
 * For each facet that is narrowed, the ids of the records that hold one of the chosen values; and those that the list
 * does not leave out, unless it is taken whole.
 */
function holdersOf(db: Reading, kind: Kind, query: ListQuery, whole = false) {
  return kind.facets.flatMap((facet) => {
    const values = query[facet.field] as string[] | undefined;
    if (!values?.length) {
      if (whole || facet.field !== kind.leftOut?.field) return [];
      return [
        db
          .selectFrom(held(db, kind, facet).as('held'))
          .select('record_id')
          .where('value', 'not in', kind.leftOut.values),
      ];
    }
    return [
      db
        .selectFrom(held(db, kind, facet).as('held'))
        .select('record_id')
        .where('value', 'in', values),
    ];
  });
}

/** Which published records of a kind have which values of a facet, each pair once. */
function held(db: Reading, kind: Kind, { field, from }: Facet) {
  if (!from)
    return db
      .selectFrom('facets')
      .select(['record_id', 'value'])
      .where('kind', '=', kind.name)
      .where('field', '=', field);
  const linking = db
    .selectFrom('facets')
    .innerJoin('links', 'links.from_id', 'facets.record_id')
    .innerJoin('records', 'records.id', 'links.to_id')
    .select(['links.to_id as record_id', 'facets.value'])
    .distinct()
    .where('facets.kind', '=', from.kind)
    .where('facets.field', '=', from.facet)
    .where('records.kind', '=', kind.name)
    .where('records.state', '=', 'published');
  return from.values ? linking.where('facets.value', 'in', from.values) : linking;
}

function orderOfList(kind: Kind, sort: string | undefined) {
  const own = kind.order.by === 'title' ? 'title' : `-${kind.order.field}`;
  const [direction, field] = (sort ?? own).startsWith('-')
    ? (['desc', (sort ?? own).slice(1)] as const)
    : (['asc', sort ?? own] as const);
  const column =
    field === 'title'
      ? ('title_key' as const)
      : field === 'updated_at'
        ? ('updated_at' as const)
        : ('newest_key' as const);
  return { column, direction };
}

/** Values with their Russian names: a closed list keeps its order, others run from the most frequent. */
async function named(
  db: Reading,
  kind: Kind,
  facet: Facet,
  counts: Map<string, number>,
): Promise<FacetValues['values']> {
  if (facet.field in kind.links) return namedByRecords(db, counts);
  const list = facet.vocabulary ? vocabularies[facet.vocabulary] : undefined;
  if (list)
    return orderOf(facet.vocabulary ?? '')
      .filter((code) => counts.has(code))
      .map((id) => ({ id, value: list[id] ?? id, count: counts.get(id) ?? 0 }));
  const titles = new Map(
    facet.vocabulary ? (await getTerms(db, facet.vocabulary)).map(({ code, title }) => [code, title]) : [],
  );
  return [...counts]
    .map(([id, count]) => ({ id, value: titles.get(id) ?? yesOrNo[id] ?? id, count }))
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value, 'ru'));
}

/** A catalogue has thousands of diseases: the most frequent are told, and those with none that were chosen. */
const mostRecords = 20;

async function namedByRecords(db: Reading, counts: Map<string, number>): Promise<FacetValues['values']> {
  const most = [...counts].toSorted(([, one], [, other]) => other - one);
  const told = [...most.slice(0, mostRecords), ...most.slice(mostRecords).filter(([, count]) => count === 0)];
  const ids = told.map(([id]) => Number(id)).filter((id) => Number.isSafeInteger(id) && id < 2 ** 31);
  const titles = new Map((await titlesOf(db, ids)).map(({ id, title }) => [String(id), title]));
  return told
    .flatMap(([id, count]) => {
      const value = titles.get(id);
      return value === undefined ? [] : [{ id, value, count }];
    })
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value, 'ru'));
}

const yesOrNo: Record<string, string> = { true: 'Да', false: 'Нет' };
