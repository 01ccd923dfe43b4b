import { DatabaseSync } from 'node:sqlite';
import { create, insertMultiple, search } from '@orama/orama';
import { stemmer } from '@orama/stemmers/russian';
import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import pg from 'pg';
import type { SearchRecord } from '#domain/search/index.ts';

/** Indexes of records, best first, at most ten. */
export interface SearchPeer {
  name: string;
  search(query: string): number[] | Promise<number[]>;
  close?(): Promise<void>;
}

/** Input of peers: plain fields with «ё» as «е», without our normaliser. */
interface Document {
  id: number;
  title: string;
  synonyms: string;
  codes: string;
}

const foldYo = (text: string) => text.toLowerCase().replaceAll('ё', 'е');
const wordsOf = (text: string) => foldYo(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const maxResults = 10;

const documentsOf = (records: readonly SearchRecord[]): Document[] =>
  records.map(({ title, synonyms, codes }, id) => ({
    id,
    title: foldYo(title),
    synonyms: foldYo(synonyms.join(' ; ')),
    codes: foldYo(codes.join(' ')),
  }));

/** SQLite FTS5 with trigrams: all words of the query, otherwise any. */
function fullText(records: readonly SearchRecord[]): SearchPeer {
  const db = new DatabaseSync(':memory:');
  db.exec("create virtual table names using fts5(title, synonyms, codes, tokenize='trigram')");
  const insert = db.prepare('insert into names(rowid, title, synonyms, codes) values (?, ?, ?, ?)');
  db.exec('begin');
  for (const { id, title, synonyms, codes } of documentsOf(records))
    insert.run(id + 1, title, synonyms, codes);
  db.exec('commit');
  const select = db.prepare(
    'select rowid from names where names match ? order by bm25(names, 4, 2.5, 4) limit 10',
  );
  const search = (terms: readonly string[], how: string) =>
    terms.length === 0
      ? []
      : select.all(terms.map((term) => `"${term}"`).join(` ${how} `)).map(({ rowid }) => Number(rowid) - 1);
  return {
    name: 'SQLite FTS5',
    search(query) {
      const words = wordsOf(query).filter((word) => word.length > 2);
      const all = search(words, 'AND');
      if (all.length > 0) return all;
      const trigrams = words.flatMap((word) =>
        Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3)),
      );
      return search([...new Set(trigrams)], 'OR');
    },
  };
}

function mini(records: readonly SearchRecord[]): SearchPeer {
  const index = new MiniSearch<Document>({
    fields: ['title', 'synonyms', 'codes'],
    searchOptions: {
      boost: { title: 4, synonyms: 2.5, codes: 4 },
      prefix: true,
      fuzzy: 0.2,
      combineWith: 'AND',
    },
  });
  index.addAll(documentsOf(records));
  return {
    name: 'MiniSearch',
    search(query) {
      const all = index.search(foldYo(query));
      const found = all.length > 0 ? all : index.search(foldYo(query), { combineWith: 'OR' });
      return found.slice(0, maxResults).map(({ id }) => id as number);
    },
  };
}

function flex(records: readonly SearchRecord[]): SearchPeer {
  const index = new FlexSearch.Index({ tokenize: 'forward' });
  for (const { id, title, synonyms, codes } of documentsOf(records))
    index.add(id, `${title} ${codes} ${synonyms}`);
  return {
    name: 'FlexSearch',
    search: (query) => index.search(foldYo(query), { limit: maxResults, suggest: true }).map(Number),
  };
}

async function orama(records: readonly SearchRecord[]): Promise<SearchPeer> {
  const db = create({
    schema: { title: 'string', synonyms: 'string', codes: 'string' } as const,
    components: { tokenizer: { language: 'russian', stemming: true, stemmer } },
  });
  await insertMultiple(
    db,
    documentsOf(records).map((document) => ({ ...document, id: String(document.id) })),
    1000,
  );
  return {
    name: 'Orama',
    async search(query) {
      const { hits } = await search(db, {
        term: foldYo(query),
        tolerance: 1,
        limit: maxResults,
        boost: { title: 4, synonyms: 2.5, codes: 4 },
      });
      return hits.map(({ id }) => Number(id));
    },
  };
}

/**
 * PostgreSQL full text (Russian, all words, then any), supplemented by trigram similarity, in a temporary
 * table.
 */
async function postgres(records: readonly SearchRecord[], url: string): Promise<SearchPeer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists pg_trgm');
  await client.query('create temporary table bench_names (id int, text text, words tsvector)');
  const documents = documentsOf(records);
  for (let from = 0; from < documents.length; from += 1000) {
    const some = documents.slice(from, from + 1000);
    await client.query(
      `insert into bench_names select id, title || ' ; ' || codes || ' ; ' || synonyms,
       setweight(to_tsvector('russian', title), 'A') || setweight(to_tsvector('simple', codes), 'A') ||
       setweight(to_tsvector('russian', synonyms), 'B')
       from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as given(id, title, synonyms, codes)`,
      [
        some.map(({ id }) => id),
        some.map(({ title }) => title),
        some.map(({ synonyms }) => synonyms),
        some.map(({ codes }) => codes),
      ],
    );
  }
  await client.query('create index on bench_names using gin(words)');
  await client.query('create index on bench_names using gin(text gin_trgm_ops)');
  await client.query('analyze bench_names');
  const select = async (sql: string, parameter: string) =>
    (await client.query<{ id: number }>(sql, [parameter])).rows.map(({ id }) => id);
  const byWords = `select id from bench_names, to_tsquery('russian', $1) as asked where words @@ asked
    order by ts_rank_cd(words, asked, 1) desc limit 10`;
  const byLikeness = 'select id from bench_names where $1 <% text order by $1 <<-> text limit 10';
  return {
    name: 'PostgreSQL',
    async search(query) {
      const words = wordsOf(query);
      const found = new Set(words.length > 0 ? await select(byWords, words.join(' & ')) : []);
      if (found.size === 0 && words.length > 0)
        for (const id of await select(byWords, words.join(' | '))) found.add(id);
      if (found.size < maxResults) for (const id of await select(byLikeness, foldYo(query))) found.add(id);
      return [...found].slice(0, maxResults);
    },
    close: () => client.end(),
  };
}

/** Common engines with sensible settings; PostgreSQL only if configured. */
export async function makePeers(records: readonly SearchRecord[]): Promise<SearchPeer[]> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) console.log('PostgreSQL: skipped, TEST_DATABASE_URL names no server');
  return [
    fullText(records),
    mini(records),
    await orama(records),
    flex(records),
    ...(url ? [await postgres(records, url)] : []),
  ];
}
