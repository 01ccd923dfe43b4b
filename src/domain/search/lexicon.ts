import { SortedTerms } from './sorted.ts';

/** All terms of an index: found by spelling, by beginning, and through misprints. */
export class Lexicon {
  readonly #forward: SortedTerms;
  /** The same terms read from behind, and the number of each. */
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

  /** Numbers of the terms that begin so: from the first up to, not including, the second. */
  beginning(prefix: string): [from: number, to: number] {
    return [this.#forward.lowerBound(prefix), this.#forward.upperBound(prefix)];
  }

  /**
   * Terms within `most` (one or two) edits of the word; with `asBeginning`, also terms of which a beginning is so near.
   * A term may be reported twice.
   *
   * Of two edits the first half of the word has at most one, or the last half none; of one edit either half has none.
   * Looking twice, from the front and from behind, with so few edits allowed in the half that comes first, leaves
   * little of the lexicon to walk.
   */
  near(
    word: string,
    most: number,
    asBeginning: boolean,
    found: (term: number, distance: number) => void,
  ): void {
    const half = word.length >> 1;
    // Nobody knows the end of a word that is being typed: its beginning is looked at with all edits allowed but one.
    const inFirst = asBeginning ? Math.max(1, most - 1) : most >> 1;
    this.#forward.near({ word, most, inFirst, first: half - 1 - inFirst, asBeginning }, found);
    const inLast = most - (most >> 1) - 1;
    const last = word.length - half - inLast;
    this.#backward.near(
      { word: reversed(word), most, inFirst: inLast, first: last, asBeginning: false },
      (at, distance) => found(this.#numberOf[at]!, distance),
    );
  }
}

function reversed(term: string): string {
  let turned = '';
  for (let i = term.length - 1; i >= 0; i--) turned += term[i]!;
  return turned;
}
