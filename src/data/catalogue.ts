import {
  addressOf,
  getKind,
  type AnyCard,
  type AnyRecord,
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
/** The one door through which pages read the catalogue; every function is synchronous and answers from the copy. */
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

/** Records of a kind with ids from `from` up to, and without, `to`. */
export const recordsBetween = <K extends KindName>(
  kind: K,
  from: number,
  to: number,
): (AnyRecord & RecordFor<K>)[] => current().records(kind, from, to) as (AnyRecord & RecordFor<K>)[];

/** Some fields of those records, with their ids: a file that needs no more is not made again with every edit of them. */
export const fieldsBetween = <K extends KindName, Name extends keyof RecordFor<K> & string>(
  kind: K,
  from: number,
  to: number,
  names: readonly Name[],
): (Pick<RecordFor<K>, Name> & { id: number })[] =>
  current().fieldsBetween(kind, from, to, names) as (Pick<RecordFor<K>, Name> & { id: number })[];

/** A static page by its code. */
export function getPage(code: string | undefined): RecordFor<'page'> | undefined {
  return code ? (current().recordByCode('page', code) as RecordFor<'page'> | undefined) : undefined;
}

/** Cards of the given records in the given order; those no longer published are left out. */
export function getCards<K extends KindName>(kind: K, ids: readonly number[]): CardFor<K>[] {
  const snapshot = current();
  return ids
    .map((id) => snapshot.card(kind, id))
    .filter((card): card is AnyCard => card !== undefined) as CardFor<K>[];
}

/** Some fields of a record: a page that needs no more of another's record is not made again with every edit of it. */
export function getFields<K extends KindName, Name extends keyof RecordFor<K> & string>(
  kind: K,
  id: number,
  names: readonly Name[],
): Pick<RecordFor<K>, Name> | undefined {
  return current().fields(kind, id, names) as Pick<RecordFor<K>, Name> | undefined;
}

/** Ids of the records of a kind whose card has this value in a field: for kinds of few records. */
export const idsHaving = <K extends KindName>(
  kind: K,
  field: keyof CardFor<K> & string,
  value: string | boolean,
): number[] => current().having(kind, field, String(value));

/** Ids of the records of a kind that link to the record with this id. */
export const idsLinking = (kind: KindName, id: number): number[] => current().linking(id, kind);

/** Files of the pictures that records show, and the bytes of one. */
export const pictureFiles = (): string[] => current().media();
export const pictureFile = (file: string): Uint8Array | undefined => current().picture(file);

export function countOf(kind: KindName): number {
  return current().total(kind, {});
}

/**
 * A page of a list. Its total and the number of pages are asked for when they are read: a page that shows neither is not
 * made again with every record that is added.
 */
export interface ListPage<K extends KindName> {
  kind: K;
  selection: Selection;
  cards: CardFor<K>[];
  /** Records in the whole list. */
  readonly total: number;
  /** This page, as readers count from 1, and the number of pages. */
  page: number;
  readonly pages: number;
}

/** The page with this number in its address; the first page has none. */
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

/** Lists of the newest are numbered from their oldest end: what is on a page stays there (`pagesIn`). */
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

/** Page 2 of the newest is the one before the newest, whatever number its address has. */
const pageOfNumber = (kind: KindName, selection: Selection, number: number): number =>
  isByTitle(kind) ? number : current().pages(kind, selection) - number + 1;

/** The number in the address of a page that readers count so; the first has none. */
export const numberOfPage = (kind: KindName, page: number, pages: number): number | undefined =>
  page <= 1 ? undefined : isByTitle(kind) ? page : pages - page + 1;

/** Letters under which a kind has titles, in the order of the alphabet. */
export function letters(kind: KindName): { letter: string; slug: string; count: number }[] {
  return current().letters(kind);
}

/** Values of a facet that occur, with their names, the most frequent first. */
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

/** Whether a facet has a value anywhere: the count is no dependency. */
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

/** Records of a kind to which more than `most` others of it link, and how many. */
export const crowded = (kind: KindName, most: number): { id: number; count: number }[] =>
  current().crowded(kind, most);

/** How many records of its kind stand below a record, and below each that links to it; 0 of any other id. */
export function countsBelow(kind: KindName, id: number): (of: number) => number {
  const counts = current().below(kind, id);
  return (of) => counts.get(of) ?? 0;
}

/** The first records of a kind in its own order: the newest news, the nearest in the alphabet. */
export function latest<K extends KindName>(kind: K, count: number, selection: Selection = {}): CardFor<K>[] {
  return getCards(kind, current().part(kind, selection, { from: 0, size: count }));
}

/** Records of a kind that have changed last, the latest first. */
export function lastChanged<K extends KindName>(kind: K, count: number): CardFor<K>[] {
  return getCards(kind, current().recent(kind, count));
}

/** The name behind a code of a dictionary or of a closed list; the code itself when nobody knows it. */
export function termTitle(vocabulary: string, code: string): string {
  return vocabularies[vocabulary]?.[code] ?? current().term(vocabulary, code) ?? code;
}

export function terms(vocabulary: string): Term[] {
  return current().terms(vocabulary);
}

/** Every subject of the Federation with the number of records of a kind there. */
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

/** How many clinical cases doctors can read: all that the site knows of them. */
export const casesCount = (): number => (current().note('cases') as number | undefined) ?? 0;

/** Areas of medicine of the published cases: no word of a case itself (ruling G7). */
export const caseTopics = (): readonly string[] => (current().note('topics') as string[] | undefined) ?? [];

/**
 * The day on which the copy was brought up to date, 2026-11-22, to be compared with the end or the beginning of a term
 * (a day, a month or a year) and never shown: a page that asks is made again when that has come or gone.
 */
export const todayAgainst = (until: string): string => current().todayAgainst(until);

/** A menu as editors have put it in force: a page that shows it is made again when it changes. */
export function menu(code: string): NavigationEntry['items'] {
  const navigation = (current().note('navigation') as NavigationEntry[] | undefined) ?? [];
  return navigation.find((entry) => entry.code === code)?.items ?? [];
}

/** What the portal calls itself, as editors have put it: every page that says it is made again when it changes. */
export const siteWords = (): SiteWords => (current().note('site') as SiteWords | undefined) ?? site;

/** Cards of all records of a kind, by id: for kinds of few records. */
export const allCards = <K extends KindName>(kind: K): CardFor<K>[] =>
  getCards(
    kind,
    current()
      .keys(kind)
      .map(({ id }) => id),
  );

/** Every record of a kind as `getStaticPaths` of its page wants it. */
export function detailPaths(kind: KindName): { params: Record<string, string> }[] {
  const isKeyedByCode = getKind(kind).keyedBy === 'code';
  return current()
    .keys(kind)
    .map(({ id, code }): { params: Record<string, string> } => ({
      params: isKeyedByCode ? { page: String(code) } : { id: String(id) },
    }));
}

/** Addresses where records of a kind live, with the day of their last change, of the ids from `from` up to `to`. */
export function addressesBetween(kind: KindName, from: number, to: number): { path: string; day: string }[] {
  return current()
    .days(kind, from, to)
    .map(({ day, ...key }) => ({ path: addressOf(getKind(kind), key), day }));
}

/** Starts of the ranges of so many ids in which a kind has records. */
export function rangesOf(kinds: readonly KindName[], size: number): number[] {
  const starts = kinds.flatMap((kind) => current().blocks(kind));
  return [...new Set(starts.map((start) => Math.floor(start / size) * size))].toSorted((a, b) => a - b);
}

/** What the records with ids from `from` up to `to` are found by. */
export const searchRecords = (kinds: readonly KindName[], from: number, to: number): SearchRecord[] =>
  current().searchRecords(kinds, from, to);

/** Where the readers of a removed record are led; `null`: nowhere, `undefined`: nothing was removed there. */
export const successorOf = (address: string): string | null | undefined => current().successor(address);
export const goneAddresses = (): string[] => current().goneAddresses();

/** The numbers that pages after the first of a list have in their addresses. */
export function furtherPages(kind: KindName, selection: Selection = {}): number[] {
  const pages = current().pages(kind, selection);
  const first = isByTitle(kind) ? 2 : 1;
  return Array.from({ length: pages - 1 }, (_, index) => index + first);
}

/** The lists of a kind that have addresses: of all its records, of each letter, of each value of some facets. */
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
