import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { tagNumber } from './collect-tags.ts';
import { statementsOf } from './reading/statements.ts';
import { transact } from './transact.ts';

/** What each page has read, and which pages are out of date; kept beside the copy, in steps with it. */
export interface Pages {
  /** Marks the pages that have read any of these facts. */
  mark(facts: ReadonlySet<string>): void;
  /** Notes what the pages have read, and that they are up to date. */
  note(pages: readonly ReadPage[]): void;
  /** Marks pages that are not there yet, or that have to be rendered again. */
  markPages(addresses: readonly string[]): void;
  /** Forgets pages that are no more. */
  remove(addresses: readonly string[]): void;
  /** Everything begins again with these pages, which are those of a release; those of `missing` follow in this order. */
  replaceAll(pages: readonly ReadPage[], release: string, missing?: readonly string[]): void;
  due(): string[];
  /** Pages of the release that have never been put into their places, in the order in which they are wanted. */
  missing(): string[];
  ofRoute(route: string): string[];
  routeOf(address: string): string;
  count(): number;
  /** Of all pages, routes left out. */
  addresses(): string[];
  /** True of a page that stays as an earlier release had it. */
  isKept(address: string): boolean;
  /** The bytes of each page that was rendered, by its address, as {@link digestOf} tells them. */
  digests(): Map<string, string>;
  /** Nothing has been read yet. */
  isEmpty(): boolean;
  /** Who reads a fact, for questions of people. */
  readersOf(fact: string): string[];
  /** Addresses that were changed or removed and not reported yet. */
  unreported(): { changed: string[]; removed: string[] };
  reported(): void;
}

export interface ReadPage {
  address: string;
  /** The route that gave its address; routes themselves are pages, too, named by {@link routePage}. */
  route: string;
  facts: Float64Array;
  /** Whether readers get other bytes than before. */
  isChanged?: boolean;
  /** Of the bytes that readers get; absent where the page stayed as it was. */
  digest?: string | undefined;
}

/** Tells torn bytes from whole ones: their number and checksum. */
export const digestOf = (bytes: Uint8Array): string => `${bytes.length}.${crc32(bytes)}`;
export const sizeIn = (digest: string): number => Number(digest.split('.', 1)[0]);

/** The list of addresses of a route reads facts as a page does. */
export const routePage = (route: string): string => `route:${route}`;
export const routeOf = (address: string): string | undefined =>
  address.startsWith('route:') ? address.slice('route:'.length) : undefined;

/** Facts as they are kept: their numbers, sorted. */
export function numbersOf(facts: ReadonlySet<string>): Float64Array {
  return Float64Array.from(facts, tagNumber).sort();
}

const schema = `
  create table if not exists page (id integer primary key, address text not null unique, route text not null,
    facts blob not null, digest text) strict;
  create index if not exists page_route on page (route);
  create table if not exists reading (fact integer not null, page integer not null, primary key (fact, page)) strict, without rowid;
  create table if not exists due (address text primary key) strict, without rowid;
  create table if not exists missing (place integer primary key, address text not null unique) strict;
  create table if not exists report (address text primary key, deed text not null) strict, without rowid;
`;

export function pagesOf(database: DatabaseSync): Pages {
  database.exec(schema);
  const renew = renewing(database);
  const { rows, row } = statementsOf(database);
  const addressesIn = (sql: string, ...values: (string | number)[]) =>
    rows<{ address: string }>(sql, ...values).map(({ address }) => address);
  return {
    ...renew,
    replaceAll: (pages, release, missing = []) =>
      transact(database, () => replaceAll(database, pages, { release, missing })),
    due: () => addressesIn('select address from due'),
    missing: () => addressesIn('select address from missing order by place'),
    ofRoute: (route) => addressesIn('select address from page where route = ?', route),
    routeOf: (address) =>
      row<{ route: string }>('select route from page where address = ?', address)?.route ?? '?',
    count: () => row<{ n: number }>(`select count(*) as n from page where route <> ''`)!.n,
    addresses: () => addressesIn(`select address from page where route <> ''`),
    isKept: (address) =>
      row('select 1 from page where address = ? and digest is null', address) !== undefined,
    digests: () =>
      new Map(
        rows<{ address: string; digest: string }>(
          'select address, digest from page where digest is not null',
        ).map(({ address, digest }) => [address, digest]),
      ),
    isEmpty: () => row('select 1 from page limit 1') === undefined,
    readersOf: (fact) =>
      addressesIn(
        'select p.address from reading r join page p on p.id = r.page where r.fact = ? order by p.address',
        tagNumber(fact),
      ),
    unreported() {
      const of = (deed: string) =>
        addressesIn('select address from report where deed = ? order by address', deed);
      return { changed: of('changed'), removed: of('removed') };
    },
    reported: () => database.exec('delete from report'),
  };
}

const bytesOf = (facts: Float64Array) => new Uint8Array(facts.buffer, facts.byteOffset, facts.byteLength);
const factsIn = (bytes: Uint8Array) => new Float64Array(bytes.slice().buffer);

/** What becomes of single pages; each call is a step of its own, unless it is part of one. */
function renewing(database: DatabaseSync): Pick<Pages, 'mark' | 'note' | 'markPages' | 'remove'> {
  const prepare = (sql: string) => database.prepare(sql);
  const markReaders = prepare(
    'insert or ignore into due select p.address from reading r join page p on p.id = r.page where r.fact = ?',
  );
  const markPage = prepare('insert or ignore into due values (?)');
  const settle = prepare('delete from due where address = ?');
  const arrive = prepare('delete from missing where address = ?');
  const find = prepare('select id, facts from page where address = ?');
  const insert = prepare('insert into page (address, route, facts, digest) values (?, ?, ?, ?) returning id');
  const update = prepare('update page set facts = ? where id = ?');
  const updateDigest = prepare('update page set digest = ? where address = ? and digest is not ?');
  const forget = prepare('delete from page where id = ?');
  const read = prepare('insert or ignore into reading values (?, ?)');
  const unread = prepare('delete from reading where fact = ? and page = ?');
  const report = prepare('insert or replace into report values (?, ?)');
  const known = (address: string) => find.get(address) as { id: number; facts: Uint8Array } | undefined;

  function note({ address, route, facts, isChanged, digest }: ReadPage): void {
    const page = known(address);
    if (!page) {
      const { id } = insert.get(address, route, bytesOf(facts), digest ?? null) as { id: number };
      for (const fact of facts) read.run(fact, id);
    } else if (!Buffer.from(page.facts).equals(bytesOf(facts))) {
      const [before, after] = [new Set(factsIn(page.facts)), new Set(facts)];
      for (const fact of before) if (!after.has(fact)) unread.run(fact, page.id);
      for (const fact of after) if (!before.has(fact)) read.run(fact, page.id);
      update.run(bytesOf(facts), page.id);
    }
    if (page && digest !== undefined) updateDigest.run(digest, address, digest);
    settle.run(address);
    arrive.run(address);
    if (isChanged && routeOf(address) === undefined) report.run(address, 'changed');
  }

  function remove(address: string): void {
    const page = known(address);
    if (page) {
      for (const fact of factsIn(page.facts)) unread.run(fact, page.id);
      forget.run(page.id);
    }
    settle.run(address);
    arrive.run(address);
    report.run(address, 'removed');
  }

  return {
    mark(facts) {
      for (const fact of facts) markReaders.run(tagNumber(fact));
    },
    note: (pages) => transact(database, () => pages.forEach(note)),
    markPages: (addresses) => transact(database, () => addresses.forEach((address) => markPage.run(address))),
    remove: (addresses) => transact(database, () => addresses.forEach(remove)),
  };
}

function replaceAll(
  database: DatabaseSync,
  pages: readonly ReadPage[],
  { release, missing }: { release: string; missing: readonly string[] },
): void {
  const note = database.prepare('insert or replace into note values (?, ?)');
  note.run('release', JSON.stringify(release));
  database.exec('delete from page; delete from reading; delete from due; delete from missing');
  const miss = database.prepare('insert into missing (address) values (?)');
  for (const address of missing) miss.run(address);
  const insert = database.prepare(
    'insert into page (id, address, route, facts, digest) values (?, ?, ?, ?, ?)',
  );
  const report = database.prepare('insert or replace into report values (?, ?)');
  // In the order of the key: a tenth of the time that any other order takes.
  const pairs = new Float64Array(pages.reduce((sum, { facts }) => sum + facts.length, 0));
  const owners = new Uint32Array(pairs.length);
  let next = 0;
  pages.forEach(({ address, route, facts, isChanged, digest }, index) => {
    insert.run(index + 1, address, route, bytesOf(facts), digest ?? null);
    for (const fact of facts) {
      pairs[next] = fact;
      owners[next++] = index + 1;
    }
    if (isChanged && routeOf(address) === undefined) report.run(address, 'changed');
  });
  const order = new Uint32Array(next).map((_, index) => index);
  order.sort((a, b) => pairs[a]! - pairs[b]! || owners[a]! - owners[b]!);
  const read = database.prepare('insert or ignore into reading values (?, ?)');
  for (const index of order) read.run(pairs[index]!, owners[index]!);
}
