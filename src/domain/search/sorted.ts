const longestTerm = 120;
/** More than any allowed distance. */
const far = 100;
/** Greater than any key character. */
const afterAll = '\u007f';

/** Limits of the misprint search. */
interface Nearness {
  word: string;
  /** Edits: insertion, deletion, substitution, swap (Damerau–Levenshtein, optimal string alignment). */
  maxEdits: number;
  /** Edits within the first letters. */
  inFirst: number;
  first: number;
  /** Whether a prefix within the distance is enough. */
  asBeginning: boolean;
}

/** Groups with short common prefixes are long: their ends are precomputed. */
const longGroups = 4;
/** Other groups are stepped through, up to this limit. */
const maxSteps = 64;

/** Sorted terms: prefixes by binary search, misprints by a walk that skips groups. */
export class SortedTerms {
  readonly terms: readonly string[];
  /** Length of the common prefix with the previous term, whose rows are reused. */
  readonly #shared: Uint8Array;
  /** For each prefix length up to `longGroups`, the ends of groups. */
  readonly #groupEnds: Uint32Array[];

  constructor(terms: readonly string[]) {
    this.terms = terms;
    this.#shared = new Uint8Array(terms.length);
    for (let i = 1; i < terms.length; i++) this.#shared[i] = sharedBeginning(terms[i - 1]!, terms[i]!);
    this.#groupEnds = Array.from({ length: longGroups + 1 }, (_, length) => this.#endsOf(length));
  }

  #endsOf(length: number): Uint32Array {
    const ends: number[] = [];
    for (let i = 1; i < this.terms.length; i++) if (this.#shared[i]! < length) ends.push(i);
    return Uint32Array.from([...ends, this.terms.length]);
  }

  lowerBound(term: string): number {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.terms[middle]! < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** End of the range with the prefix. */
  upperBound(prefix: string): number {
    return this.lowerBound(prefix + afterAll);
  }

  /** Walks the terms with one row of edit distances for each letter, while within the limit. */
  near(
    { word, maxEdits, inFirst, first, asBeginning }: Nearness,
    found: (at: number, distance: number) => void,
  ): void {
    const { length } = word;
    if (length === 0 || length > longestTerm) return;
    const { terms } = this;
    const shared = this.#shared;
    const rows = firstRows(length, maxEdits);
    // Without edits the prefix must match.
    const beginning = inFirst === 0 ? word.slice(0, Math.max(0, first)) : '';
    const until = beginning ? this.upperBound(beginning) : terms.length;
    /** Number of valid rows. */
    let filled = 0;
    const groups = new Uint32Array(longGroups + 1);
    for (let at = beginning ? this.lowerBound(beginning) : 0; at < until;) {
      const term = terms[at]!;
      let depth = Math.min(shared[at]!, filled);
      let best = far;
      const end = Math.min(term.length, longestTerm);
      if (asBeginning)
        for (let k = length - maxEdits; k <= depth; k++) best = Math.min(best, wholeAt(k, length, maxEdits));
      let isOver = false;
      for (; depth < end && !isOver; depth++) {
        const lowest = fillRow(rows, depth, term, word, maxEdits);
        if (asBeginning) best = Math.min(best, wholeAt(depth + 1, length, maxEdits));
        isOver = lowest > (depth < first ? inFirst : maxEdits);
      }
      const distance = asBeginning || isOver ? best : wholeAt(depth, length, maxEdits);
      filled = depth;
      if (distance <= maxEdits) found(at, distance);
      at = isOver && distance > maxEdits ? this.#afterGroup(at, depth, groups) : at + 1;
    }
  }

  /** First term after `at` with a shorter common prefix. */
  #afterGroup(at: number, length: number, groups: Uint32Array): number {
    if (length <= longGroups) {
      const ends = this.#groupEnds[length]!;
      let group = groups[length]!;
      while (ends[group]! <= at) group++;
      groups[length] = group;
      return ends[group]!;
    }
    const shared = this.#shared;
    const end = Math.min(at + maxSteps, this.terms.length);
    for (let next = at + 1; next < end; next++) if (shared[next]! < length) return next;
    return end === this.terms.length ? end : this.upperBound(this.terms[at]!.slice(0, length));
  }
}

// Rows are reused: one search at a time.
let kept: Uint8Array[] = [];

function firstRows(length: number, maxEdits: number): Uint8Array[] {
  if (kept.length === 0)
    kept = Array.from({ length: longestTerm + 1 }, () => new Uint8Array(longestTerm + 2));
  for (let j = 0; j <= length; j++) kept[0]![j] = j <= maxEdits ? j : far;
  return kept;
}

/** Distance between the whole word and a prefix of the term. */
const wholeAt = (depth: number, length: number, maxEdits: number) =>
  depth >= 0 && Math.abs(depth - length) <= maxEdits ? kept[depth]![length]! : far;

/** Computes the next row within the band of `most` and returns its minimum. */
function fillRow(
  rows: readonly Uint8Array[],
  depth: number,
  term: string,
  word: string,
  maxEdits: number,
): number {
  const above = rows[depth]!;
  const row = rows[depth + 1]!;
  const twoAbove = depth > 0 ? rows[depth - 1]! : above;
  const sign = term.charCodeAt(depth);
  const before = depth > 0 ? term.charCodeAt(depth - 1) : -1;
  const from = Math.max(1, depth + 1 - maxEdits);
  const to = Math.min(word.length, depth + 1 + maxEdits);
  let left = from === 1 && depth + 1 <= maxEdits ? depth + 1 : far;
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
