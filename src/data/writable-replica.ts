import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { derive, formOfDerived, growsOld } from '#domain/derived.ts';
import { findKind, publicKinds, withComputed, type AnyRecord, type Kind } from '#domain/kinds/index.ts';
import { mediaIn } from '#domain/media.ts';
import { searchTextOf } from '#domain/search-record.ts';
import { cacheTags } from './cache-tags.ts';
import { removeDatabase, statementsOf, transact } from './database.ts';
import { pagesOf, type Pages } from './pages.ts';
import type { Term } from './reading/values.ts';
import { replicaQueries, type Replica } from './replica.ts';
import { invalidatedBy, type ReplicaRecord } from './invalidation.ts';

export interface WritableReplica extends Replica {
  /** A transaction; pages that read what changes are marked in it. */
  change(work: (write: ReplicaTransaction) => void): void;
  pageIndex: Pages;
  /** Tags changed since the last call; `undefined`: any may have, because another connection has written. */
  news(): ReadonlySet<string> | undefined;
}
export interface ReplicaTransaction {
  put(record: AnyRecord): void;
  /** `address`: the former page; `successor`: its redirect. */
  remove(id: number, last?: { address: string; successor: string | null }): void;
  putTerms(vocabulary: string, terms: readonly Term[]): void;
  putNote(key: string, value: unknown): void;
  /** A picture file, kept while a record uses it. */
  putPicture(file: string, bytes: Uint8Array): void;
}

const tables = `
  create table record (id integer primary key, kind text not null, code text, place text not null, letter text not null,
    slug text not null, changed_at text not null, left_out integer not null, thin integer not null, card text not null,
    search text not null, body text not null) strict;
  create index record_place on record (kind, left_out, place, id);
  create index record_letter on record (kind, left_out, slug, place, id);
  create index record_changed on record (kind, changed_at, id);
  create index record_code on record (kind, code) where code is not null;
  create table facet (kind text not null, field text not null, value text not null, place text not null,
    record integer not null references record (id) on delete cascade,
    primary key (kind, field, value, place, record)) strict, without rowid;
  create index facet_record on facet (record);
  create table link (source integer not null references record (id) on delete cascade,
    kind text not null, target integer not null, primary key (target, kind, source)) strict, without rowid;
  create index link_source on link (source);
  create table gone (address text primary key, id integer not null, successor text) strict, without rowid;
  create index gone_id on gone (id);
  create table term (vocabulary text not null, code text not null, position integer not null, title text not null,
    primary key (vocabulary, code)) strict, without rowid;
  create table note (key text primary key, value text not null) strict, without rowid;
  create table shown (record integer not null references record (id) on delete cascade, file text not null,
    primary key (record, file)) strict, without rowid;
  create index shown_file on shown (file);
  create table in_menu (file text primary key) strict, without rowid;
  create view named as select file from shown union select file from in_menu;
  create table picture (file text primary key, bytes blob not null) strict;
`;
/** A replica with another schema is rebuilt. */
const edition = crc32(tables + formOfDerived) >>> 1;
const schema = `${tables} pragma user_version = ${edition};`;

export function openWritableReplica(file: string): WritableReplica {
  const database = open(file);
  const pageIndex = pagesOf(database);
  const invalidated = new Set<string>();
  /** While no page has been rendered, invalidation is skipped: ranking thousands of records takes minutes. */
  let isRead = true;
  const write = writing(
    database,
    (fact) => void invalidated.add(fact),
    () => isRead,
  );
  const readVersion = database.prepare('pragma data_version');
  /** Changes when another connection has written. */
  const version = () => (readVersion.get() as { data_version: number }).data_version;
  let known: number | undefined;
  let news = new Set<string>();
  let isAnyNew = false;
  return {
    ...replicaQueries(database),
    pageIndex,
    change(work) {
      invalidated.clear();
      transact(database, () => {
        isRead = !pageIndex.isEmpty();
        work(write);
        pageIndex.mark(invalidated);
      });
      for (const fact of invalidated) news.add(fact);
      isAnyNew ||= !isRead;
    },
    news() {
      const [before, taken] = [known, isAnyNew ? undefined : news];
      known = version();
      news = new Set();
      isAnyNew = false;
      return before === known ? taken : undefined;
    },
  };
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // The replica can be rebuilt, so a lost write is harmless.
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma foreign_keys = on;');
  const { user_version: found } = database.prepare('pragma user_version').get() as { user_version: number };
  if (found === edition) return database;
  const { count } = database.prepare('select count(*) as count from sqlite_schema').get() as {
    count: number;
  };
  if (count === 0) {
    database.exec(schema);
    return database;
  }
  database.close();
  removeDatabase(file);
  return open(file);
}

type Touch = (fact: string) => void;

function writing(database: DatabaseSync, touch: Touch, isRead: () => boolean): ReplicaTransaction {
  const records = writeRecords(database, touch, isRead);
  const setGone = writeGone(database, touch);
  const setNote = writeNotes(database, touch);
  const insertPicture = database.prepare('insert or replace into picture values (?, ?)');
  const findDay = database.prepare(`select value from note where key = 'today'`);
  const today = () => JSON.parse((findDay.get() as { value: string } | undefined)?.value ?? '""') as string;
  const ofKind = database.prepare('select body from record where kind = ?');
  const entryOf = (kind: Kind, record: AnyRecord) => newEntry(kind, record, today());

  const clearMenus = database.prepare('delete from in_menu');
  const putInMenu = database.prepare('insert into in_menu values (?)');
  const inMenus = database.prepare('select file from in_menu order by file');

  /** Documents in menus are published like those of records. */
  function putMenus(files: ReadonlySet<string>): void {
    const before = (inMenus.all() as { file: string }[]).map(({ file }) => file);
    if (before.join() === [...files].toSorted().join()) return;
    clearMenus.run();
    for (const file of files) putInMenu.run(file);
    touch(cacheTags.media());
  }

  /** Recomputes values that depend on the day. */
  function age(): void {
    for (const kind of publicKinds.filter(growsOld))
      for (const { body } of ofKind.all(kind.name) as { body: string }[]) {
        const record = JSON.parse(body) as AnyRecord;
        records.replace(record.id, entryOf(kind, record));
      }
  }
  return {
    put(record) {
      const kind = findKind(record.kind);
      if (!kind) return;
      records.replace(record.id, entryOf(kind, record));
      setGone(record.id, undefined);
    },
    remove(id, last) {
      records.replace(id, undefined);
      setGone(id, last);
    },
    putTerms: writeTerms(database, touch),
    putNote(key, value) {
      const before = today();
      setNote(key, value);
      if (key === 'navigation') putMenus(mediaIn(JSON.stringify(value)));
      if (today() !== before) age();
    },
    putPicture(file, bytes) {
      insertPicture.run(file, bytes);
      touch(cacheTags.picture(file));
      touch(cacheTags.media());
    },
  };
}

function writeRecords(database: DatabaseSync, touch: Touch, isRead: () => boolean) {
  const statements = statementsOf(database);
  const findRow = database.prepare('select * from record where id = ?');
  const findFacets = database.prepare(
    'select field, value from facet where record = ? order by field, value',
  );
  const findLinks = database.prepare('select target from link where source = ? order by target');
  const remove = database.prepare('delete from record where id = ?');
  const insert = database.prepare('insert into record values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const facet = database.prepare('insert or ignore into facet values (?, ?, ?, ?, ?)');
  const link = database.prepare('insert or ignore into link values (?, ?, ?)');
  const show = database.prepare('insert or ignore into shown values (?, ?)');
  const dropUnseen = database.prepare('delete from picture where file not in (select file from named)');

  function find(id: number): ReplicaRecord | undefined {
    const row = findRow.get(id) as Omit<ReplicaRecord, 'facets' | 'links'> | undefined;
    return (
      row && {
        ...row,
        facets: findFacets.all(id) as ReplicaRecord['facets'],
        links: (findLinks.all(id) as { target: number }[]).map(({ target }) => target),
      }
    );
  }

  function store(entry: ReplicaRecord): void {
    const { id, kind, code, place, letter, slug, changed_at: at, left_out: out, thin } = entry;
    insert.run(id, kind, code, place, letter, slug, at, out, thin, entry.card, entry.search, entry.body);
    for (const { field, value } of entry.facets) facet.run(kind, field, value, place, id);
    for (const target of entry.links) link.run(id, kind, target);
    for (const file of mediaIn(entry.body)) show.run(id, file);
  }

  /** Replaces a record and invalidates its tags. */
  function replace(id: number, after: ReplicaRecord | undefined): void {
    const before = find(id);
    // Added and removed between two syncs.
    if (before?.body === after?.body && facetsOf(before) === facetsOf(after)) return;
    if (isRead()) invalidatedBy(statements, { before, after }, touch);
    if (before) remove.run(id);
    if (after) store(after);
    const [shown, shows] = [mediaIn(before?.body ?? ''), mediaIn(after?.body ?? '')];
    const gone = [...shown].filter((file) => !shows.has(file));
    if (gone.length > 0) dropUnseen.run();
    if (gone.length > 0 || shows.size > shown.size) touch(cacheTags.media());
  }
  return { replace };
}

function writeGone(database: DatabaseSync, touch: Touch) {
  const find = database.prepare('select address, successor from gone where id = ?');
  const forget = database.prepare('delete from gone where id = ?');
  const insert = database.prepare('insert or replace into gone values (?, ?, ?)');
  return (id: number, last: { address: string; successor: string | null } | undefined): void => {
    const before = find.get(id) as { address: string; successor: string | null } | undefined;
    if (before?.address === last?.address && before?.successor === last?.successor) return;
    forget.run(id);
    if (last) insert.run(last.address, id, last.successor);
    for (const one of [before, last]) if (one) touch(cacheTags.gone(one.address));
    if (before?.address !== last?.address) touch(cacheTags.goneAddresses());
  };
}

function writeTerms(database: DatabaseSync, touch: Touch): ReplicaTransaction['putTerms'] {
  const find = database.prepare('select code, title from term where vocabulary = ? order by position, code');
  const forget = database.prepare('delete from term where vocabulary = ?');
  const insert = database.prepare('insert into term values (?, ?, ?, ?)');
  return (vocabulary, terms) => {
    const before = find.all(vocabulary) as unknown as Term[];
    if (isSameList(before, terms)) return;
    touch(cacheTags.terms(vocabulary));
    const titles = new Map(before.map(({ code, title }) => [code, title]));
    for (const { code, title } of terms) {
      if (titles.get(code) !== title) touch(cacheTags.term(vocabulary, code));
      titles.delete(code);
    }
    for (const code of titles.keys()) touch(cacheTags.term(vocabulary, code));
    forget.run(vocabulary);
    terms.forEach(({ code, title }, position) => insert.run(vocabulary, code, position, title));
  };
}

function writeNotes(database: DatabaseSync, touch: Touch): ReplicaTransaction['putNote'] {
  const find = database.prepare('select value from note where key = ?');
  const insert = database.prepare('insert or replace into note values (?, ?)');
  return (key, value) => {
    const json = JSON.stringify(value);
    const before = (find.get(key) as { value: string } | undefined)?.value;
    if (before === json) return;
    touch(cacheTags.note(key));
    if (key === 'today' && before !== undefined)
      for (const until of deadlinesBetween(JSON.parse(before) as string, String(value)))
        touch(cacheTags.deadline(until));
    insert.run(key, json);
  };
}

const isSameList = (one: readonly Term[], other: readonly Term[]) =>
  one.length === other.length &&
  one.every(({ code, title }, index) => other[index]?.code === code && other[index].title === title);

const facetsOf = (entry: ReplicaRecord | undefined): string =>
  (entry?.facets ?? [])
    .map(({ field, value }) => `${field} ${value}`)
    .toSorted()
    .join('\n');

function newEntry(kind: Kind, written: AnyRecord, today: string): ReplicaRecord {
  const record = withComputed(kind, written);
  const derived = derive(kind, record, today);
  const isOut = derived.isLeftOut;
  return {
    id: record.id,
    kind: kind.name,
    code: kind.keyedBy === 'code' ? String(record['code']) : null,
    place: derived.place,
    ...derived.letter,
    changed_at: record.updated_at,
    left_out: isOut ? 1 : 0,
    thin: derived.isThin ? 1 : 0,
    card: JSON.stringify(derived.card),
    search: JSON.stringify(searchTextOf(kind, record)),
    body: JSON.stringify(record),
    // Hidden records appear only in lists of the facet that reveals them.
    facets: derived.facets.filter(({ field }) => !isOut || field === kind.leftOut?.field),
    links: [...new Set(derived.links.map(({ to }) => to))],
  };
}

/** Days, months and years that have begun or ended between the two days. */
function deadlinesBetween(before: string, after: string): Set<string> {
  const [first, last] = [before, after].toSorted() as [string, string];
  const passed = new Set<string>();
  for (let day = new Date(first); day <= new Date(last); day.setUTCDate(day.getUTCDate() + 1)) {
    const name = day.toISOString().slice(0, 10);
    for (const length of [4, 7, 10])
      if (length === 10 || first.slice(0, length) !== last.slice(0, length))
        passed.add(name.slice(0, length));
  }
  return passed;
}
