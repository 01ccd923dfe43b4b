import { SortedTerms } from './sorted.ts';

/** Terms of an index: lookup by spelling, prefix and misprint. */
export class Lexicon {
  readonly #forward: SortedTerms;
  /** The reversed terms, and their numbers. */
  readonly #backward: SortedTerms;
  readonly #numberOf: Uint32Array;

  constructor(sortedTerms: readonly string[]) {
    this.#forward = new SortedTerms(sortedTerms);
    const numbers = new Map(sortedTerms.map((term, number) => [reversed(term), number]));
    const backward = [...numbers.keys()].sort();
    this.#backward = new SortedTerms(backward);
    this.#numberOf = Uint32Array.from(backward, (term) => numbers.get(term)!);
  }

  get terms(): readonly string[] {
    return this.#forward.terms;
  }

  get size(): number {
    return this.terms.length;
  }

  /** Number of the term, or -1. */
  find(term: string): number {
    const at = this.#forward.lowerBound(term);
    return this.terms[at] === term ? at : -1;
  }

  /** Range of terms with the prefix, end exclusive. */
  beginning(prefix: string): [from: number, to: number] {
    return [this.#forward.lowerBound(prefix), this.#forward.upperBound(prefix)];
  }

  /**
   * Terms within `most` (one or two) edits of the word; with `asBeginning`, also terms with such a prefix. A
   * term may be reported twice.
   *
   * With two edits, the first half of the word has at most one, or the last half none; with one edit, either
   * half has none. Two passes, from the front and the back, with few edits in the first half visit little of
   * the lexicon.
   */
  near(
    word: string,
    maxEdits: number,
    asBeginning: boolean,
    found: (term: number, distance: number) => void,
  ): void {
    const half = word.length >> 1;
    // The end of an incomplete word is unknown: its beginning gets all edits but one.
    const inFirst = asBeginning ? Math.max(1, maxEdits - 1) : maxEdits >> 1;
    this.#forward.near({ word, maxEdits, inFirst, first: half - 1 - inFirst, asBeginning }, found);
    const inLast = maxEdits - (maxEdits >> 1) - 1;
    const last = word.length - half - inLast;
    this.#backward.near(
      { word: reversed(word), maxEdits, inFirst: inLast, first: last, asBeginning: false },
      (at, distance) => found(this.#numberOf[at]!, distance),
    );
  }
}

function reversed(term: string): string {
  let turned = '';
  for (let i = term.length - 1; i >= 0; i--) turned += term[i]!;
  return turned;
}
