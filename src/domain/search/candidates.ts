import type { QueryToken } from './query.ts';
import type { Segment } from './segment.ts';

/**
 * Search strategies: literal; misprints of unknown words; some of the known words; whole names within the
 * query; guessed words too; misprints of known words; any similarity.
 */
export type MatchStrategy = 'exact' | 'repaired' | 'partial' | 'named' | 'loose' | 'desperate' | 'guess';

/** Terms that begin with a query word; a longer typed part weighs more. */
interface Range {
  from: number;
  to: number;
  length: number;
  least: number;
}

const longEnoughForMisprint = 4;
const longEnoughForTwo = 8;
/** Quality of an equivalent form; a number for a number with a letter is below. */
export const wellEnough = 0.8;
const unknownWeight = 1.5;

/** Terms of a segment that may match a query word. */
export class Candidates {
  readonly token: QueryToken;
  readonly segment: Segment;
  readonly terms = new Map<number, number>();
  readonly ranges: Range[] = [];
  /** Terms used as corrections. */
  readonly misprinted: string[] = [];
  /** Whether a term is the word in some form, not a guess. */
  readonly isKnown: boolean;
  /** Postings to visit. */
  readonly cost: number;
  /** Information content: low for common words. */
  readonly weight: number;

  constructor(token: QueryToken, strategy: MatchStrategy, segment: Segment) {
    this.token = token;
    this.segment = segment;
    this.#addForms(strategy);
    this.isKnown = [...this.terms.values()].some((quality) => quality >= wellEnough);
    // A word with another after it is complete: prefixes are guesses.
    if (token.isLast || token.isCode || (this.terms.size === 0 && strategy !== 'exact'))
      this.#addBeginnings();
    const isDesperate = strategy === 'desperate' || strategy === 'guess';
    const isUnknown = this.terms.size === 0 && this.ranges.length === 0;
    if (!token.isCode && (isDesperate || (strategy !== 'exact' && isUnknown)))
      this.#addMisprints(isDesperate);
    this.cost = this.#countPostings();
    this.weight = this.#weigh();
  }

  /** Quality of the match, 0 to 1. */
  qualityOf(term: number): number {
    let quality = this.terms.get(term) ?? 0;
    for (const range of this.ranges)
      if (term >= range.from && term < range.to) quality = Math.max(quality, this.#qualityIn(range, term));
    return quality;
  }

  eachTerm(visit: (term: number, quality: number) => void): void {
    for (const [term, quality] of this.terms) visit(term, quality);
    for (const range of this.ranges)
      for (let term = range.from; term < range.to; term++) visit(term, this.#qualityIn(range, term));
  }

  #qualityIn({ length, least }: Range, term: number): number {
    return least + (0.35 * length) / this.segment.termLengths[term]!;
  }

  #put(term: number, quality: number): void {
    if ((this.terms.get(term) ?? 0) < quality) this.terms.set(term, quality);
  }

  #addForms(strategy: MatchStrategy): void {
    const { lexicon, stemOf } = this.segment;
    for (const { key, quality } of this.token.forms) {
      const term = lexicon.find(key);
      // «2p» is not «2»: that is a guess.
      if (term < 0 || (strategy === 'exact' && quality < wellEnough)) continue;
      this.#put(term, quality);
      // The index may know a stem that the stemmer misses in a misprint.
      if (stemOf[term] !== term && (strategy !== 'exact' || !this.token.isCode))
        this.#put(stemOf[term]!, quality * (this.token.isCode ? 0.3 : 0.9));
    }
  }

  #addBeginnings(): void {
    const { isLast, isCode, beginnings } = this.token;
    for (const beginning of beginnings) {
      if (!isLast && !isCode && beginning.length < longEnoughForMisprint) continue;
      const [from, to] = this.segment.lexicon.beginning(beginning);
      if (from < to)
        this.ranges.push({ from, to, length: beginning.length, least: isLast || isCode ? 0.5 : 0.4 });
    }
  }

  #addMisprints(isDesperate: boolean): void {
    const { lexicon } = this.segment;
    for (const { key, quality } of this.token.forms) {
      if (key.length < longEnoughForMisprint || key.startsWith('=')) continue;
      const isLong = key.length >= longEnoughForTwo;
      const maxEdits = isLong || (isDesperate && key.length > longEnoughForMisprint) ? 2 : 1;
      const consonants = withoutVowels(key);
      lexicon.near(key, maxEdits, this.token.isLast, (term, distance) => {
        const near = lexicon.terms[term]!;
        if (near.startsWith('=')) return;
        // Vowels are often misheard: two may be wrong even in a short word.
        const isMisheard = withoutVowels(near.slice(0, key.length + distance)).startsWith(consonants);
        if (distance > 1 && !isLong && !isMisheard) return;
        this.misprinted.push(near);
        const likeness = 1 - (2 * distance) / (key.length + near.length);
        this.#put(term, quality * (distance === 0 ? 0.78 : (isMisheard ? 0.75 : 0.7) * likeness));
      });
    }
  }

  #countPostings(): number {
    const { postingStart } = this.segment;
    let cost = 0;
    for (const term of this.terms.keys()) cost += this.segment.recordsWith(term);
    for (const { from, to } of this.ranges) cost += postingStart[to]! - postingStart[from]!;
    return cost;
  }

  /** Rarity of the best term; for a prefix, of all its terms together. */
  #weigh(): number {
    const { rarity, population, postingStart } = this.segment;
    let best = 0;
    let weight = 0;
    for (const [term, quality] of this.terms) {
      if (quality < best || (quality === best && rarity[term]! >= weight)) continue;
      best = quality;
      weight = rarity[term]!;
    }
    if (weight > 0) return weight;
    for (const { from, to } of this.ranges)
      weight = Math.max(weight, Math.log(1 + population / (postingStart[to]! - postingStart[from]!)));
    return weight || unknownWeight;
  }
}

const withoutVowels = (key: string) => key.replace(/[aeiou]/g, '');
