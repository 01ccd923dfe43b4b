import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { getKind, valuesAt, type AnyCard, type AnyRecord } from '#domain/kinds/index.ts';
import type { SearchRecord } from '#domain/search/record.ts';
import { linkedFrom, type Searched } from '#domain/searched.ts';
import { blocksIn, facts, idsInBlock, pagesIn, placesInBlock, type Selection } from './facts.ts';
import { noteFact } from './noting.ts';

export type { Selection } from './facts.ts';

/**
 * A local copy of everything that the API has published, in the shape in which pages ask for it.
 * It follows `GET /api/changes`; pages never see the database itself. Each answer is noted as a fact that was read.
 */
export interface Snapshot {
  record(kind: string, id: number): AnyRecord | undefined;
  recordByCode(kind: string, code: string): AnyRecord | undefined;
  /** Those with ids from `from` up to, and without, `to`. */
  records(kind: string, from: number, to: number): AnyRecord[];
  /** Some fields of those records, with their ids: a change of the others is none. */
  fieldsBetween(
    kind: string,
    from: number,
    to: number,
    names: readonly string[],
  ): (Record<string, unknown> & Pick<AnyRecord, 'id'>)[];
  /** Some fields of a record: a change of the others is none to whoever asks so. */
  fields(kind: string, id: number, names: readonly string[]): Record<string, unknown> | undefined;
  card(kind: string, id: number): AnyCard | undefined;
  /** Ids of the records of a kind whose card has this value in a field, by id: for kinds of few records. */
  having(kind: string, field: string, value: string): number[];
  /** Ids of the records that have changed last, the latest first. */
  recent(kind: string, most: number): number[];
  /** A part of a list: so many places from its first record on, or from its last one back, in the order of the list. */
  part(kind: string, selection: Selection, part: Part): number[];
  total(kind: string, selection: Selection): number;
  /** How many pages a list has, at least one. */
  pages(kind: string, selection: Selection): number;
  /** Ids and codes of all records of a kind, by id. */
  keys(kind: string): Key[];
  letters(kind: string): { letter: string; slug: string; count: number }[];
  values(kind: string, field: string): { value: string; count: number }[];
  /** Whether a facet of the kind's own has this value anywhere. */
  occurs(kind: string, field: string, value: string): boolean;
  /** Ids of the records of a kind that link to this one. */
  linking(id: number, kind: string): number[];
  /** Records of a kind to which more than `most` others of it link, and how many. */
  crowded(kind: string, most: number): { id: number; count: number }[];
  /**
   * How many records of the kind that lists show stand below this one and below each that links to it, each counted once:
   * ids to numbers; a record with none below it is absent.
   */
  below(kind: string, id: number): ReadonlyMap<number, number>;
  /** Records that are not thin, with ids from `from` up to, and without, `to`, and the days of their last change. */
  days(kind: string, from: number, to: number): (Key & { day: string })[];
  /** Starts of the blocks of ids that hold records of a kind. */
  blocks(kind: string): number[];
  /** What the records with ids from `from` up to `to` are found by. */
  searchRecords(kinds: readonly string[], from: number, to: number): SearchRecord[];
  /** Where the record lived that is there no more: its successor's address, or `null`; `undefined` was never one. */
  successor(address: string): string | null | undefined;
  goneAddresses(): string[];
  terms(vocabulary: string): Term[];
  term(vocabulary: string, code: string): string | undefined;
  /** Small facts of the site kept beside the records: texts of the home page, menus. */
  note(key: string): unknown;
  /** The day of the copy, for whoever compares it with this day, month or year and with nothing else. */
  todayAgainst(until: string): string;
  close(): void;
}

export interface Part {
  from: number;
  size: number;
  /** Counted from the first record unless said otherwise. */
  countedFrom?: 'first' | 'last';
}
export interface Key {
  id: number;
  code: string | null;
}
export interface Term {
  code: string;
  title: string;
}

/** A copy that is rendered from while it changes. */
export interface ReadSnapshot extends Snapshot {
  /** These facts of the copy have changed, or any may have: what was remembered of them does not hold. */
  forget(facts?: ReadonlySet<string>): void;
  /** Whether it has been written into since this was asked last. */
  hasNews(): boolean;
}

/** Opens the copy for reading; `:memory:` or a file that `openForWriting` has made. */
export function openSnapshot(file: string): ReadSnapshot {
  const database = new DatabaseSync(file, { readOnly: true });
  const snapshot = reading(database);
  const readVersion = database.prepare('pragma data_version');
  /** Moves when another connection has written. */
  const version = () => (readVersion.get() as { data_version: number }).data_version;
  let seen = version();
  // Pages ask for the same menus, names and cards, and lists for the counts of thousands of records; few facts change.
  const memories: Map<string, Map<string, unknown>>[] = [];
  const remembering = <Arguments extends readonly unknown[], Result>(
    ask: (...question: Arguments) => Result,
    factOf: (...question: Arguments) => string,
    /** The fact that always changes with the answer, where that is another one. */
    lastingFactOf = factOf,
  ) => {
    const byFact = new Map<string, Map<string, unknown>>();
    memories.push(byFact);
    return (...question: Arguments): Result => {
      noteFact(factOf(...question));
      const fact = lastingFactOf(...question);
      const key = JSON.stringify(question);
      const known = byFact.get(fact) ?? new Map<string, unknown>();
      if (!known.has(key)) {
        if (byFact.size > mostRemembered) byFact.clear();
        byFact.set(fact, known.set(key, ask(...question)));
      }
      return known.get(key) as Result;
    };
  };
  // A page asks for those that link to its record kind by kind: they are read once.
  const readLinking = database.prepare(
    `select l.kind, l.source from link l join record r on r.id = l.source
     where l.target = ? order by r.place, r.id`,
  );
  let linked: { id: number; byKind: Map<string, number[]> } | undefined;
  const linkingTo = (id: number) => {
    const byKind = new Map<string, number[]>();
    for (const { kind, source } of readLinking.all(id) as { kind: string; source: number }[])
      byKind
        .set(kind, byKind.get(kind) ?? [])
        .get(kind)!
        .push(source);
    return byKind;
  };
  // What stands above, rules and ages of forms are asked for by many pages, field by field.
  const field = remembering(
    (kind: string, id: number, name: string) => frozen(snapshot.fields(kind, id, [name])),
    (_, id, name) => facts.field(id, name),
  );
  return {
    ...snapshot,
    fields(kind, id, names) {
      const found = names.map((name) => field(kind, id, name));
      return found.includes(undefined) ? undefined : Object.assign({}, ...found);
    },
    linking(id, kind) {
      noteFact(facts.linking(id, kind));
      if (linked?.id !== id) linked = { id, byKind: linkingTo(id) };
      return linked.byKind.get(kind) ?? [];
    },
    note: remembering(snapshot.note, facts.note),
    term: remembering(snapshot.term, facts.term),
    terms: remembering(snapshot.terms, facts.terms),
    letters: remembering(snapshot.letters, facts.letters),
    values: remembering(snapshot.values, facts.values),
    having: remembering(snapshot.having, facts.having),
    occurs: remembering(snapshot.occurs, facts.occurs),
    total: remembering(snapshot.total, facts.total),
    pages: remembering(snapshot.pages, facts.pages),
    card: remembering(
      (kind: string, id: number) => {
        const card = snapshot.card(kind, id);
        return card && frozen(card);
      },
      (_, id) => facts.card(id),
      // A card holds the time of its last change, too.
      (_, id) => facts.changedAt(id),
    ),
    forget(touched) {
      linked = undefined;
      for (const memory of memories)
        if (!touched) memory.clear();
        else for (const fact of touched) memory.delete(fact);
    },
    hasNews() {
      const before = seen;
      seen = version();
      return seen !== before;
    },
  };
}

const mostRemembered = 50_000;

/** What many pages are given is changed by none of them. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const key of Object.keys(value))
    // The time of a card's last change is noted when it is read: it is left alone.
    if (key !== 'updated_at') frozen((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
}

/** Questions to a copy, each noted as what it has read. */
export function reading(database: DatabaseSync): Snapshot {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  type Value = string | number;
  const rows = <T>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as T[];
  const row = <T>(sql: string, ...values: Value[]) => prepare(sql).get(...values) as T | undefined;
  const parsed = <T>(found: { json: string } | undefined) =>
    found ? (JSON.parse(found.json) as T) : undefined;
  const recordsIn = (kind: string, from: number, to: number) =>
    rows<{ json: string }>(
      'select body as json from record where id >= ? and id < ? and kind = ? order by id',
      from,
      to,
      kind,
    ).map(({ json }) => JSON.parse(json) as AnyRecord);
  const count = (sql: string, ...values: Value[]) => row<{ n: number }>(sql, ...values)?.n ?? 0;

  /** A list as a table: where its rows are, in their order. */
  const listOf = (kind: string, { letter, facet }: Selection): [sql: string, values: string[]] =>
    facet
      ? [
          'select record as id, place from facet where kind = ? and field = ? and value = ?',
          [kind, facet.field, facet.value],
        ]
      : letter
        ? ['select id, place from record where kind = ? and left_out = 0 and slug = ?', [kind, letter]]
        : ['select id, place from record where kind = ? and left_out = 0', [kind]];
  const totalOf = (kind: string, selection: Selection) => {
    const [sql, values] = listOf(kind, selection);
    return count(`select count(*) as n from (${sql})`, ...values);
  };
  return {
    record(kind, id) {
      noteFact(facts.record(id));
      return parsed(row('select body as json from record where id = ? and kind = ?', id, kind));
    },
    recordByCode(kind, code) {
      noteFact(facts.code(kind, code));
      return parsed(row('select body as json from record where kind = ? and code = ?', kind, code));
    },
    records(kind, from, to) {
      for (const block of blocksIn(from, to, idsInBlock)) noteFact(facts.records(kind, block));
      return recordsIn(kind, from, to);
    },
    fieldsBetween(kind, from, to, names) {
      for (const block of blocksIn(from, to, idsInBlock))
        for (const name of names) noteFact(facts.fieldIn(kind, block, name));
      return recordsIn(kind, from, to).map((record) => ({ id: record.id, ...pickFields(record, names) }));
    },
    card(kind, id) {
      noteFact(facts.card(id));
      const card = parsed<AnyCard>(
        row('select card as json from record where id = ? and kind = ?', id, kind),
      );
      return card && notingChange(card);
    },
    fields(kind, id, names) {
      for (const name of names) noteFact(facts.field(id, name));
      const record = parsed<AnyRecord>(
        row('select body as json from record where id = ? and kind = ?', id, kind),
      );
      return record && pickFields(record, names);
    },
    having(kind, field, value) {
      noteFact(facts.having(kind, field, value));
      return rows<{ id: number; card: string }>(
        'select id, card from record where kind = ? order by id',
        kind,
      ).flatMap(({ id, card }) =>
        valuesAt(JSON.parse(card), field).map(String).includes(value) ? [id] : [],
      );
    },
    recent(kind, most) {
      noteFact(facts.recent(kind));
      return rows<{ id: number }>(
        'select id from record where kind = ? order by changed_at desc, id desc limit ?',
        kind,
        most,
      ).map(({ id }) => id);
    },
    part(kind, selection, { from, size, countedFrom = 'first' }) {
      for (const block of blocksIn(from, from + size, placesInBlock))
        noteFact(facts.places(kind, selection, block, countedFrom));
      const [sql, values] = listOf(kind, selection);
      const isForward = countedFrom === 'first';
      const order = isForward ? 'place, id' : 'place desc, id desc';
      const ids = rows<{ id: number }>(
        `${sql} order by ${order} limit ? offset ?`,
        ...values,
        size,
        from,
      ).map(({ id }) => id);
      return isForward ? ids : ids.toReversed();
    },
    total(kind, selection) {
      noteFact(facts.total(kind, selection));
      return totalOf(kind, selection);
    },
    pages(kind, selection) {
      noteFact(facts.pages(kind, selection));
      return pagesIn(kind, totalOf(kind, selection));
    },
    keys(kind) {
      noteFact(facts.keys(kind));
      return rows('select id, code from record where kind = ? order by id', kind);
    },
    letters(kind) {
      noteFact(facts.letters(kind));
      return rows(
        'select letter, slug, count(*) as count from record where kind = ? and left_out = 0 group by letter, slug order by min(place)',
        kind,
      );
    },
    values(kind, field) {
      noteFact(facts.values(kind, field));
      const from = getKind(kind).facets.find((facet) => facet.field === field)?.from;
      if (from) {
        const { values } = from;
        // In this order, which the planner would give up for one that takes the square of the catalogue.
        return rows(
          `select f.value, count(distinct l.target) as count from facet f
           cross join link l on l.source = f.record
           cross join record r on r.id = l.target and r.kind = ? and r.left_out = 0
           where f.kind = ? and f.field = ?
             ${values ? `and f.value in (${values.map(() => '?').join()})` : ''}
           group by f.value order by f.value`,
          kind,
          from.kind,
          from.facet,
          ...(values ?? []),
        );
      }
      return rows(
        'select value, count(*) as count from facet where kind = ? and field = ? group by value order by value',
        kind,
        field,
      );
    },
    occurs(kind, field, value) {
      noteFact(facts.occurs(kind, field, value));
      return (
        row('select 1 from facet where kind = ? and field = ? and value = ? limit 1', kind, field, value) !==
        undefined
      );
    },
    linking(id, kind) {
      noteFact(facts.linking(id, kind));
      return rows<{ id: number }>(
        `select l.source as id from link l join record r on r.id = l.source
         where l.target = ? and l.kind = ? order by r.place, r.id`,
        id,
        kind,
      ).map((found) => found.id);
    },
    crowded(kind, most) {
      noteFact(facts.crowded(kind));
      return rows(
        `select l.target as id, count(*) as count from link l join record r on r.id = l.target
         where l.kind = ? and r.kind = ? group by l.target having count(*) > ? order by l.target`,
        kind,
        kind,
        most,
      );
    },
    below(kind, id) {
      noteFact(facts.below(id));
      const found = rows<{ root: number; n: number }>(
        `with recursive walk (root, id) as (
           select ?, ? union select source, source from link where target = ? and kind = ?
           union select w.root, l.source from walk w join link l on l.target = w.id and l.kind = ?)
         select w.root, count(*) as n from walk w join record r on r.id = w.id
         where w.id <> w.root and r.left_out = 0 group by w.root`,
        id,
        id,
        id,
        kind,
        kind,
      );
      return new Map(found.map(({ root, n }) => [root, n]));
    },
    days(kind, from, to) {
      for (const block of blocksIn(from, to, idsInBlock)) noteFact(facts.days(kind, block));
      return rows(
        'select id, code, substr(changed_at, 1, 10) as day from record where id >= ? and id < ? and kind = ? and thin = 0 order by id',
        from,
        to,
        kind,
      );
    },
    blocks(kind) {
      noteFact(facts.blocks(kind));
      return rows<{ block: number }>(
        `select distinct id / ${idsInBlock} as block from record where kind = ? order by block`,
        kind,
      ).map(({ block }) => block * idsInBlock);
    },
    searchRecords(kinds, from, to) {
      for (const block of blocksIn(from, to, idsInBlock)) noteFact(facts.words(block));
      const inbound = new Map(
        rows<{ target: number; n: number }>(
          'select target, count(*) as n from link where target >= ? and target < ? group by target',
          from,
          to,
        ).map(({ target, n }) => [target, n]),
      );
      return rows<{ id: number; search: string }>(
        `select id, search from record where id >= ? and id < ? and kind in (${kinds.map(() => '?').join()}) order by id`,
        from,
        to,
        ...kinds,
      ).map(({ id, search }) => linkedFrom(JSON.parse(search) as Searched, inbound.get(id) ?? 0));
    },
    successor(address) {
      noteFact(facts.gone(address));
      const found = row<{ successor: string | null }>(
        'select successor from gone where address = ?',
        address,
      );
      if (!found?.successor) return found?.successor;
      // The successor may have gone too: its own leads on, and none leads to nowhere.
      const next = row<{ successor: string | null }>(
        'select successor from gone where address = ?',
        found.successor,
      );
      noteFact(facts.gone(found.successor));
      return next ? next.successor : found.successor;
    },
    goneAddresses() {
      noteFact(facts.goneAddresses());
      return rows<{ address: string }>('select address from gone order by address').map(
        ({ address }) => address,
      );
    },
    terms(vocabulary) {
      noteFact(facts.terms(vocabulary));
      return rows('select code, title from term where vocabulary = ? order by position, code', vocabulary);
    },
    term(vocabulary, code) {
      noteFact(facts.term(vocabulary, code));
      return row<{ title: string }>(
        'select title from term where vocabulary = ? and code = ?',
        vocabulary,
        code,
      )?.title;
    },
    note(key) {
      noteFact(facts.note(key));
      return parsed<unknown>(row('select value as json from note where key = ?', key));
    },
    todayAgainst(until) {
      noteFact(facts.deadline(until));
      const today = parsed<string>(row('select value as json from note where key = ?', 'today'));
      // Any day may be the first that the copy is told.
      if (today === undefined) noteFact(facts.note('today'));
      return today ?? '';
    },
    close: () => database.close(),
  };
}

/** Of a record; the fields that it lacks are left out. */
export const pickFields = (record: AnyRecord, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));

/** Few pages show when a record of theirs last changed: who does not ask is not made anew by it. */
function notingChange(card: AnyCard): AnyCard {
  const { id, updated_at: at } = card;
  return Object.defineProperty(card, 'updated_at', {
    enumerable: true,
    get() {
      noteFact(facts.changedAt(id));
      return at;
    },
  });
}
