import { getKind } from '#domain/kinds/index.ts';

/** Names of what pages read; `touched.ts` says which of them a change of a record touches. */

/** Lists are read and change by so many places at a time, ids by so many numbers. */
export const placesInBlock = 20;
export const idsInBlock = 250;

/** All records of a kind, those under one letter, or those with one value of a facet. */
export type Selection = { letter?: string; facet?: { field: string; value: string } };

const listOf = (kind: string, { letter, facet }: Selection) =>
  facet ? `${kind}/${facet.field}/${facet.value}` : letter ? `${kind}//${letter}` : kind;

export const cacheTags = {
  record: (id: number) => `e:${id}`,
  code: (kind: string, code: string) => `k:${kind}/${code}`,
  /** A card without the time of its last change, and that time. */
  card: (id: number) => `c:${id}`,
  changedAt: (id: number) => `u:${id}`,
  /** One field of a record, for pages that need no more of it. */
  field: (id: number, field: string) => `f:${id}/${field}`,
  /** Which records of a kind have a value in a field of their card. */
  having: (kind: string, field: string, value: string) => `v:${kind}/${field}/${value}`,
  /** Whether a facet has a value at all. */
  occurs: (kind: string, field: string, value: string) => `i:${kind}/${field}/${value}`,
  /** On which side of a day, a month or a year today is. */
  deadline: (until: string) => `y:${until}`,
  /** Twenty places of a list, counted from its first record or from its last one. */
  places: (kind: string, selection: Selection, block: number, from: 'first' | 'last') =>
    `${from === 'first' ? 'l' : 'z'}:${listOf(kind, selection)}:${block}`,
  /** Which records have changed last. */
  recent: (kind: string) => `r:${kind}`,
  total: (kind: string, selection: Selection) => `n:${listOf(kind, selection)}`,
  /** The number of pages of a list. */
  pages: (kind: string, selection: Selection) => `p:${listOf(kind, selection)}`,
  /** Which records there are, by id and code, in whatever order. */
  keys: (kind: string) => `x:${kind}`,
  letters: (kind: string) => `a:${kind}`,
  values: (kind: string, field: string) => `a:${kind}/${field}`,
  linking: (id: number, kind: string) => `b:${id}/${kind}`,
  /** To which records of a kind many others of it link. */
  crowded: (kind: string) => `m:${kind}`,
  /** How many records of its kind stand below a record, and below each that links to it. */
  below: (id: number) => `j:${id}`,
  /** Whole records by blocks of their ids. */
  records: (kind: string, block: number) => `d:${kind}/${block}`,
  /** One field of the records in a block of ids. */
  fieldIn: (kind: string, block: number, field: string) => `q:${kind}/${block}/${field}`,
  /** Ids with days of change; what the search finds records by, with their importance. */
  days: (kind: string, block: number) => `s:${kind}/${block}`,
  words: (block: number) => `w:${block}`,
  /** Which blocks of ids hold records. */
  blocks: (kind: string) => `o:${kind}`,
  gone: (address: string) => `g:${address}`,
  goneAddresses: () => 'g',
  term: (vocabulary: string, code: string) => `t:${vocabulary}/${code}`,
  terms: (vocabulary: string) => `t:${vocabulary}`,
  note: (key: string) => `h:${key}`,
  /** Which files of pictures there are, and one of them. */
  media: () => 'z',
  picture: (file: string) => `z:${file}`,
} as const;

export const blockOf = (id: number): number => Math.floor(id / idsInBlock);

/** Blocks that the numbers from `from` up to, and without, `to` lie in. */
export function blocksIn(from: number, to: number, size: number): number[] {
  const first = Math.floor(from / size);
  const count = Math.max(0, Math.ceil(to / size) - first);
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * Pages of a list of so many records. Lists from А to Я are cut from their beginning. Lists of the newest are cut from
 * their end, so that a page once filled stays as it is: what is left over stands on the first page, which holds from one
 * to two pages of records.
 */
export function pagesIn(kindName: string, total: number): number {
  const { order, pageSize } = getKind(kindName);
  return Math.max(1, order.by === 'title' ? Math.ceil(total / pageSize) : Math.floor(total / pageSize));
}
