import { idsOf } from '../database/chunks.ts';
import type { FoundLine, Results, FoundRecord } from '#contract/search.ts';
import {
  SearchIndex,
  toHtml,
  type SearchAnswer,
  type Hit,
  type MatchReason,
  type MeantRecords,
} from '#domain/search/index.ts';
import { isSure, surest, type MatchQuality } from '#domain/search/match-quality.ts';
import { whyPieces } from '#domain/search/match-reason.ts';
import { glossary, glossaryPath } from '#domain/glossary.ts';
import { addressOf, getKind, hintOf, kinds, publicKinds, type Kind } from '#domain/kinds/index.ts';
import { linkedLists, wishedList } from '#domain/search/lists.ts';
import { resultsOfKind, shortestQuery } from '#domain/search/limits.ts';
import { portalPages } from '#domain/search/portal.ts';
import type { Context } from '../request/context.ts';
import { rulesFor } from '../catalogue/rules.ts';
import { cardsOf } from '../catalogue/list.ts';
import type { ReadDatabase } from '../database/database.ts';
import { Followed, type Indexes } from './follow.ts';
import { mayReadCases } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';

interface SearchRequest {
  query: string;
  kind?: string;
  page: number;
}

/** Records stored with a guessed query. */
const maxShown = 3;

const pageSize = 20;
const glossaryTerms = glossary.map(({ title, code }) => ({ title, url: `${glossaryPath}#${code}` }));
const fastKinds = new Set(kinds.filter(({ iblock }) => iblock !== null).map(({ name }) => name));

export type PublicSearch = ReturnType<typeof createPublicSearch>;

/** Search over published records of all kinds; queries without a certain result are counted. */
export function createPublicSearch({ db, failedQueries }: Pick<Context, 'db' | 'failedQueries'>) {
  const followed = new Followed(db);
  const index = async (): Promise<SearchIndex> => (await followed.current()).open;
  const note = (query: string, network: string, { match, items }: Results) =>
    failedQueries.note(query, network, { match, shown: items.slice(0, maxShown).map(({ id }) => id) });

  return {
    index,
    /** For lists: records that certainly match. */
    async findByWords(kind: Kind, words: string): Promise<MeantRecords> {
      const open = await index();
      const found = open.meant(words, kind.name);
      if (kind.name !== 'entitlement') return found;
      // A rule names a list; readers ask by a disease of it.
      const { ids } = open.meant(words, 'disease');
      return { ...found, ids: new Set([...found.ids, ...(await rulesFor(db, ids))]) };
    },
    /** At most five of each kind with an iblock, best first. */
    async fast(query: string, reader: { mayReadCases: boolean; network: string }): Promise<FoundLine[]> {
      const indexes = await followed.current();
      const found = findFast(indexes, query, reader.mayReadCases);
      // A guess counts as failed: the catalogue lacks the name.
      if (!found.some(isSure)) {
        // The browser searches only some kinds: others may have the name.
        const all = await resultsOf(db, indexes.open, { query, page: 1 });
        if (!isSure(all)) note(query, reader.network, all);
      }
      return found;
    },
    async all(request: SearchRequest, network: string): Promise<Results> {
      const results = await resultsOf(db, await index(), request);
      // A submitted query is complete: a prefix match is a failure.
      const isKnown = isSure(results) && results.match !== 'begun';
      if (!isKnown && request.kind === undefined) note(request.query, network, results);
      return results;
    },
  };
}

async function resultsOf(
  db: ReadDatabase,
  open: SearchIndex,
  { query, kind, page }: SearchRequest,
): Promise<Results> {
  const answer: SearchAnswer =
    query.length < shortestQuery
      ? new SearchIndex().search('')
      : open.search(query, {
          perGroup: page * pageSize,
          ...(kind === undefined ? {} : { groups: new Set([kind]) }),
        });
  // Counts by kind are of the whole query.
  const totals =
    kind === undefined || query.length < shortestQuery
      ? answer.totals
      : open.search(query, { perGroup: 1 }).totals;
  const items = answer.hits.slice((page - 1) * pageSize, page * pageSize);
  return {
    items: await withCards(db, items),
    total: [...answer.totals.values()].reduce((sum, count) => sum + count, 0),
    page,
    page_size: pageSize,
    kinds: publicKinds.flatMap(({ name, titles }) => {
      const count = totals.get(name) ?? 0;
      return count > 0 ? [{ kind: name, title: titles.many, count }] : [];
    }),
    match: answer.match,
    left_out: answer.leftOut,
    used: answer.used,
    guessed: [...answer.guessed],
    wish: (answer.wish && wishedList(answer.wish)) ?? null,
    read_as: answer.readAs ?? null,
    suggestions: answer.suggestions,
    portal: page === 1 && kind === undefined ? portalPages(query, glossaryTerms) : [],
  };
}

function findFast({ open, closed }: Indexes, query: string, withCases: boolean): FoundLine[] {
  if (query.length < shortestQuery) return [];
  const answer = open.search(query, { groups: fastKinds, perGroup: resultsOfKind });
  return linesOf(withCases ? surest(answer, closed.search(query, { perGroup: resultsOfKind })) : [answer]);
}

/** Lines of the open and the closed index together, best first. */
function linesOf(answers: readonly SearchAnswer[]): FoundLine[] {
  const all = answers.flatMap(({ hits, match, leftOut, totals }) =>
    hits.map((hit) => ({
      ...hit,
      match: sureness(match),
      leftOut,
      total: totals.get(hit.group) ?? 0,
    })),
  );
  if (answers.length > 1) all.sort((a, b) => b.score - a.score);
  return all.flatMap(({ id, group, pieces, match, leftOut, why, linked, total }) => {
    const { iblock } = getKind(group);
    return iblock
      ? [
          {
            title: toHtml(pieces),
            iblock,
            id,
            match,
            left_out: leftOut,
            ...reasonOf(why),
            ...listsOf(id, linked),
            total,
          },
        ]
      : [];
  });
}

async function withCards(db: ReadDatabase, hits: readonly Hit[]): Promise<FoundRecord[]> {
  const found = await cardsOf(db, idsOf(hits));
  const cards = new Map(found.map((card) => [card.id, card]));
  return hits.flatMap(({ id, group, pieces, why, linked }) => {
    const kind = getKind(group);
    const card = cards.get(id);
    // A record withdrawn just now is still in the index.
    if (!card) return [];
    const url = addressOf(kind, { id, code: card.code });
    const hint = hintOf(kind, card);
    return [
      {
        kind: group,
        what: kind.titles.one,
        id,
        url,
        title: toHtml(pieces),
        hint,
        ...reasonOf(why),
        ...listsOf(id, linked),
      },
    ];
  });
}

/** With hits there is a match. */
const sureness = (match: SearchAnswer['match']): MatchQuality => (match === 'nothing' ? 'similar' : match);

const listsOf = (id: number, linked: Hit['linked']) => (linked ? { linked: linkedLists(id, linked) } : {});

/** Match reason as HTML with marks only. */
const reasonOf = (why: MatchReason | undefined) => (why ? { why: toHtml(whyPieces(why)) } : {});

export const searchHandlers: Handlers<'GET /api/fast-search' | 'GET /api/search'> = {
  'GET /api/fast-search': async (caller, { query }) => {
    const found = await caller.publicSearch.fast(query.query, {
      mayReadCases: mayReadCases(caller.actor.access, caller.settings),
      network: caller.client.network,
    });
    return query.details ? found : found.map(({ title, iblock, id }) => ({ title, iblock, id }));
  },
  'GET /api/search': (caller, { query }) => caller.publicSearch.all(query, caller.client.network),
};
