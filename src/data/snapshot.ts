import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { letterOf, sortKey } from '#domain/alphabet.ts';
import { cardOf, findKind, valuesAt, type AnyCard, type AnyRecord, type Kind } from '#domain/kinds/index.ts';

/**
 * A local copy of everything that the API has published, in the shape in which pages ask for it.
 * It follows `GET /api/changes`; pages never see the database itself.
 */
export interface Snapshot {
  record(kind: string, id: number): AnyRecord | undefined;
  recordByCode(kind: string, code: string): AnyRecord | undefined;
  card(kind: string, id: number): AnyCard | undefined;
  ids(kind: string, selection: Selection): number[];
  count(kind: string): number;
  letters(kind: string): { letter: string; slug: string; count: number }[];
  values(kind: string, field: string): { value: string; count: number }[];
  /** Ids of the records that link to this one, by their kind. */
  linking(id: number): ReadonlyMap<string, number[]>;
  terms(vocabulary: string): Term[];
  term(vocabulary: string, code: string): string | undefined;
  /** Small facts of the site kept beside the records: texts of the home page, menus. */
  note(key: string): unknown;
  close(): void;
}

/** All records of a kind, those under one letter, or those with one value of a facet. */
export type Selection = { letter?: string; facet?: { field: string; value: string } };
export interface Term {
  code: string;
  title: string;
}

const schema = `
  create table if not exists record (id integer primary key, kind text not null, code text, place text not null,
    letter text not null, slug text not null, body text not null, card text not null) strict;
  create index if not exists record_place on record (kind, place, id);
  create index if not exists record_letter on record (kind, slug, place, id);
  create index if not exists record_code on record (kind, code) where code is not null;
  create table if not exists facet (record integer not null references record (id) on delete cascade,
    kind text not null, field text not null, value text not null, primary key (kind, field, value, record)) strict, without rowid;
  create index if not exists facet_record on facet (record);
  create table if not exists link (source integer not null references record (id) on delete cascade,
    kind text not null, target integer not null, primary key (target, kind, source)) strict, without rowid;
  create index if not exists link_source on link (source);
  create table if not exists term (vocabulary text not null, code text not null, position integer not null, title text not null,
    primary key (vocabulary, code)) strict, without rowid;
  create table if not exists note (key text primary key, value text not null) strict, without rowid;
`;

/** Opens the copy for reading; `:memory:` or a file that {@link openForWriting} has made. */
export function openSnapshot(file: string): Snapshot {
  const snapshot = reading(new DatabaseSync(file, { readOnly: true }));
  // Nobody writes while pages are rendered, and every page asks for the same menus and names.
  let last: { id: number; links: ReadonlyMap<string, number[]> } | undefined;
  return {
    ...snapshot,
    note: remembering(snapshot.note),
    term: remembering(snapshot.term),
    terms: remembering(snapshot.terms),
    letters: remembering(snapshot.letters),
    linking(id) {
      // A page asks for one kind after another.
      if (last?.id !== id) last = { id, links: snapshot.linking(id) };
      return last.links;
    },
  };
}

function remembering<Arguments extends string[], Result>(
  ask: (...names: Arguments) => Result,
): (...names: Arguments) => Result {
  const known = new Map<string, Result>();
  return (...names) => {
    const key = names.join(' ');
    if (!known.has(key)) known.set(key, ask(...names));
    return known.get(key) as Result;
  };
}

export interface WritableSnapshot extends Snapshot {
  /** All or nothing: a failure leaves the copy as it was. */
  change(work: (write: Writing) => void): void;
}
export interface Writing {
  put(record: AnyRecord): void;
  remove(id: number): void;
  putTerms(vocabulary: string, terms: readonly Term[]): void;
  putNote(key: string, value: unknown): void;
}

export function openForWriting(file: string): WritableSnapshot {
  const database = new DatabaseSync(file);
  // The copy can be made anew at any time, so a lost write costs a second and no fact.
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma foreign_keys = on;');
  database.exec(schema);
  const write = writing(database);
  return {
    ...reading(database),
    change(work) {
      database.exec('begin immediate');
      try {
        work(write);
        database.exec('commit');
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
  };
}

function reading(database: DatabaseSync): Snapshot {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  const rows = <T>(sql: string, ...values: (string | number)[]) => prepare(sql).all(...values) as T[];
  const row = <T>(sql: string, ...values: (string | number)[]) =>
    prepare(sql).get(...values) as T | undefined;
  const parsed = <T>(found: { json: string } | undefined) =>
    found ? (JSON.parse(found.json) as T) : undefined;

  return {
    record: (kind, id) => parsed(row('select body as json from record where id = ? and kind = ?', id, kind)),
    recordByCode: (kind, code) =>
      parsed(row('select body as json from record where kind = ? and code = ?', kind, code)),
    card: (kind, id) => parsed(row('select card as json from record where id = ? and kind = ?', id, kind)),
    ids(kind, { letter, facet }) {
      const found = facet
        ? rows<{ id: number }>(
            `select r.id from facet f join record r on r.id = f.record
             where f.kind = ? and f.field = ? and f.value = ? order by r.place, r.id`,
            kind,
            facet.field,
            facet.value,
          )
        : letter
          ? rows<{ id: number }>(
              'select id from record where kind = ? and slug = ? order by place, id',
              kind,
              letter,
            )
          : rows<{ id: number }>('select id from record where kind = ? order by place, id', kind);
      return found.map(({ id }) => id);
    },
    count: (kind) => row<{ n: number }>('select count(*) as n from record where kind = ?', kind)?.n ?? 0,
    letters: (kind) =>
      rows(
        'select letter, slug, count(*) as count from record where kind = ? group by letter, slug order by min(place)',
        kind,
      ),
    values: (kind, field) =>
      rows(
        'select value, count(*) as count from facet where kind = ? and field = ? group by value order by value',
        kind,
        field,
      ),
    linking(id) {
      const found = rows<{ kind: string; source: number }>(
        'select l.kind, l.source from link l join record r on r.id = l.source where l.target = ? order by r.place, r.id',
        id,
      );
      const byKind = new Map<string, number[]>();
      for (const { kind, source } of found) {
        const ids = byKind.get(kind);
        if (ids) ids.push(source);
        else byKind.set(kind, [source]);
      }
      return byKind;
    },
    terms: (vocabulary) =>
      rows('select code, title from term where vocabulary = ? order by position, code', vocabulary),
    term: (vocabulary, code) =>
      row<{ title: string }>('select title from term where vocabulary = ? and code = ?', vocabulary, code)
        ?.title,
    note: (key: string) => parsed<unknown>(row('select value as json from note where key = ?', key)),
    close: () => database.close(),
  };
}

function writing(database: DatabaseSync): Writing {
  const remove = database.prepare('delete from record where id = ?');
  const insert = database.prepare('insert into record values (?, ?, ?, ?, ?, ?, ?, ?)');
  const facet = database.prepare('insert or ignore into facet values (?, ?, ?, ?)');
  const link = database.prepare('insert or ignore into link values (?, ?, ?)');
  const forgetTerms = database.prepare('delete from term where vocabulary = ?');
  const term = database.prepare('insert into term values (?, ?, ?, ?)');
  const note = database.prepare('insert or replace into note values (?, ?)');
  return {
    put(record) {
      const kind = findKind(record.kind);
      if (!kind) return;
      const { letter, slug } = letterOf(record.title);
      const code = kind.keyedBy === 'code' ? String(record['code']) : null;
      remove.run(record.id);
      insert.run(
        record.id,
        kind.name,
        code,
        placeOf(kind, record),
        letter,
        slug,
        JSON.stringify(record),
        JSON.stringify(cardOf(kind, record)),
      );
      for (const { field } of kind.facets)
        for (const value of valuesAt(record, field)) facet.run(record.id, kind.name, field, String(value));
      for (const field of Object.keys(kind.links))
        for (const target of valuesAt(record, field)) link.run(record.id, kind.name, Number(target));
    },
    remove: (id) => void remove.run(id),
    putTerms(vocabulary, terms) {
      forgetTerms.run(vocabulary);
      terms.forEach(({ code, title }, position) => term.run(vocabulary, code, position, title));
    },
    putNote: (key, value) => void note.run(key, JSON.stringify(value)),
  };
}

/** What lists are sorted by, ascending: the title's key, or the date turned upside down for newest first. */
function placeOf(kind: Kind, record: AnyRecord): string {
  if (kind.order.by === 'title') return sortKey(record.title);
  const date = String(record[kind.order.field] ?? '').padEnd(16, '0');
  return (
    Array.from(date, (sign) => (/\d/.test(sign) ? String(9 - Number(sign)) : sign)).join('') +
    String(1e9 - record.id)
  );
}
