import {
  addressOf,
  getKind,
  type AnyCard,
  type CardOf,
  type KindName,
  type kindsByName,
  type RecordOf,
} from '#domain/kinds/index.ts';
import type { NavigationEntry } from '#domain/navigation.ts';
import { site, type SiteWords } from '#domain/site.ts';
import type { SearchRecord } from '#domain/search/record.ts';
import { vocabularies } from '#domain/vocabularies.ts';
import { current } from './current.ts';
import type { Selection } from './cache-tags.ts';
import type { Term } from './reading/values.ts';

export type { Selection };
/** The only access of pages to the catalogue: synchronous reads of the replica. */
export type RecordFor<K extends KindName> = RecordOf<(typeof kindsByName)[K]>;
export type CardFor<K extends KindName> = CardOf<(typeof kindsByName)[K]>;

export function getRecord<K extends KindName>(
  kind: K,
  id: number | string | undefined,
): RecordFor<K> | undefined {
  return /^\d{1,15}$/.test(String(id))
    ? (current().record(kind, Number(id)) as RecordFor<K> | undefined)
    : undefined;
}

/** Records with ids from `from` to `to`, exclusive, as JSON. */
export const recordTextsBetween = (kind: KindName, from: number, to: number): string[] =>
  current().recordTexts(kind, from, to);

/** Some fields of those records, which narrows the cache tags. */
export const fieldsBetween = <K extends KindName, Name extends keyof RecordFor<K> & string>(
  kind: K,
  from: number,
  to: number,
  names: readonly Name[],
): (Pick<RecordFor<K>, Name> & { id: number })[] =>
  current().fieldsBetween(kind, from, to, names) as (Pick<RecordFor<K>, Name> & { id: number })[];

export function getPage(code: string | undefined): RecordFor<'page'> | undefined {
  return code ? (current().recordByCode('page', code) as RecordFor<'page'> | undefined) : undefined;
}

/** Cards in the given order, without unpublished records. */
export function getCards<K extends KindName>(kind: K, ids: readonly number[]): CardFor<K>[] {
  const snapshot = current();
  return ids
    .map((id) => snapshot.card(kind, id))
    .filter((card): card is AnyCard => card !== undefined) as CardFor<K>[];
}

export function getFields<K extends KindName, Name extends keyof RecordFor<K> & string>(
  kind: K,
  id: number,
  names: readonly Name[],
): Pick<RecordFor<K>, Name> | undefined {
  return current().fields(kind, id, names) as Pick<RecordFor<K>, Name> | undefined;
}

export const idsHaving = <K extends KindName>(
  kind: K,
  field: keyof CardFor<K> & string,
  value: string | boolean,
): number[] => current().having(kind, field, String(value));

export const idsLinking = (kind: KindName, id: number): number[] => current().linking(id, kind);

export const pictureFiles = (): string[] => current().media();
export const pictureFile = (file: string): Uint8Array | undefined => current().picture(file);

export function countOf(kind: KindName): number {
  return current().total(kind, {});
}

/**
 * A page of a list. `total` and `pages` are lazy: a page that does not read them does not depend on the
 * count.
 */
export interface ListPage<K extends KindName> {
  kind: K;
  selection: Selection;
  cards: CardFor<K>[];
  readonly total: number;
  /** Page number as readers count, from 1, and the number of pages. */
  page: number;
  readonly pages: number;
}

/** The page by the number in its address; the first has none. */
export function listPage<K extends KindName>(
  kind: K,
  selection: Selection,
  number: number | undefined,
): ListPage<K> {
  const snapshot = current();
  return {
    kind,
    selection,
    cards: getCards(kind, idsOnPage(kind, selection, number)),
    page: number === undefined ? 1 : pageOfNumber(kind, selection, number),
    get total() {
      return snapshot.total(kind, selection);
    },
    get pages() {
      return snapshot.pages(kind, selection);
    },
  };
}

const isByTitle = (kind: KindName) => getKind(kind).order.by === 'title';

/** Newest-first lists are numbered from the oldest end, so that full pages never change (`pagesIn`). */
function idsOnPage(kind: KindName, selection: Selection, number: number | undefined): number[] {
  const size = getKind(kind).pageSize;
  const snapshot = current();
  if (number === undefined) {
    if (isByTitle(kind)) return snapshot.part(kind, selection, { from: 0, size });
    const rest = snapshot.total(kind, selection) - (snapshot.pages(kind, selection) - 1) * size;
    return snapshot.part(kind, selection, { from: 0, size: rest });
  }
  const countedFrom = isByTitle(kind) ? 'first' : 'last';
  return snapshot.part(kind, selection, { from: (number - 1) * size, size, countedFrom });
}

/** Page 2 of a newest-first list is the one before the newest, whatever its number. */
const pageOfNumber = (kind: KindName, selection: Selection, number: number): number =>
  isByTitle(kind) ? number : current().pages(kind, selection) - number + 1;

/** Address number of a page; undefined for the first. */
export const numberOfPage = (kind: KindName, page: number, pages: number): number | undefined =>
  page <= 1 ? undefined : isByTitle(kind) ? page : pages - page + 1;

/** Initial letters of a kind's titles, in alphabetical order. */
export function letters(kind: KindName): { letter: string; slug: string; count: number }[] {
  return current().letters(kind);
}

/** Facet values with titles, most frequent first. */
export function facetValues(
  kind: KindName,
  field: string,
): { value: string; title: string; count: number }[] {
  const vocabulary = getKind(kind).facets.find((facet) => facet.field === field)?.vocabulary;
  return current()
    .values(kind, field)
    .map(({ value, count }) => ({ value, title: vocabulary ? termTitle(vocabulary, value) : value, count }))
    .sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1));
}

/** Whether a facet value occurs, independent of the count. */
export const occurs = (kind: KindName, field: string, value: string): boolean =>
  current().occurs(kind, field, value);

/** Published records of a kind that link to the record with this id. */
export function backlinks<K extends KindName>(
  kind: K,
  id: number,
  limit = Infinity,
  from = 0,
): { cards: CardFor<K>[]; total: number } {
  const ids = current().linking(id, kind);
  return { cards: getCards(kind, ids.slice(from, from + limit)), total: ids.length };
}

/** Records with more than `threshold` incoming links of their kind. */
export const crowded = (kind: KindName, threshold: number): { id: number; count: number }[] =>
  current().crowded(kind, threshold);

/** Counts of descendants of a record and its children; 0 for other ids. */
export function countsBelow(kind: KindName, id: number): (of: number) => number {
  const counts = current().below(kind, id);
  return (of) => counts.get(of) ?? 0;
}

/** The first records in the kind's order. */
export function latest<K extends KindName>(kind: K, count: number, selection: Selection = {}): CardFor<K>[] {
  return getCards(kind, current().part(kind, selection, { from: 0, size: count }));
}

export function lastChanged<K extends KindName>(kind: K, count: number): CardFor<K>[] {
  return getCards(kind, current().recent(kind, count));
}

/** Title of a dictionary code; unknown codes are returned as they are. */
export function termTitle(vocabulary: string, code: string): string {
  return vocabularies[vocabulary]?.[code] ?? current().term(vocabulary, code) ?? code;
}

export function terms(vocabulary: string): Term[] {
  return current().terms(vocabulary);
}

/** All federal subjects with their record counts. */
export function subjectCounts(
  kind: KindName,
  field = 'subject',
): { code: string; title: string; count: number }[] {
  const counts = new Map(
    current()
      .values(kind, field)
      .map(({ value, count }) => [value, count]),
  );
  return terms('subject').map(({ code, title }) => ({ code, title, count: counts.get(code) ?? 0 }));
}

export const casesCount = (): number => (current().note('cases') as number | undefined) ?? 0;

/** Medical areas of the published cases; nothing else of them is public (ruling G7). */
export const caseTopics = (): readonly string[] => (current().note('topics') as string[] | undefined) ?? [];

/**
 * The replica's day, for comparison with a day, month or year; never shown. The page is invalidated when
 * `until` passes.
 */
export const todayAgainst = (until: string): string => current().todayAgainst(until);

export function menu(code: string): NavigationEntry['items'] {
  const navigation = (current().note('navigation') as NavigationEntry[] | undefined) ?? [];
  return navigation.find((entry) => entry.code === code)?.items ?? [];
}

/** Site-wide texts set by editors. */
export const siteWords = (): SiteWords => (current().note('site') as SiteWords | undefined) ?? site;

/** All cards of a kind, by id: for small kinds. */
export const allCards = <K extends KindName>(kind: K): CardFor<K>[] =>
  getCards(
    kind,
    current()
      .keys(kind)
      .map(({ id }) => id),
  );

/** Params of every record for `getStaticPaths`. */
export function detailPaths(kind: KindName): { params: Record<string, string> }[] {
  const isKeyedByCode = getKind(kind).keyedBy === 'code';
  return current()
    .keys(kind)
    .map(({ id, code }): { params: Record<string, string> } => ({
      params: isKeyedByCode ? { page: String(code) } : { id: String(id) },
    }));
}

/** Addresses of records with the day of their last change, by id range. */
export function addressesBetween(kind: KindName, from: number, to: number): { path: string; day: string }[] {
  return current()
    .days(kind, from, to)
    .map(({ day, ...key }) => ({ path: addressOf(getKind(kind), key), day }));
}

/** Starts of the id ranges that contain records. */
export function rangesOf(kinds: readonly KindName[], size: number): number[] {
  const starts = kinds.flatMap((kind) => current().blocks(kind));
  return [...new Set(starts.map((start) => Math.floor(start / size) * size))].toSorted((a, b) => a - b);
}

export const searchRecords = (kinds: readonly KindName[], from: number, to: number): SearchRecord[] =>
  current().searchRecords(kinds, from, to);

/** Redirect of a removed record; `null`: none, `undefined`: never existed. */
export const successorOf = (address: string): string | null | undefined => current().successor(address);
export const goneAddresses = (): string[] => current().goneAddresses();

/** Address numbers of the pages after the first. */
export function furtherPages(kind: KindName, selection: Selection = {}): number[] {
  const pages = current().pages(kind, selection);
  const first = isByTitle(kind) ? 2 : 1;
  return Array.from({ length: pages - 1 }, (_, index) => index + first);
}

/** Lists with addresses: all records, each letter, each value of some facets. */
export function selections(kind: KindName): Selection[] {
  const facets = getKind(kind).facets.filter(({ hasPages }) => hasPages);
  return [
    {},
    ...(isByTitle(kind) ? letters(kind).map(({ slug }) => ({ letter: slug })) : []),
    ...facets.flatMap(({ field }) =>
      current()
        .values(kind, field)
        .map(({ value }) => ({ facet: { field, value } })),
    ),
  ];
}
