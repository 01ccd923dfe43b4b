import { getKind } from '#domain/kinds/index.ts';

/** Cache tags name what pages read; `invalidation.ts` maps a changed record to tags. */

/** Block sizes of list places and of ids. */
export const placesInBlock = 20;
export const idsInBlock = 250;

/** All records of a kind, those under a letter, or those with a facet value. */
export type Selection = { letter?: string; facet?: { field: string; value: string } };

const listOf = (kind: string, { letter, facet }: Selection) =>
  facet ? `${kind}/${facet.field}/${facet.value}` : letter ? `${kind}//${letter}` : kind;

export const cacheTags = {
  record: (id: number) => `e:${id}`,
  code: (kind: string, code: string) => `k:${kind}/${code}`,
  /** A card without its `updated_at`, and `updated_at` alone. */
  card: (id: number) => `c:${id}`,
  changedAt: (id: number) => `u:${id}`,
  /** One field of a record. */
  field: (id: number, field: string) => `f:${id}/${field}`,
  /** Ids of records with this card field value. */
  having: (kind: string, field: string, value: string) => `v:${kind}/${field}/${value}`,
  /** Whether a facet value occurs. */
  occurs: (kind: string, field: string, value: string) => `i:${kind}/${field}/${value}`,
  /** Whether today is before or after a day, month or year. */
  deadline: (until: string) => `y:${until}`,
  /** Twenty places of a list, counted from its start or end. */
  places: (kind: string, selection: Selection, block: number, from: 'first' | 'last') =>
    `${from === 'first' ? 'l' : 'z'}:${listOf(kind, selection)}:${block}`,
  /** The latest changed records. */
  recent: (kind: string) => `r:${kind}`,
  total: (kind: string, selection: Selection) => `n:${listOf(kind, selection)}`,
  pages: (kind: string, selection: Selection) => `p:${listOf(kind, selection)}`,
  keys: (kind: string) => `x:${kind}`,
  letters: (kind: string) => `a:${kind}`,
  values: (kind: string, field: string) => `a:${kind}/${field}`,
  linking: (id: number, kind: string) => `b:${id}/${kind}`,
  /** Records with many incoming links of the same kind. */
  crowded: (kind: string) => `m:${kind}`,
  /** Counts of descendants of a record and of its children. */
  below: (id: number) => `j:${id}`,
  /** Whole records by blocks of ids. */
  records: (kind: string, block: number) => `d:${kind}/${block}`,
  fieldIn: (kind: string, block: number, field: string) => `q:${kind}/${block}/${field}`,
  /** Ids with days of change; search records with their weight. */
  days: (kind: string, block: number) => `s:${kind}/${block}`,
  words: (block: number) => `w:${block}`,
  /** Blocks that contain records. */
  blocks: (kind: string) => `o:${kind}`,
  gone: (address: string) => `g:${address}`,
  goneAddresses: () => 'g',
  term: (vocabulary: string, code: string) => `t:${vocabulary}/${code}`,
  terms: (vocabulary: string) => `t:${vocabulary}`,
  note: (key: string) => `h:${key}`,
  media: () => 'z',
  picture: (file: string) => `z:${file}`,
} as const;

export const blockOf = (id: number): number => Math.floor(id / idsInBlock);

/** Blocks of the ids from `from` to `to`, exclusive. */
export function blocksIn(from: number, to: number, size: number): number[] {
  const first = Math.floor(from / size);
  const count = Math.max(0, Math.ceil(to / size) - first);
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * Number of pages of a list. Alphabetical lists are cut from the start. Newest-first lists are cut from the
 * end, so that full pages never change; the first page holds the remainder, one to two pages of records.
 */
export function pagesIn(kindName: string, total: number): number {
  const { order, pageSize } = getKind(kindName);
  return Math.max(1, order.by === 'title' ? Math.ceil(total / pageSize) : Math.floor(total / pageSize));
}
