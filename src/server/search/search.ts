import type { Found, Results } from '#contract/search.ts';
import { getKind, kinds, publicKinds } from '#domain/kinds/index.ts';
import { SearchIndex, toHtml, type Answer, type Hit } from '#domain/search/index.ts';
import { resultsOfKind, shortestQuery } from '#domain/search/limits.ts';
import type { Reading } from '../database/database.ts';
import { Followed } from './follow.ts';

export interface Search {
  /** At most five of each kind that has an iblock, the best of all first. */
  findFast(query: string, reader: { mayReadCases: boolean }): Promise<Found[]>;
  /** A page of everything open that matches, of one kind or of all. */
  findAll(asked: { query: string; kind?: string | undefined; page: number }): Promise<Results>;
}

const pageSize = 20;
const fastKinds = new Set(kinds.filter(({ iblock }) => iblock !== null).map(({ name }) => name));

/** The search of a running server: over published records of all kinds, as they are now. */
export function createSearch(db: Reading): Search {
  const followed = new Followed(db);
  return {
    async findFast(query, { mayReadCases }) {
      if (query.length < shortestQuery) return [];
      const { open, closed } = await followed.current();
      const hits = open.search(query, { groups: fastKinds, perGroup: resultsOfKind });
      const all = mayReadCases
        ? together(hits, closed.search(query, { perGroup: resultsOfKind }))
        : hits.hits;
      return all.flatMap(({ id, group, pieces }) => {
        const { iblock } = getKind(group);
        return iblock ? [{ title: toHtml(pieces), iblock, id }] : [];
      });
    },

    async findAll({ query, kind, page }) {
      const { open } = await followed.current();
      const answer: Answer =
        query.length < shortestQuery
          ? new SearchIndex().search('')
          : open.search(query, {
              perGroup: page * pageSize,
              ...(kind === undefined ? {} : { groups: new Set([kind]) }),
            });
      // The numbers beside the kinds are of the whole query, whichever kind is looked at.
      const totals =
        kind === undefined || query.length < shortestQuery
          ? answer.totals
          : open.search(query, { perGroup: 1 }).totals;
      const items = answer.hits.slice((page - 1) * pageSize, page * pageSize);
      return {
        items: items.map(({ id, group, pieces }) => ({ kind: group, id, title: toHtml(pieces) })),
        total: [...answer.totals.values()].reduce((sum, count) => sum + count, 0),
        page,
        page_size: pageSize,
        kinds: publicKinds.flatMap(({ name, titles }) => {
          const count = totals.get(name) ?? 0;
          return count > 0 ? [{ kind: name, title: titles.many, count }] : [];
        }),
        read_as: answer.readAs ?? null,
        suggestions: answer.suggestions,
      };
    },
  };
}

const efforts: readonly Answer['effort'][] = ['exact', 'repaired', 'loose', 'desperate', 'guess', 'nothing'];

/** Two answers as one; the one that had to guess more keeps silent. */
function together(one: Answer, other: Answer): Hit[] {
  const difference = efforts.indexOf(one.effort) - efforts.indexOf(other.effort);
  if (difference !== 0) return difference < 0 ? one.hits : other.hits;
  return [...one.hits, ...other.hits].sort((a, b) => b.score - a.score);
}
