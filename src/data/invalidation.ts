import { portalDay } from '#domain/dates.ts';
import type { Statements } from './database.ts';
import { getKind, publicKinds, valuesAt } from '#domain/kinds/index.ts';
import {
  blockOf,
  blocksIn,
  cacheTags,
  idsInBlock,
  pagesIn,
  placesInBlock,
  type Selection,
} from './cache-tags.ts';
import { listOf } from './reading/lists.ts';

export interface ReplicaRecord {
  id: number;
  kind: string;
  code: string | null;
  /** Sort key. */
  place: string;
  letter: string;
  slug: string;
  changed_at: string;
  /** 1: hidden from lists, by the kind's rule. */
  left_out: number;
  /** 1: not for search engines. */
  thin: number;
  card: string;
  search: string;
  body: string;
  facets: { field: string; value: string }[];
  links: number[];
}

interface Change {
  before: ReplicaRecord | undefined;
  after: ReplicaRecord | undefined;
}

/** Tags invalidated by the change of one record; computed before the change is written. */
export function invalidatedBy(
  statements: Statements,
  { before, after }: Change,
  touch: (fact: string) => void,
): void {
  const entry = before ?? after;
  if (!entry) return;
  const { kind } = entry;
  touchRecord(entry, { before, after }, touch);
  touchFacets(statements, { before, after }, touch);
  touchLinks(statements, { before, after }, touch);
  if (isNewOrGone({ before, after }) && !hasNeighbours(statements, entry)) touch(cacheTags.blocks(kind));
  for (const { selection, isIn } of listsOf(before, after)) {
    const list = countedIn(statements, kind, selection);
    const move = moveIn(list, isIn.before ? before : undefined, isIn.after ? after : undefined);
    if (move) touchList(kind, selection, move, touch);
  }
}

const isNewOrGone = ({ before, after }: Change) => (before === undefined) !== (after === undefined);
const hasMoved = ({ before, after }: Change) => before?.place !== after?.place;

/** The record's own page, card, day and place in the alphabet. */
function touchRecord({ id, kind }: ReplicaRecord, change: Change, touch: (fact: string) => void): void {
  const { before, after } = change;
  const isThere = isNewOrGone(change);
  const differ = (of: (one: ReplicaRecord) => unknown) =>
    JSON.stringify(before && of(before)) !== JSON.stringify(after && of(after));
  const block = blockOf(id);
  touch(cacheTags.record(id));
  for (const field of changedFields(before, after)) {
    touch(cacheTags.field(id, field));
    touch(cacheTags.fieldIn(kind, block, field));
  }
  touch(cacheTags.records(kind, block));
  if (isThere || differ((one) => withoutTime(one.card))) touch(cacheTags.card(id));
  touch(cacheTags.changedAt(id));
  const dayOf = (one: ReplicaRecord | undefined) => one?.thin === 0 && portalDay(one.changed_at);
  if (isThere || dayOf(before) !== dayOf(after)) touch(cacheTags.days(kind, block));
  if (isThere || before?.changed_at !== after?.changed_at) touch(cacheTags.recent(kind));
  for (const code of new Set([before?.code, after?.code]))
    if (code !== null && code !== undefined) touch(cacheTags.code(kind, code));
  if (isThere || before?.code !== after?.code) touch(cacheTags.keys(kind));
  if (before?.search !== after?.search) touch(cacheTags.words(block));
  if (
    differ((one) => [one.letter, one.slug, one.left_out]) ||
    (hasMoved(change) && getKind(kind).order.by !== 'title')
  )
    touch(cacheTags.letters(kind));
}

function touchFacets(statements: Statements, change: Change, touch: (fact: string) => void): void {
  const { before, after } = change;
  const entry = (before ?? after)!;
  const { kind } = entry;
  const pairs = (one: ReplicaRecord | undefined) =>
    new Set(one?.facets.map(({ field, value }) => `${field}\0${value}`));
  for (const pair of inOneOf(pairs(before), pairs(after))) {
    const [field, value] = pair.split('\0') as [string, string];
    touch(cacheTags.values(kind, field));
    if (!hasOthers(statements, entry, { field, value })) touch(cacheTags.occurs(kind, field, value));
  }
  for (const { field, value } of regrouped(kind, before, after)) touch(cacheTags.having(kind, field, value));
  touchBorrowed(statements, change, touch);
}

/** Pages list incoming links in order, and the search counts them. */
function touchLinks(statements: Statements, change: Change, touch: (fact: string) => void): void {
  const { before, after } = change;
  const { kind } = (before ?? after)!;
  const [linked, links] = [new Set(before?.links), new Set(after?.links)];
  const relinked = inOneOf(linked, links);
  for (const target of relinked) touch(cacheTags.words(blockOf(target)));
  for (const target of hasMoved(change) ? new Set([...linked, ...links]) : relinked)
    touch(cacheTags.linking(target, kind));
  if (relinked.length > 0 || before?.left_out !== after?.left_out)
    for (const above of recordsAbove(statements, kind, [...linked, ...links])) touch(cacheTags.below(above));
  if (isOfItself(kind) && relinked.length > 0) touch(cacheTags.crowded(kind));
}

const isOfItself = (kind: string) => Object.values(getKind(kind).links).includes(kind);

/** Records of this kind among the ids, with all their ancestors. */
function recordsAbove(statements: Statements, kind: string, ids: readonly number[]): number[] {
  if (ids.length === 0 || !isOfItself(kind)) return [];
  const found = statements.rows<{ id: number }>(
    `with recursive above (id) as (
       select value from json_each(?)
       union select l.target from above a join link l on l.source = a.id and l.kind = ?)
     select id from above`,
    JSON.stringify(ids),
    kind,
  );
  return found.map(({ id }) => id);
}

/** Names of changed fields; all of them for a new or removed record. */
function changedFields(before: ReplicaRecord | undefined, after: ReplicaRecord | undefined): string[] {
  const [was, is] = [before, after].map((one) => JSON.parse(one?.body ?? '{}') as Record<string, unknown>);
  const isThere = before && after;
  const names = new Set([
    ...Object.keys({ ...was, ...is }),
    ...(isThere ? [] : Object.keys(getKind((before ?? after)!.kind).fields.shape)),
  ]);
  return [...names].filter((name) => !isThere || JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]));
}

/** Card field values that were added or removed. */
function regrouped(
  kind: string,
  before: ReplicaRecord | undefined,
  after: ReplicaRecord | undefined,
): { field: string; value: string }[] {
  const [was, is] = [before, after].map((one) => JSON.parse(one?.card ?? '{}') as object);
  return getKind(kind).card.flatMap((field) => {
    const valuesIn = (card: object | undefined) => new Set(valuesAt(card, field).map(String));
    return inOneOf(valuesIn(was), valuesIn(is)).map((value) => ({ field, value }));
  });
}

/** Whether another record has this facet value. */
function hasOthers(
  statements: Statements,
  { id, kind }: ReplicaRecord,
  { field, value }: { field: string; value: string },
): boolean {
  const sql = 'select 1 from facet where kind = ? and field = ? and value = ? and record <> ? limit 1';
  return statements.row(sql, kind, field, value, id) !== undefined;
}

/** Facets derived from linking records. */
function touchBorrowed(
  statements: Statements,
  { before, after }: Change,
  touch: (fact: string) => void,
): void {
  const { id, kind } = (before ?? after)!;
  for (const { name, facets } of publicKinds)
    for (const { field, from } of facets) {
      if (from?.kind !== kind) continue;
      const lent = (one: ReplicaRecord | undefined) => {
        const values = (one?.facets ?? []).filter(
          (own) => own.field === from.facet && (from.values?.includes(own.value) ?? true),
        );
        return new Set(values.flatMap(({ value }) => one!.links.map((target) => `${target}\0${value}`)));
      };
      if (inOneOf(lent(before), lent(after)).length > 0) touch(cacheTags.values(name, field));
    }
  const isListed = (one: ReplicaRecord | undefined) => one?.left_out === 0;
  if (isListed(before) === isListed(after)) return;
  const linking = 'select 1 from link where target = ? and kind = ? limit 1';
  for (const { field, from } of getKind(kind).facets)
    if (from && statements.row(linking, id, from.kind)) touch(cacheTags.values(kind, field));
}

/** Symmetric difference. */
const inOneOf = <Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): Item[] => [
  ...[...one].filter((item) => !other.has(item)),
  ...[...other].filter((item) => !one.has(item)),
];

const withoutTime = (card: string) => ({ ...(JSON.parse(card) as object), updated_at: '' });
interface List {
  selection: Selection;
  isIn: { before: boolean; after: boolean };
}

/** Lists of the record before and after, where its place may differ. */
function listsOf(before: ReplicaRecord | undefined, after: ReplicaRecord | undefined): List[] {
  const lists = new Map<string, List>();
  const add = (selection: Selection, when: 'before' | 'after') => {
    const key = JSON.stringify(selection);
    const list = lists.get(key) ?? { selection, isIn: { before: false, after: false } };
    list.isIn[when] = true;
    lists.set(key, list);
  };
  for (const [when, entry] of [
    ['before', before],
    ['after', after],
  ] as const) {
    if (!entry) continue;
    if (entry.left_out === 0) {
      add({}, when);
      add({ letter: entry.slug }, when);
    }
    for (const { field, value } of entry.facets) add({ facet: { field, value } }, when);
  }
  return [...lists.values()].filter(({ isIn }) => isIn.before !== isIn.after || hasMoved({ before, after }));
}

type Place = Pick<ReplicaRecord, 'place' | 'id'>;

/** A list before the change, counted in order. */
interface Counted {
  before(one: Place): number;
  behind(one: Place): number;
  between(one: Place, other: Place): number;
}

function countedIn(statements: Statements, kind: string, selection: Selection): Counted {
  const [sql, values] = listOf(kind, selection);
  const count = (bounds: string, ...places: Place[]) => {
    const counted = `select count(*) as n from (${sql}) where ${bounds}`;
    const at = places.flatMap(({ place, id }) => [place, id]);
    return statements.row<{ n: number }>(counted, ...values, ...at)!.n;
  };
  return {
    before: (one) => count('(place, id) < (?, ?)', one),
    behind: (one) => count('(place, id) > (?, ?)', one),
    between: (one, other) => count('(place, id) > (?, ?) and (place, id) < (?, ?)', one, other),
  };
}

/** A move within a list, and its new length. */
interface Move {
  from: number | undefined;
  to: number | undefined;
  total: number;
}

/** Undefined when the place does not change, which is usual and avoids counting. */
function moveIn(list: Counted, from: Place | undefined, to: Place | undefined): Move | undefined {
  const known = from ?? to;
  if (!known) return undefined;
  const isForward = !from || !to || isBefore(from, to);
  const others = !from || !to ? 0 : isForward ? list.between(from, to) : list.between(to, from);
  if (from && to && others === 0) return undefined;
  const rank = list.before(known);
  const total = rank + list.behind(known) + 1;
  return {
    from: from && rank,
    to: to && (from ? rank + (isForward ? others : -others) : rank),
    total,
  };
}

/** Compares like the database: texts by bytes. */
const isBefore = (one: Place, other: Place) => {
  const order = Buffer.compare(Buffer.from(one.place), Buffer.from(other.place));
  return order < 0 || (order === 0 && one.id < other.id);
};

/** Invalidates the places between old and new; to the end when the length changes. */
function touchList(
  kind: string,
  selection: Selection,
  { from, to, total }: Move,
  touch: (fact: string) => void,
): void {
  const ranks = [from, to].filter((rank) => rank !== undefined);
  const isLonger = from === undefined || to === undefined;
  const first = Math.min(...ranks);
  const last = isLonger ? total : Math.max(...ranks) + 1;
  for (const block of blocksIn(first, last, placesInBlock))
    touch(cacheTags.places(kind, selection, block, 'first'));
  // Counted from the end, places behind the record do not change.
  const firstBack = total - 1 - Math.max(...ranks);
  const lastBack = isLonger ? total : total - first;
  for (const block of blocksIn(firstBack, lastBack, placesInBlock))
    touch(cacheTags.places(kind, selection, block, 'last'));
  if (!isLonger) return;
  touch(cacheTags.total(kind, selection));
  if (pagesIn(kind, total - 1) !== pagesIn(kind, total)) touch(cacheTags.pages(kind, selection));
}

/** Whether the block holds other records of the kind. */
function hasNeighbours(statements: Statements, { id, kind }: ReplicaRecord): boolean {
  const start = blockOf(id) * idsInBlock;
  const sql = 'select 1 from record where id >= ? and id < ? and id <> ? and kind = ? limit 1';
  return statements.row(sql, start, start + idsInBlock, id, kind) !== undefined;
}
