import {
  getKind,
  type AnyCard,
  type CardOf,
  type KindName,
  type kindsByName,
  type RecordOf,
} from '#domain/kinds/index.ts';
import { vocabularies } from '#domain/vocabularies.ts';
import { current } from './current.ts';
import type { Selection, Term } from './snapshot.ts';

export type { Selection, Term };
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

export function countOf(kind: KindName): number {
  return current().count(kind);
}

export interface ListPage<K extends KindName> {
  cards: CardFor<K>[];
  /** Records in the whole list. */
  total: number;
  /** This page and the number of pages, from 1. */
  page: number;
  pages: number;
}

export function listPage<K extends KindName>(kind: K, selection: Selection, page: number): ListPage<K> {
  const size = getKind(kind).pageSize;
  const ids = current().ids(kind, selection);
  return {
    cards: getCards(kind, ids.slice((page - 1) * size, page * size)),
    total: ids.length,
    page,
    pages: Math.max(1, Math.ceil(ids.length / size)),
  };
}

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

/** Published records of a kind that link to the record with this id. */
export function backlinks<K extends KindName>(
  kind: K,
  id: number,
  limit = Infinity,
): { cards: CardFor<K>[]; total: number } {
  const ids = current().linking(id).get(kind) ?? [];
  return { cards: getCards(kind, ids.slice(0, limit)), total: ids.length };
}

/** The first records of a kind in its own order: the newest news, the nearest in the alphabet. */
export function latest<K extends KindName>(kind: K, count: number, selection: Selection = {}): CardFor<K>[] {
  return getCards(kind, current().ids(kind, selection).slice(0, count));
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

/** What `GET /api/page/home` says of the site. */
export interface SiteInfo {
  title: string;
  subtitle: string;
  tagline: string;
  researches: number;
  diseases: number;
  cases: number;
  clinics: number;
  drugs: number;
}
export function siteInfo(): SiteInfo {
  const info = current().note('home') as SiteInfo | undefined;
  if (!info) throw new Error('The API gave no GET /api/page/home');
  return info;
}

export interface NavigationEntry {
  code: string;
  items: { title: string; url: string }[];
}
export function navigation(): NavigationEntry[] {
  return (current().note('navigation') as NavigationEntry[] | undefined) ?? [];
}

/** Every record of a kind as `getStaticPaths` of its page wants it. */
export function detailPaths(kind: KindName): { params: Record<string, string> }[] {
  const snapshot = current();
  const isKeyedByCode = getKind(kind).keyedBy === 'code';
  return snapshot.ids(kind, {}).map((id): { params: Record<string, string> } => ({
    params: isKeyedByCode ? { page: String(snapshot.card(kind, id)?.['code']) } : { id: String(id) },
  }));
}

/** Pages after the first of a list of so many records; `base` are the parameters that choose the list. */
function furtherPages(
  kind: KindName,
  total: number,
  base: Record<string, string> = {},
): { params: Record<string, string> }[] {
  const pages = Math.ceil(total / getKind(kind).pageSize);
  return Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({
    params: { ...base, page: String(index + 2) },
  }));
}

/** /deseases/page/2/ … */
export const listPaths = (kind: KindName) => furtherPages(kind, countOf(kind));
/** /deseases/letter/b/ */
export const letterPaths = (kind: KindName) =>
  letters(kind).map(({ slug }) => ({ params: { letter: slug } }));
/** /deseases/letter/b/page/2/ */
export const letterPagePaths = (kind: KindName) =>
  letters(kind).flatMap(({ slug, count }) => furtherPages(kind, count, { letter: slug }));
/** /deseases/areas/metabolic/ */
export const facetPaths = (kind: KindName, field: string) =>
  current()
    .values(kind, field)
    .map(({ value }) => ({ params: { value } }));
/** /deseases/areas/metabolic/page/2/ */
export const facetPagePaths = (kind: KindName, field: string) =>
  current()
    .values(kind, field)
    .flatMap(({ value, count }) => furtherPages(kind, count, { value }));
