import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import { SearchIndex, toHtml, type SearchRecord } from '#domain/search/index.ts';
import { normalizeTerm } from '#domain/search/normalise.ts';
import { codeWords, joinCodes, repairCodes } from '#domain/search/codes.ts';
import { wordsOf } from '#domain/search/words.ts';

export interface EngineHit {
  id: number;
  title: string;
}

/** A search engine: ten results for a query. */
export interface Engine {
  name: string;
  search: (query: string) => EngineHit[];
}

/** Ours, as used by the server: grouped and highlighted. */
export function own(records: readonly SearchRecord[]): Engine {
  const index = new SearchIndex(records);
  return {
    name: 'own',
    search: (query) =>
      index.search(query, { perGroup: 10 }).hits.map((hit) => ({ ...hit, title: titleOf(hit.pieces) })),
  };
}

/** Highlighting is included in the measurement. */
function titleOf(pieces: Parameters<typeof toHtml>[0]): string {
  toHtml(pieces);
  return pieces.map(({ text }) => text).join('');
}

/** Keys of a text for engines without a normaliser: the same as ours, with stems. */
const keysOfText = (text: string) =>
  wordsOf(text).flatMap(({ text: word }) => [...new Set(Object.values(normalizeTerm(word)))]);
const keysOfQuery = (query: string) =>
  joinCodes(wordsOf(repairCodes(query)).map(({ text }) => text)).map((word) => normalizeTerm(word).stem);
const keysOfCodes = (codes: readonly string[]) =>
  codes.flatMap((code) => codeWords(code).flatMap(({ key, stem }) => [key, stem]));

interface Document {
  id: number;
  title: string;
  synonyms: string;
  codes: string;
}

const documentsOf = (records: readonly SearchRecord[]): Document[] =>
  records.map((record, id) => ({
    id,
    title: keysOfText(record.title).join(' '),
    synonyms: record.synonyms.flatMap(keysOfText).join(' '),
    codes: keysOfCodes(record.codes).join(' '),
  }));

export function miniSearch(records: readonly SearchRecord[]): Engine {
  const index = new MiniSearch<Document>({
    fields: ['title', 'synonyms', 'codes'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 4, synonyms: 2.5, codes: 4 },
      prefix: (_term, i, terms) => i === terms.length - 1,
      fuzzy: (term) => (/\d/.test(term) || term.length < 4 ? false : term.length < 8 ? 1 : 2),
      combineWith: 'AND',
    },
  });
  index.addAll(documentsOf(records));
  return {
    name: 'MiniSearch',
    search(query) {
      const keys = keysOfQuery(query).join(' ');
      const strict = index.search(keys);
      const found = strict.length > 0 ? strict : index.search(keys, { combineWith: 'OR' });
      return found.slice(0, 10).map(({ id }) => records[id as number]!);
    },
  };
}

export function flexSearch(records: readonly SearchRecord[]): Engine {
  const index = new FlexSearch.Index({ tokenize: 'forward', encode: (text: string) => text.split(' ') });
  for (const { id, title, synonyms, codes } of documentsOf(records))
    index.add(id, `${title} ${codes} ${synonyms}`);
  return {
    name: 'FlexSearch',
    search: (query) =>
      index
        .search(keysOfQuery(query).join(' '), { limit: 10, suggest: true })
        .map((id) => records[Number(id)]!),
  };
}
