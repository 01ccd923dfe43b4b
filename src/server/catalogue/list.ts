import { setImmediate as breath } from 'node:timers/promises';
import type {
  FacetParameters,
  FilteredList,
  CatalogueList,
  ListQuery,
  DrawnQuery,
} from '#contract/catalogue.ts';
import { valuesAt, type AnyCard, type Facet, type Kind } from '#domain/kinds/index.ts';
import type { Near } from '#domain/lists/near.ts';
import type { Narrowed, ListOrder } from './narrow.ts';
import type { MeantRecords } from '#domain/search/index.ts';
import { orderOf, vocabularies } from '#domain/vocabularies.ts';
import { choices, type ListRequest } from '#domain/lists/request.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import type { Context } from '../request/context.ts';
import type { PublishedLists } from './lists.ts';
import { nearestFirst } from './cities.ts';
import { chunks, idsOf, inOrder, readInChunks } from '../database/chunks.ts';
import { publishedRecords } from './names.ts';
import { termTitles } from './terms.ts';

export type ListContext = Pick<Context, 'db' | 'currentLists'>;

/** Published records that match all filters, sorted, with counts. Those with the query as a code come first. */
export async function narrow(
  lists: PublishedLists,
  kind: Kind,
  query: Partial<ListQuery>,
): Promise<Narrowed> {
  const own = kind.order.by === 'title' ? 'title' : `-${kind.order.field}`;
  const [, minus, field = ''] = /^(-?)(.*)$/.exec(query.sort ?? own) ?? [];
  const found = await matching(lists, kind, query);
  const choice = { ...listRequestOf(kind, query), year: query.year, found: found?.ids, coded: found?.coded };
  const dated = query.sort === undefined ? 'newestKey' : 'date';
  const narrowed = lists.of(kind).narrow(choice, columns[field] ?? dated, minus === '-');
  if (!found?.coded.size || query.sort !== undefined) return narrowed;
  const [coded, others] = [true, false].map((is) => narrowed.ids.filter((id) => found.coded.has(id) === is));
  return { ...narrowed, ids: [...coded!, ...others!] };
}

/** Records with the words and codes of a query; undefined without any. */
async function matching(
  lists: PublishedLists,
  kind: Kind,
  query: Partial<ListQuery>,
): Promise<MeantRecords | undefined> {
  let both = query.q === undefined ? undefined : await lists.find(kind, query.q);
  for (const [parameter, value] of Object.keys(kind.codes ?? {}).map(
    (name) => [name, query[name]] as const,
  )) {
    if (typeof value !== 'string') continue;
    const coded = await lists.findByCode(kind, parameter, value);
    const before = both?.ids;
    const ids = before ? new Set([...coded].filter((id) => before.has(id))) : coded;
    both = { ids, coded: ids };
  }
  return both;
}

const columns: Readonly<Record<string, ListOrder>> = { title: 'titleKey', updated_at: 'updatedAt' };

export async function listRecords(
  { db, currentLists }: ListContext,
  kind: Kind,
  query: ListQuery,
): Promise<CatalogueList<AnyCard>> {
  const { ids } = await narrow(await currentLists(), kind, query);
  return await pageOf(db, ids, query);
}

async function pageOf(
  db: ReadDatabase,
  ids: readonly number[],
  { page, page_size }: ListQuery,
): Promise<CatalogueList<AnyCard>> {
  const shown = ids.slice((page - 1) * page_size, page * page_size);
  return { items: await cardsOf(db, shown), total: ids.length, page, page_size };
}

export async function cardsOf(db: ReadDatabase, ids: readonly number[]): Promise<AnyCard[]> {
  const rows = await readInChunks(ids, (some) => published(db, some).select(['id', 'card']).execute());
  return inOrder(ids, rows).map(({ card }) => JSON.parse(card) as AnyCard);
}

/** First whole records of a filtered list in slices, with pauses for other requests. */
export async function* listSlices(
  { db, currentLists }: ListContext,
  kind: Kind,
  query: ListQuery,
  limit: number,
): AsyncGenerator<RecordRow[]> {
  const { ids: chosen } = await narrow(await currentLists(), kind, query);
  for (const ids of chunks(chosen.slice(0, limit), rowsOfSlice)) {
    await breath();
    yield inOrder(ids, await published(db, ids).selectAll().execute());
  }
}

const published = (db: ReadDatabase, ids: readonly number[]) =>
  db.selectFrom('records').where('id', 'in', ids).where('state', '=', 'published');

/** Records serialised within a few milliseconds. */
const rowsOfSlice = 50;

/** A page of a list with facets; `nearTo` sorts by distance from a city. */
export async function filterRecords(
  { db, currentLists }: ListContext,
  kind: Kind,
  query: ListQuery,
  nearTo?: string,
): Promise<FilteredList<AnyCard> & { near?: Near }> {
  const lists = await currentLists();
  const narrowed = await narrow(lists, kind, query);
  const nearest = nearTo && (await nearestFirst(kind, await cardsOf(db, narrowed.ids), nearTo));
  const list = await pageOf(db, nearest ? idsOf(nearest.cards) : narrowed.ids, query);
  return {
    ...list,
    ...(nearest && { near: nearest.near }),
    facets: await facetsIn(db, kind, query, narrowed),
    linked: await linkedIn(db, kind, list.items),
    removals: list.total === 0 ? await countRemovals(lists, kind, query) : [],
    years: kind.order.by === 'newest' ? yearsIn(narrowed) : [],
  };
}

const yearsIn = ({ years }: Narrowed) =>
  [...years]
    .map(([year, count]) => ({ year: Number(year), count }))
    .toSorted((one, other) => other.year - one.year);

const shownLinks = 3;

async function linkedIn(db: ReadDatabase, kind: Kind, cards: readonly AnyCard[]) {
  const fields = Object.keys(kind.links).filter((field) => kind.card.includes(field));
  const ids = cards.flatMap((card) =>
    fields.flatMap((field) => valuesAt(card, field).slice(0, shownLinks).map(Number)),
  );
  const records = [...(await publishedRecords(db, ids)).values()];
  return records.map(({ id, title }) => ({ id, title })).toSorted((one, other) => one.id - other.id);
}

/** Choices tried one by one for an empty list. */
const maxRemovals = 12;

async function countRemovals(lists: PublishedLists, kind: Kind, query: ListQuery) {
  const removals: FilteredList<AnyCard>['removals'] = [];
  for (const { field, value } of choices(listRequestOf(kind, query)).slice(0, maxRemovals)) {
    const given = query[field];
    const left = Array.isArray(given) ? given.filter((other) => other !== value) : [];
    const { ids } = await narrow(lists, kind, { ...query, [field]: left.length > 0 ? left : undefined });
    removals.push({ field, value, count: ids.length });
  }
  return removals;
}

/** For every facet, the count of each value if added to the choices. */
async function facetsIn(
  db: ReadDatabase,
  kind: Kind,
  query: ListQuery,
  narrowed: Narrowed,
): Promise<FacetParameters[]> {
  const facets: FacetParameters[] = [];
  for (const facet of kind.facets) {
    const counts = new Map(narrowed.counts.get(facet.field));
    // Chosen values are always listed, even without results.
    for (const value of (query[facet.field] as string[] | undefined) ?? [])
      if (!counts.has(value)) counts.set(value, 0);
    facets.push({
      field: facet.field,
      title: facet.title,
      values: await labelledValues(db, kind, facet, counts),
    });
  }
  return facets;
}

/** Values with Russian labels: closed lists in their order, others by frequency. */
async function labelledValues(
  db: ReadDatabase,
  kind: Kind,
  facet: Facet,
  counts: Map<string, number>,
): Promise<FacetParameters['values']> {
  if (facet.field in kind.links) return namedByRecords(db, counts);
  const list = facet.vocabulary ? vocabularies[facet.vocabulary] : undefined;
  if (list)
    return orderOf(facet.vocabulary ?? '')
      .filter((code) => counts.has(code))
      .map((id) => ({ id, value: list[id] ?? id, count: counts.get(id) ?? 0 }));
  const titles = facet.vocabulary ? await termTitles(db, facet.vocabulary) : new Map<string, string>();
  return [...counts]
    .map(([id, count]) => ({ id, value: titles.get(id) ?? yesOrNo[id] ?? id, count }))
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value, 'ru'));
}

/** Maximum values of a facet of records, besides chosen ones. */
const maxRecords = 20;

async function namedByRecords(
  db: ReadDatabase,
  counts: Map<string, number>,
): Promise<FacetParameters['values']> {
  const sorted = [...counts].toSorted(([id, one], [other, count]) => count - one || (id < other ? -1 : 1));
  const listed = sorted.filter(([, count], index) => index < maxRecords || count === 0);
  const ids = listed.map(([id]) => Number(id)).filter((id) => Number.isSafeInteger(id));
  const records = await publishedRecords(db, ids);
  const titles = new Map([...records].map(([id, { title }]) => [String(id), title]));
  return listed
    .flatMap(([id, count]) => {
      const value = titles.get(id);
      return value === undefined ? [] : [{ id, value, count }];
    })
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value, 'ru'));
}

const yesOrNo: Record<string, string> = { true: 'Да', false: 'Нет' };

export function listRequestOf(kind: Kind, query: Partial<ListQuery | DrawnQuery>): ListRequest {
  const chosen = kind.facets.flatMap(({ field }) => {
    const values = query[field] as string[] | undefined;
    return values?.length ? [[field, values] as const] : [];
  });
  return {
    facets: Object.fromEntries(chosen),
    q: query.q,
    letter: query.letter,
    year: query.year === undefined ? undefined : String(query.year),
    near: query['near'] as string | undefined,
    view: 'list',
    page: 1,
  };
}
