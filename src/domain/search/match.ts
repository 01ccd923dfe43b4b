import { Candidates, type MatchStrategy } from './candidates.ts';
import type { QueryInterpretation, QueryToken } from './query.ts';
import { reasonOf, type Reason } from './reasons.ts';
import { sourceWeights } from './record.ts';
import type { Segment } from './segment.ts';
import { weigh, type ScoredDoc } from './weigh.ts';

export interface Matched {
  /** Best first in each group; groups are not merged. */
  found: ScoredDoc[];
  /** Total matches by group. */
  totals: Map<string, number>;
  /** Terms used as corrections. */
  misprinted: Set<string>;
  /** Largest matched share of the query, by weight. */
  share: number;
}

interface SearchQuery {
  tokens: readonly QueryToken[];
  strategy: MatchStrategy;
  interpretation: QueryInterpretation;
}

/** Share of the query's weight that a loose match must contain. */
const looseShare = { partial: 0.34, named: 0.05, loose: 0.5, desperate: 0.5, guess: 0.2 };
/** Loose matches on common words are noise: minimum information relative to the rarest word. */
const minInformation = 1 / 3;
/** Strategies with equal candidates. */
const sameCandidates = {
  exact: 'exact',
  repaired: 'repaired',
  partial: 'repaired',
  named: 'repaired',
  loose: 'repaired',
  desperate: 'desperate',
  guess: 'desperate',
} as const;
/** Average words of a record, for the cost estimate. */
const wordsOfRecord = 24;
/** Cache of candidates between key presses. */
const maxCached = 128;

/** Matches and scores records of a segment. Reuses buffers between queries. */
export class Matcher {
  readonly segment: Segment;
  readonly #score: Float32Array;
  readonly #held: Float32Array;
  readonly #best: Float32Array;
  readonly #hits: Uint8Array;
  readonly #found: Uint32Array;
  readonly #touched: Uint32Array;
  #touchedCount = 0;
  /** Buffer: qualities by term, for each word. */
  readonly #qualities: Float32Array[] = [];
  readonly #remembered = new Map<string, Candidates>();

  constructor(segment: Segment) {
    this.segment = segment;
    this.#score = new Float32Array(segment.count);
    this.#held = new Float32Array(segment.count);
    this.#best = new Float32Array(segment.count);
    this.#hits = new Uint8Array(segment.count);
    this.#found = new Uint32Array(segment.count);
    this.#touched = new Uint32Array(segment.count);
  }

  match(
    tokens: readonly QueryToken[],
    strategy: MatchStrategy,
    isAllowed: (group: string) => boolean,
    perGroup: number,
  ): Matched {
    const all = tokens.map((token) => this.#candidatesOf(token, strategy));
    const misprinted = new Set(all.flatMap((candidates) => candidates.misprinted));
    const looseness = strategy === 'exact' || strategy === 'repaired' ? undefined : looseShare[strategy];
    const isLoose = looseness !== undefined;
    // An incomplete single letter is not a basis for guesses.
    const informative = all.filter(({ token }) => !token.isOptional && !(isLoose && token.text.length === 1));
    const own = isLoose ? informative.filter(({ token }) => !token.isGeneric) : informative;
    // Guesses only order the results of known words.
    const required =
      strategy === 'partial' || strategy === 'named'
        ? own.filter(({ isKnown }) => isKnown)
        : own.length > 0
          ? own
          : informative;
    if (!isLoose && required.some(({ cost }) => cost === 0))
      return { found: [], totals: new Map(), misprinted, share: 0 };
    const total = required.reduce((sum, { weight }) => sum + weight, 0);
    const least = isLoose
      ? Math.max(total * looseness, minInformation * Math.log(1 + this.segment.population))
      : 0;
    const groups = Uint8Array.from(this.segment.groupNames, (group) => (isAllowed(group) ? 1 : 0));
    if (isLoose) this.#collectPartial(required, groups, least);
    else this.#collectAll(required, groups);
    const selected = this.#select(isLoose ? 1 : required.length, least, total, perGroup);
    const qualities = all.map((candidates, i) => this.#qualitiesOf(candidates, i));
    for (const scored of selected.found) weigh(scored, all, qualities);
    all.forEach((candidates, i) => candidates.eachTerm((term) => (qualities[i]![term] = 0)));
    if (isLoose || selected.found.every(({ isTogether }) => isTogether)) return { ...selected, misprinted };
    const found = selected.found.filter(({ isTogether }) => isTogether);
    const totals = new Map(selected.totals);
    for (const { slot, isTogether } of selected.found) {
      const group = this.segment.groupNames[this.segment.groups[slot]!]!;
      const left = totals.get(group)! - (isTogether ? 0 : 1);
      if (left > 0) totals.set(group, left);
      else totals.delete(group);
    }
    return { found, totals, share: found.length > 0 ? selected.share : 0, misprinted };
  }

  #qualitiesOf(candidates: Candidates, word: number): Float32Array {
    const qualities = (this.#qualities[word] ??= new Float32Array(this.segment.lexicon.size));
    candidates.eachTerm((term, quality) => {
      if (quality > qualities[term]!) qualities[term] = quality;
    });
    return qualities;
  }

  reasonOf(slot: number, { tokens, strategy, interpretation: { words } }: SearchQuery): Reason {
    const all = tokens.map((token) => this.#candidatesOf(token, strategy));
    return reasonOf(this.segment, slot, { all, tokens, strategy, words });
  }

  /** Whether a term, or with `isLast` a prefix, has this spelling. */
  knows(token: QueryToken): boolean {
    const { terms, ranges } = this.#candidatesOf(token, 'exact');
    return terms.size > 0 || (token.isLast && ranges.length > 0);
  }

  #candidatesOf(token: QueryToken, strategy: MatchStrategy): Candidates {
    const key = `${sameCandidates[strategy]} ${token.isLast} ${token.isLone} ${token.isOptional} ${token.beginnings.length} ${token.text}`;
    let candidates = this.#remembered.get(key);
    if (!candidates) {
      if (this.#remembered.size >= maxCached) this.#remembered.clear();
      this.#remembered.set(key, (candidates = new Candidates(token, strategy, this.segment)));
    }
    return candidates;
  }

  /** Collects slots with every word, rarest first, each pass within the previous. */
  #collectAll(required: readonly Candidates[], groups: Uint8Array): void {
    [...required]
      .sort((a, b) => a.cost - b.cost)
      .forEach((candidates, before) => {
        if (before === 0) this.#collect(candidates, groups);
        else if (candidates.cost > this.#touchedCount * wordsOfRecord) this.#look(candidates, before);
        else this.#meet(candidates, before);
      });
  }

  /** Collects slots that may reach the weight. The commonest words, insufficient together, add none. */
  #collectPartial(required: readonly Candidates[], groups: Uint8Array, least: number): void {
    const byWeight = required.filter(({ cost }) => cost > 0).sort((a, b) => b.weight - a.weight);
    let rest = byWeight.reduce((sum, { weight }) => sum + weight, 0);
    for (const candidates of byWeight) {
      if (rest >= least) this.#collect(candidates, groups);
      else if (candidates.cost > this.#touchedCount * wordsOfRecord) this.#look(candidates, 1);
      else this.#meet(candidates, 1);
      rest -= candidates.weight;
    }
  }

  /** Adds the candidates' slots that are allowed and new. */
  #collect(candidates: Candidates, groups: Uint8Array): void {
    const { postingStart, slots, weights, groups: groupOf, isRemoved } = this.segment;
    const best = this.#best;
    const found = this.#found;
    let count = 0;
    candidates.eachTerm((term, quality) => {
      const end = postingStart[term + 1]!;
      for (let at = postingStart[term]!; at < end; at++) {
        const slot = slots[at]!;
        const worth = weights[at]! * quality;
        if (best[slot]! > 0) {
          if (best[slot]! < worth) best[slot] = worth;
        } else if (groups[groupOf[slot]!] === 1 && isRemoved[slot] === 0) {
          best[slot] = worth;
          found[count++] = slot;
        }
      }
    });
    for (let i = 0; i < count; i++) {
      const slot = found[i]!;
      if (this.#hits[slot] === 0) this.#touched[this.#touchedCount++] = slot;
      this.#take(slot, candidates.weight);
    }
  }

  /** Keeps slots found by at least so many words. */
  #meet(candidates: Candidates, before: number): void {
    const { postingStart, slots, weights } = this.segment;
    const best = this.#best;
    const hits = this.#hits;
    const found = this.#found;
    let count = 0;
    candidates.eachTerm((term, quality) => {
      const end = postingStart[term + 1]!;
      for (let at = postingStart[term]!; at < end; at++) {
        const slot = slots[at]!;
        if (hits[slot]! < before) continue;
        const worth = weights[at]! * quality;
        if (best[slot] === 0) found[count++] = slot;
        if (best[slot]! < worth) best[slot] = worth;
      }
    });
    for (let i = 0; i < count; i++) this.#take(found[i]!, candidates.weight);
  }

  /** The same for few slots and many candidates: scans the words of the slots. */
  #look(candidates: Candidates, before: number): void {
    for (let i = 0; i < this.#touchedCount; i++) {
      const slot = this.#touched[i]!;
      if (this.#hits[slot]! < before) continue;
      const worth = this.#worthOf(slot, candidates);
      if (worth === 0) continue;
      this.#best[slot] = worth;
      this.#take(slot, candidates.weight);
    }
  }

  #worthOf(slot: number, candidates: Candidates): number {
    const { nameStart, nameSource, wordStart, words, stemOf } = this.segment;
    let best = 0;
    for (let name = nameStart[slot]!; name < nameStart[slot + 1]!; name++) {
      const weight = 255 * sourceWeights[nameSource[name]!]!;
      for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++) {
        const term = words[at]!;
        const stem = stemOf[term]!;
        const quality = candidates.qualityOf(term);
        const worth = weight * (stem === term ? quality : Math.max(quality, candidates.qualityOf(stem)));
        if (worth > best) best = worth;
      }
    }
    return best;
  }

  #take(slot: number, weight: number): void {
    this.#hits[slot]!++;
    this.#score[slot]! += this.#best[slot]! * weight;
    this.#held[slot]! += weight;
    this.#best[slot] = 0;
  }

  /** Best slots of each group by a cheap score; clears the buffers. */
  #select(needed: number, least: number, total: number, perGroup: number) {
    const { segment } = this;
    const shortlists = new Map<number, ScoredDoc[]>();
    const counts = new Uint32Array(segment.groupNames.length);
    let share = 0;
    for (let i = 0; i < this.#touchedCount; i++) {
      const slot = this.#touched[i]!;
      const held = this.#held[slot]!;
      if (this.#hits[slot]! >= needed && held >= least) {
        const group = segment.groups[slot]!;
        counts[group]!++;
        if (held > share) share = held;
        const score =
          this.#score[slot]! / total / 255 -
          0.006 * Math.min(25, segment.titleLengths[slot]!) +
          0.004 * segment.importance[slot]!;
        let shortlist = shortlists.get(group);
        if (!shortlist) shortlists.set(group, (shortlist = []));
        if (shortlist.length < perGroup || score > shortlist[perGroup - 1]!.score)
          insert(
            shortlist,
            { segment, slot, score, isNamed: false, isCoded: false, isTogether: true },
            perGroup,
          );
      }
      this.#score[slot] = this.#held[slot] = this.#hits[slot] = 0;
    }
    this.#touchedCount = 0;
    const totals = new Map(
      segment.groupNames.map((group, i) => [group, counts[i]!] as const).filter(([, count]) => count > 0),
    );
    return { found: [...shortlists.values()].flat(), totals, share: share / total };
  }
}

/** Inserts into a bounded list, best first. */
function insert(list: ScoredDoc[], scored: ScoredDoc, limit: number): void {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.score >= scored.score) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, scored);
  if (list.length > limit) list.pop();
}
