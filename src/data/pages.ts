import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { tagNumber } from './collect-tags.ts';
import { statementsOf, transact } from './database.ts';

/** Index of pages: their cache tags and which are outdated. Written in one transaction with the replica. */
export type Pages = ReturnType<typeof pagesOf>;

export interface ReadPage {
  address: string;
  /** Route of the address; routes are pages too, named by {@link routePage}. */
  route: string;
  facts: Float64Array;
  /** The published bytes differ from before. */
  isChanged?: boolean;
  /** Digest of the published bytes; absent when the page was not written. */
  digest?: string | undefined;
}

/** Detects truncated files: size and checksum. */
export const digestOf = (bytes: Uint8Array): string => `${bytes.length}.${crc32(bytes)}`;
export const sizeIn = (digest: string): number => Number(digest.split('.', 1)[0]);

/** The address list of a route has tags like a page. */
export const routePage = (route: string): string => `route:${route}`;
export const routeOf = (address: string): string | undefined =>
  address.startsWith('route:') ? address.slice('route:'.length) : undefined;

/** Sorted hashes of the tags, as stored. */
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

export function pagesOf(database: DatabaseSync) {
  database.exec(schema);
  const { rows, row } = statementsOf(database);
  const addressesIn = (sql: string, ...values: (string | number)[]) =>
    rows<{ address: string }>(sql, ...values).map(({ address }) => address);
  return {
    ...changePages(database),
    /** Resets the index to the pages of a release; `missing` are to be rendered, in this order. */
    replaceAll: (pages: readonly ReadPage[], release: string, missing: readonly string[] = []) =>
      transact(database, () => replaceAll(database, pages, { release, missing })),
    due: () => addressesIn('select address from due'),
    /** Pages not rendered yet, in the order of rendering. */
    missing: () => addressesIn('select address from missing order by place'),
    ofRoute: (route: string) => addressesIn('select address from page where route = ?', route),
    routeOf: (address: string) =>
      row<{ route: string }>('select route from page where address = ?', address)?.route ?? '?',
    count: () => row<{ n: number }>(`select count(*) as n from page where route <> ''`)!.n,
    /** All pages without routes. */
    addresses: () => addressesIn(`select address from page where route <> ''`),
    /** The page of an earlier release is still in place. */
    isKept: (address: string) =>
      row('select 1 from page where address = ? and digest is null', address) !== undefined,
    /** Digests of rendered pages by address ({@link digestOf}). */
    digests: (): ReadonlyMap<string, string> =>
      new Map(
        rows<{ address: string; digest: string }>(
          'select address, digest from page where digest is not null',
        ).map(({ address, digest }) => [address, digest]),
      ),
    isEmpty: () => row('select 1 from page limit 1') === undefined,
    /** Changed and removed addresses that are not reported yet. */
    unreported() {
      const of = (action: string) =>
        addressesIn('select address from report where deed = ? order by address', action);
      return { changed: of('changed'), removed: of('removed') };
    },
    reported: () => database.exec('delete from report'),
  };
}

const bytesOf = (facts: Float64Array) => new Uint8Array(facts.buffer, facts.byteOffset, facts.byteLength);
const factsIn = (bytes: Uint8Array) => new Float64Array(bytes.slice().buffer);

/** Changes of single pages; each call is a transaction of its own unless one is open. */
function changePages(database: DatabaseSync) {
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
    /** Marks pages with any of these tags as outdated. */
    mark(facts: ReadonlySet<string>) {
      for (const fact of facts) markReaders.run(tagNumber(fact));
    },
    /** Records the tags of rendered pages, which are then up to date. */
    note: (pages: readonly ReadPage[]) => transact(database, () => pages.forEach(note)),
    /** Marks new or outdated pages for rendering. */
    markPages: (addresses: readonly string[]) =>
      transact(database, () => addresses.forEach((address) => markPage.run(address))),
    remove: (addresses: readonly string[]) => transact(database, () => addresses.forEach(remove)),
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
  const readers = new Map<number, number[]>();
  pages.forEach(({ address, route, facts, isChanged, digest }, index) => {
    insert.run(index + 1, address, route, bytesOf(facts), digest ?? null);
    for (const fact of facts) {
      const known = readers.get(fact);
      if (known) known.push(index + 1);
      else readers.set(fact, [index + 1]);
    }
    if (isChanged && routeOf(address) === undefined) report.run(address, 'changed');
  });
  const read = database.prepare('insert or ignore into reading values (?, ?)');
  // Key order takes a tenth of the time of any other order.
  for (const fact of Float64Array.from(readers.keys()).sort())
    for (const page of readers.get(fact)!) read.run(fact, page);
}
