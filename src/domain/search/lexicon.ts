const longestTerm = 120;
/** More edits than anybody allows. */
const far = 100;
/** Greater than every sign of a key. */
const afterAll = '\u007f';

/** All terms of an index in one sorted array: beginnings by binary search, misprints by walking it. */
export class Lexicon {
  readonly terms: readonly string[];
  /** How many signs a term shares with the one before it: the walk reuses that much of its work. */
  readonly #shared: Uint8Array;
  readonly #rows: Uint8Array[] = [];

  constructor(sortedTerms: readonly string[]) {
    this.terms = sortedTerms;
    this.#shared = new Uint8Array(sortedTerms.length);
    for (let i = 1; i < sortedTerms.length; i++)
      this.#shared[i] = sharedBeginning(sortedTerms[i - 1]!, sortedTerms[i]!);
  }

  get size(): number {
    return this.terms.length;
  }

  /** Number of the term, or -1. */
  find(term: string): number {
    const at = this.#lowerBound(term);
    return this.terms[at] === term ? at : -1;
  }

  /** Numbers of the terms that begin so: from the first up to, not including, the second. */
  beginning(prefix: string): [from: number, to: number] {
    return [this.#lowerBound(prefix), this.#lowerBound(prefix + afterAll)];
  }

  #lowerBound(term: string): number {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.terms[middle]! < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Terms within `most` edits of the word: a sign more, less, another, or two swapped (Damerau–Levenshtein, optimal
   * string alignment). With `asBeginning`, terms of which some beginning is so near. The first sign may be wrong, too.
   */
  near(
    word: string,
    most: number,
    asBeginning: boolean,
    found: (term: number, distance: number) => void,
  ): void {
    const length = word.length;
    if (length === 0 || length > longestTerm) return;
    const rows = this.#rowsFor(length);
    for (let j = 0; j <= length; j++) rows[0]![j] = j;
    const { terms } = this;
    let filled = 0;
    let at = 0;
    while (at < terms.length) {
      const term = terms[at]!;
      let depth = Math.min(this.#shared[at]!, filled);
      let best = far;
      if (asBeginning)
        for (let k = Math.max(0, length - most); k <= depth; k++) best = Math.min(best, rows[k]![length]!);
      let isHopeless = false;
      const end = Math.min(term.length, longestTerm);
      while (depth < end) {
        const lowest = fillRow(rows, depth, term, word, most);
        depth++;
        if (asBeginning && depth >= length - most && rows[depth]![length]! < best)
          best = rows[depth]![length]!;
        if (lowest > most) {
          isHopeless = best > most;
          break;
        }
      }
      filled = depth;
      if (isHopeless) {
        // Every term with this beginning is hopeless, too.
        at++;
        if (at < terms.length && this.#shared[at]! >= depth)
          at = this.#lowerBound(term.slice(0, depth) + afterAll);
        // The row that `filled` promises must belong to the terms we land on; shared[] answers for the neighbour only.
        if (at < terms.length) filled = Math.min(depth, sharedBeginning(term, terms[at]!));
        continue;
      }
      const distance = asBeginning ? best : Math.abs(depth - length) <= most ? rows[depth]![length]! : far;
      if (distance <= most) found(at, distance);
      at++;
    }
  }

  #rowsFor(length: number): Uint8Array[] {
    const rows = this.#rows;
    if (rows.length === 0 || rows[0]!.length < length + 2)
      for (let depth = 0; depth <= longestTerm; depth++)
        rows[depth] = new Uint8Array(Math.max(40, length + 2)).fill(far);
    return rows;
  }
}

/**
 * Fills the row behind one more sign of the term and gives the lowest figure in it. Only the band in which a figure
 * can still be within `most` is looked at; its neighbours are set far.
 */
function fillRow(
  rows: readonly Uint8Array[],
  depth: number,
  term: string,
  word: string,
  most: number,
): number {
  const above = rows[depth]!;
  const row = rows[depth + 1]!;
  const twoAbove = depth > 0 ? rows[depth - 1]! : above;
  const sign = term.charCodeAt(depth);
  const before = depth > 0 ? term.charCodeAt(depth - 1) : -1;
  const from = Math.max(1, depth + 1 - most);
  const to = Math.min(word.length, depth + 1 + most);
  let left = from === 1 && depth + 1 <= most ? depth + 1 : far;
  row[from - 1] = left;
  let lowest = left;
  for (let j = from; j <= to; j++) {
    const letter = word.charCodeAt(j - 1);
    let cost = above[j - 1]! + (letter === sign ? 0 : 1);
    if (above[j]! + 1 < cost) cost = above[j]! + 1;
    if (left + 1 < cost) cost = left + 1;
    if (j > 1 && letter === before && word.charCodeAt(j - 2) === sign && twoAbove[j - 2]! + 1 < cost)
      cost = twoAbove[j - 2]! + 1;
    row[j] = left = cost;
    if (cost < lowest) lowest = cost;
  }
  row[to + 1] = far;
  return lowest;
}

function sharedBeginning(one: string, other: string): number {
  const end = Math.min(one.length, other.length, 255);
  let length = 0;
  while (length < end && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}
