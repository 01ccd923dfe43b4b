import { sourceWeights } from './record.ts';
import type { Segment } from './segment.ts';
import type { Token } from './query.ts';

/**
 * How far a search goes: as typed; with misprints of unknown words; the same, not every word needed; with misprints of
 * known words, too.
 */
export type Effort = 'exact' | 'repaired' | 'loose' | 'desperate';

/** Terms that may stand for a word of the query, by their number, with the quality of each. */
interface Candidates {
  token: Token;
  terms: Map<number, number>;
  /** Records to look at. */
  cost: number;
  /** What the word says: little when every second record has it. */
  weight: number;
}

export interface Scored {
  segment: Segment;
  slot: number;
  score: number;
}

export interface Matched {
  /** Best first within each group, not sorted among groups. */
  found: Scored[];
  /** All that match, by group. */
  totals: Map<string, number>;
  /** Terms that were taken for what a misprint meant. */
  misprinted: Set<string>;
}

/** Part of the query's weight that a loose match must hold. */
const looseShare = 0.5;
/** A loose match on words that every twentieth record has tells nothing. */
const leastTold = 3;
/** What a word counts that the catalogue does not know. */
const unknownWeight = 1.5;
const longEnoughForMisprint = 4;
const longEnoughForTwo = 8;

/** Finds and scores the records of one segment. Keeps its scratch memory between queries. */
export class Matcher {
  readonly segment: Segment;
  readonly #score: Float32Array;
  readonly #held: Float32Array;
  readonly #best: Float32Array;
  readonly #hits: Uint8Array;
  /** Which tokens a term may stand for, a bit for each. */
  readonly #tokensOfTerm: Uint16Array;

  constructor(segment: Segment) {
    this.segment = segment;
    this.#score = new Float32Array(segment.count);
    this.#held = new Float32Array(segment.count);
    this.#best = new Float32Array(segment.count);
    this.#hits = new Uint8Array(segment.count);
    this.#tokensOfTerm = new Uint16Array(segment.lexicon.size);
  }

  match(
    tokens: readonly Token[],
    effort: Effort,
    isAllowed: (group: string) => boolean,
    perGroup: number,
  ): Matched {
    const misprinted = new Set<string>();
    const all = tokens.map((token) => this.#candidates(token, effort, misprinted));
    const asked = all.filter(({ token }) => !token.isOptional);
    const nothing = { found: [], totals: new Map<string, number>(), misprinted };
    const isLoose = effort === 'loose' || effort === 'desperate';
    if (!isLoose && asked.some(({ cost }) => cost === 0)) return nothing;
    const total = asked.reduce((sum, { weight }) => sum + weight, 0);
    const groups = Uint8Array.from(this.segment.groupNames, (group) => (isAllowed(group) ? 1 : 0));
    const touched = isLoose ? this.#collectAny(asked, groups) : this.#collectAll(asked, groups);
    const least = isLoose ? Math.max(total * looseShare, leastTold) : 0;
    const needed = isLoose ? 1 : asked.length;
    const { found, totals } = this.#select(touched, needed, least, total, perGroup);
    this.#rank(found, all);
    return { found, totals, misprinted };
  }

  /** Whether any term, or with `asBeginning` any beginning of one, is spelt so. */
  knows(token: Token): boolean {
    const { lexicon } = this.segment;
    if (token.forms.some(({ key }) => lexicon.find(key) >= 0)) return true;
    return token.isLast && token.beginnings.some((beginning) => isRange(lexicon.beginning(beginning)));
  }

  #candidates(token: Token, effort: Effort, misprinted: Set<string>): Candidates {
    const { segment } = this;
    const { lexicon } = segment;
    const terms = new Map<number, number>();
    const put = (term: number, quality: number) => {
      if ((terms.get(term) ?? 0) < quality) terms.set(term, quality);
    };
    for (const { key, quality } of token.forms) {
      const term = lexicon.find(key);
      if (term < 0) continue;
      put(term, quality);
      // The index may know the stem of a form which the stemmer, seeing a misprint, does not.
      if (segment.stemOf[term] !== term) put(segment.stemOf[term]!, quality * (token.isCode ? 0.3 : 0.9));
    }
    const isBeginning = token.isLast || token.isCode || terms.size === 0;
    if (isBeginning) {
      const best = token.isLast || token.isCode ? 0.5 : 0.4;
      for (const beginning of token.beginnings) {
        if (!token.isLast && beginning.length < longEnoughForMisprint && !token.isCode) continue;
        const [from, to] = lexicon.beginning(beginning);
        for (let term = from; term < to; term++)
          put(term, best + (0.35 * beginning.length) / lexicon.terms[term]!.length);
      }
    }
    if (effort === 'desperate' || (effort !== 'exact' && terms.size === 0))
      this.#misprints(token, put, misprinted);
    let cost = 0;
    let quality = 0;
    let weight = 0;
    for (const [term, own] of terms) {
      cost += segment.recordsWith(term);
      if (own > quality || (own === quality && segment.rarity[term]! < weight)) {
        quality = own;
        weight = segment.rarity[term]!;
      }
    }
    return { token, terms, cost, weight: weight || unknownWeight };
  }

  #misprints(token: Token, put: (term: number, quality: number) => void, misprinted: Set<string>): void {
    if (token.isCode) return;
    for (const { key, quality } of token.forms) {
      if (key.length < longEnoughForMisprint) continue;
      const most = key.length >= longEnoughForTwo ? 2 : 1;
      this.segment.lexicon.near(key, most, token.isLast, (term, distance) => {
        const near = this.segment.lexicon.terms[term]!;
        misprinted.add(near);
        const { length } = near;
        const likeness = 1 - (2 * distance) / (key.length + length);
        put(term, quality * (distance === 0 ? 0.75 : 0.7 * likeness));
      });
    }
  }

  /** Slots that hold every word, rarest first: what a rarer word has not found is not looked at again. */
  #collectAll(asked: readonly Candidates[], groups: Uint8Array): number[] {
    const { segment } = this;
    const hits = this.#hits;
    const touched: number[] = [];
    let before = 0;
    for (const candidates of [...asked].sort((a, b) => a.cost - b.cost)) {
      const isFirst = before === 0;
      for (const slot of this.#bestOf(candidates, (slot) =>
        isFirst
          ? groups[segment.groups[slot]!] === 1 && segment.isRemoved[slot] === 0
          : hits[slot] === before,
      )) {
        if (isFirst) touched.push(slot);
        this.#take(slot, candidates.weight);
      }
      before++;
    }
    return touched;
  }

  #collectAny(asked: readonly Candidates[], groups: Uint8Array): number[] {
    const { segment } = this;
    const touched: number[] = [];
    for (const candidates of asked)
      for (const slot of this.#bestOf(
        candidates,
        (slot) => groups[segment.groups[slot]!] === 1 && segment.isRemoved[slot] === 0,
      )) {
        if (this.#hits[slot] === 0) touched.push(slot);
        this.#take(slot, candidates.weight);
      }
    return touched;
  }

  #take(slot: number, weight: number): void {
    this.#hits[slot]!++;
    this.#score[slot]! += this.#best[slot]! * weight;
    this.#held[slot]! += weight;
    this.#best[slot] = 0;
  }

  /** Slots of the candidates' records; `#best` holds what the best term of each is worth. */
  #bestOf({ terms }: Candidates, isWanted: (slot: number) => boolean): number[] {
    const { postingStart, slots, weights } = this.segment;
    const best = this.#best;
    const found: number[] = [];
    for (const [term, quality] of terms) {
      const perWeight = quality / 255;
      for (let at = postingStart[term]!; at < postingStart[term + 1]!; at++) {
        const slot = slots[at]!;
        const worth = weights[at]! * perWeight;
        if (best[slot]! > 0) {
          if (best[slot]! < worth) best[slot] = worth;
        } else if (isWanted(slot)) {
          best[slot] = worth;
          found.push(slot);
        }
      }
    }
    return found;
  }

  /** The most promising slots of each group, by a cheap score; clears the scratch memory. */
  #select(touched: readonly number[], needed: number, least: number, total: number, perGroup: number) {
    const { segment } = this;
    const shortlists = new Map<number, Scored[]>();
    const counts = new Map<number, number>();
    for (const slot of touched) {
      if (this.#hits[slot]! >= needed && this.#held[slot]! >= least) {
        const group = segment.groups[slot]!;
        counts.set(group, (counts.get(group) ?? 0) + 1);
        const score =
          this.#score[slot]! / total -
          0.006 * Math.min(25, segment.titleLengths[slot]!) +
          0.004 * segment.importance[slot]!;
        let shortlist = shortlists.get(group);
        if (!shortlist) shortlists.set(group, (shortlist = []));
        insert(shortlist, { segment, slot, score }, perGroup);
      }
      this.#score[slot] = this.#held[slot] = this.#hits[slot] = 0;
    }
    const totals = new Map([...counts].map(([group, count]) => [segment.groupNames[group]!, count]));
    return { found: [...shortlists.values()].flat(), totals };
  }

  /** Scores again, name by name: a name that is all said by the query beats a longer one that holds it. */
  #rank(found: readonly Scored[], all: readonly Candidates[]): void {
    const ofTerm = this.#tokensOfTerm;
    all.forEach(({ terms }, i) => {
      for (const term of terms.keys()) ofTerm[term]! |= 1 << i;
    });
    const total = all.reduce((sum, { weight }) => sum + weight, 0);
    for (const scored of found) scored.score = this.#scoreOf(scored.slot, all, total);
    for (const { terms } of all) for (const term of terms.keys()) ofTerm[term] = 0;
  }

  #scoreOf(slot: number, all: readonly Candidates[], total: number): number {
    const { nameStart, nameSource, wordStart, words, stemOf, rarity, importance } = this.segment;
    const inRecord = new Float32Array(all.length);
    const inName = new Float32Array(all.length);
    let bestName = 0;
    for (let name = nameStart[slot]!; name < nameStart[slot + 1]!; name++) {
      inName.fill(0);
      let said = 0;
      let size = 0;
      for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++) {
        const term = words[at]!;
        const worth = this.#wordQuality(term, stemOf[term]!, all, inName);
        said += worth * rarity[term]!;
        size += rarity[term]!;
      }
      if (said === 0) continue;
      const source = sourceWeights[nameSource[name]!]!;
      let held = 0;
      for (let i = 0; i < all.length; i++) {
        held += inName[i]! * all[i]!.weight;
        if (inName[i]! * source > inRecord[i]!) inRecord[i] = inName[i]! * source;
      }
      const score = source * (held / total) * (0.5 + (0.5 * said) / size);
      if (score > bestName) bestName = score;
    }
    let held = 0;
    for (let i = 0; i < all.length; i++) held += inRecord[i]! * all[i]!.weight;
    return 0.4 * (held / total) + 0.6 * bestName + 0.004 * importance[slot]!;
  }

  /** The best quality in which the word of a name stands for any token; notes it for each. */
  #wordQuality(term: number, stem: number, all: readonly Candidates[], inName: Float32Array): number {
    let tokens = this.#tokensOfTerm[term]! | this.#tokensOfTerm[stem]!;
    let best = 0;
    for (let i = 0; tokens > 0; i++, tokens >>= 1) {
      if ((tokens & 1) === 0) continue;
      const { terms } = all[i]!;
      const quality = Math.max(terms.get(term) ?? 0, stem === term ? 0 : 0.97 * (terms.get(stem) ?? 0));
      if (quality > inName[i]!) inName[i] = quality;
      if (quality > best) best = quality;
    }
    return best;
  }
}

const isRange = ([from, to]: [number, number]) => from < to;

/** Puts it into its place of a short list, best first, that never grows beyond `most`. */
function insert(list: Scored[], scored: Scored, most: number): void {
  if (list.length === most && scored.score <= list[most - 1]!.score) return;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.score >= scored.score) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, scored);
  if (list.length > most) list.pop();
}
