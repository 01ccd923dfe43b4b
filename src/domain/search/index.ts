import { nothing, type SearchAnswer, type Hit } from './answer.ts';
import { shortestQuery } from './limits.ts';
import { Links, target } from './links.ts';
import { NameIndex, type Scope } from './names.ts';
import { keyOf, type SearchRecord } from './record.ts';
import { isSure, surest } from './match-quality.ts';
import { intentOf, type SearchIntent } from './intent.ts';

export type { SearchAnswer, Hit } from './answer.ts';
export type { MatchReason } from './match-reason.ts';
export type { HighlightSpan } from './highlight.ts';
export { fromHtml, toHtml } from './highlight.ts';
export type { SearchRecord } from './record.ts';
export type { MatchQuality } from './match-quality.ts';

export interface MeantRecords {
  ids: ReadonlySet<number>;
  coded: ReadonlySet<number>;
}

/**
 * Search by name, synonym and code in any spelling, and by linked records. Updates are immediate and
 * incremental.
 */
export class SearchIndex {
  readonly #names = new NameIndex();
  readonly #links = new Links(this.#names);

  constructor(records: Iterable<SearchRecord> = []) {
    this.put(records);
  }

  get size(): number {
    return this.#names.size;
  }

  /** Adds or replaces records by group and id. */
  put(records: Iterable<SearchRecord>): void {
    const all = [...records];
    this.#names.put(all);
    this.#links.put(all);
  }

  /** Returns whether it existed. */
  remove(group: string, id: number): boolean {
    this.#links.remove(group, id);
    return this.#names.remove(group, id);
  }

  search(query: string, scope: Scope = {}): SearchAnswer {
    const wish = intentOf(query);
    const named = this.#names.search(query, scope);
    const answer = wish ? this.#wished(wish, { query, named, scope }) : this.#together(query, named, scope);
    return { ...answer, hits: this.#withLinked(answer), ...(wish && { wish }) };
  }

  /** All records of a group that match for certain, by name or link; `coded` ones have the query as a code. */
  meant(query: string, group: string): MeantRecords {
    const scope = { groups: new Set([group]), perGroup: this.size };
    const named = this.#names.search(query, { ...scope, sureness: 'corrected' });
    // Generic words alone still filter a list.
    const answer = named.hits.length > 0 ? named : this.#names.search(query, scope);
    const sure = [answer, this.#linked(query, scope)].filter(isSure);
    const hits = sure.flatMap((one) => one.hits);
    return {
      ids: new Set(hits.map(({ id }) => id)),
      coded: new Set(hits.filter(({ isCoded }) => isCoded).map(({ id }) => id)),
    };
  }

  /** Results of the requested kind first, then name matches. */
  #wished(
    { groups, rest }: SearchIntent,
    { query, named, scope }: { query: string; named: SearchAnswer; scope: Scope },
  ): SearchAnswer {
    if (rest.length < shortestQuery) return named;
    const ofRest = isSure(named)
      ? named
      : surest(named, this.#names.search(rest, { ...scope, sureness: 'corrected' }))[0]!;
    const requested = groups.filter((group) => scope.groups?.has(group) ?? true);
    const found = requested
      .map((group) => this.#linked(rest, { ...scope, groups: new Set([group]) }))
      .filter(isSure);
    if (found.length === 0 && requested.length > 0 && !isSure(ofRest))
      return this.#likely(requested[0]!, scope, query, ofRest);
    const answer = found.reduceRight((others, one) => merged(one, others), ofRest);
    // Where to treat a disease: its own page comes first.
    const [first] = ofRest.hits;
    return groups[0] === 'clinic' && first?.group === target && isSure(ofRest)
      ? {
          ...answer,
          hits: [first, ...answer.hits.filter(({ group, id }) => group !== target || id !== first.id)],
        }
      : answer;
  }

  /** Partial matches of the requested kind, unless names match more. */
  #likely(group: string, scope: Scope, query: string, named: SearchAnswer): SearchAnswer {
    const found = this.#links.current().search(query, { ...scope, groups: new Set([group]), isSpread: true });
    if (found.match === 'nothing' || found.match === 'similar') return named;
    return { ...merged(found, named), match: 'partial' };
  }

  /** A record that contains all words with its links beats partial names. */
  #together(query: string, named: SearchAnswer, scope: Scope): SearchAnswer {
    if (isSure(named) || (named.match === 'partial' && named.leftOut.length === 0)) return named;
    const found = this.#linked(query, { ...scope, sureness: 'exact' });
    return found.match === 'exact' || found.match === 'begun'
      ? { ...merged(found, named), match: 'partial' }
      : named;
  }

  #linked(query: string, scope: Scope): SearchAnswer {
    const answer = this.#links.current().search(query, { sureness: 'corrected', ...scope, isSpread: true });
    // One word of a description is too little.
    const hits = answer.hits.filter(({ why }) => why?.source !== 'described' || answer.used.length > 1);
    return hits.length > 0 ? { ...answer, hits } : nothing();
  }

  /** Adds related records to a certain disease. */
  #withLinked(answer: SearchAnswer): Hit[] {
    const first = isSure(answer) ? answer.hits.findIndex(({ group }) => group === target) : -1;
    return answer.hits.map((hit, i) => {
      const linked = i === first ? this.#links.of(hit.id) : [];
      return linked.length > 0 ? { ...hit, linked } : hit;
    });
  }
}

/** Hits of the first, then new ones of the second. */
function merged(first: SearchAnswer, other: SearchAnswer): SearchAnswer {
  const known = new Set(first.hits.map(({ group, id }) => keyOf(group, id)));
  const totals = new Map(other.totals);
  for (const [group, total] of first.totals) totals.set(group, Math.max(total, totals.get(group) ?? 0));
  const others = other.hits.filter(({ group, id }) => !known.has(keyOf(group, id)));
  return { ...first, hits: [...first.hits, ...others], totals, suggestions: [] };
}
