const longestTerm = 120;
/** More edits than anybody allows. */
const far = 100;
/** Greater than every sign of a key. */
const afterAll = '\u007f';

/** What counts as near to a word. */
interface Nearness {
  word: string;
  /** Edits allowed: a sign more, less, another, or two swapped (Damerau–Levenshtein, optimal string alignment). */
  most: number;
  /** Edits allowed within the first so many signs. */
  inFirst: number;
  first: number;
  /** Whether it is enough that a beginning of the term is near. */
  asBeginning: boolean;
}

/** Groups of terms with so short a common beginning are long: where they end is known beforehand. */
const longGroups = 4;
/** Others are stepped over one by one, up to so many steps. */
const mostSteps = 64;

/** Terms in order: beginnings by binary search, misprints by a walk that skips what cannot fit. */
export class SortedTerms {
  readonly terms: readonly string[];
  /** How many signs a term shares with the one before it: the walk reuses that much of its work. */
  readonly #shared: Uint8Array;
  /** For each length of a beginning up to `longGroups`, where the groups of terms that share one end. */
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

  /** Where the first term stands that does not come before this one. */
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

  /** Where the terms end that begin so. */
  upperBound(prefix: string): number {
    return this.lowerBound(prefix + afterAll);
  }

  /** Walks the terms in order with one row of edit distances for each sign, as deep as the term is still near. */
  near(
    { word, most, inFirst, first, asBeginning }: Nearness,
    found: (at: number, distance: number) => void,
  ): void {
    const { length } = word;
    if (length === 0 || length > longestTerm) return;
    const { terms } = this;
    const shared = this.#shared;
    const rows = firstRows(length, most);
    // Where no edit is allowed the terms begin as the word does.
    const beginning = inFirst === 0 ? word.slice(0, Math.max(0, first)) : '';
    const until = beginning ? this.upperBound(beginning) : terms.length;
    /** How many signs of the last term looked at have their rows. */
    let filled = 0;
    const groups = new Uint32Array(longGroups + 1);
    for (let at = beginning ? this.lowerBound(beginning) : 0; at < until;) {
      const term = terms[at]!;
      let depth = Math.min(shared[at]!, filled);
      let best = far;
      const end = Math.min(term.length, longestTerm);
      if (asBeginning)
        for (let k = length - most; k <= depth; k++) best = Math.min(best, wholeAt(k, length, most));
      let isOver = false;
      for (; depth < end && !isOver; depth++) {
        const lowest = fillRow(rows, depth, term, word, most);
        if (asBeginning) best = Math.min(best, wholeAt(depth + 1, length, most));
        isOver = lowest > (depth < first ? inFirst : most);
      }
      const distance = asBeginning || isOver ? best : wholeAt(depth, length, most);
      filled = depth;
      if (distance <= most) found(at, distance);
      at = isOver && distance > most ? this.#afterGroup(at, depth, groups) : at + 1;
    }
  }

  /** The first term behind `at` that shares less than so many signs with it. */
  #afterGroup(at: number, length: number, groups: Uint32Array): number {
    if (length <= longGroups) {
      const ends = this.#groupEnds[length]!;
      let group = groups[length]!;
      while (ends[group]! <= at) group++;
      groups[length] = group;
      return ends[group]!;
    }
    const shared = this.#shared;
    const end = Math.min(at + mostSteps, this.terms.length);
    for (let next = at + 1; next < end; next++) if (shared[next]! < length) return next;
    return end === this.terms.length ? end : this.upperBound(this.terms[at]!.slice(0, length));
  }
}

// One search at a time: rows are kept from one to the next.
let kept: Uint8Array[] = [];

function firstRows(length: number, most: number): Uint8Array[] {
  if (kept.length === 0)
    kept = Array.from({ length: longestTerm + 1 }, () => new Uint8Array(longestTerm + 2));
  for (let j = 0; j <= length; j++) kept[0]![j] = j <= most ? j : far;
  return kept;
}

/** Distance between the whole word and so many signs of the term. */
const wholeAt = (depth: number, length: number, most: number) =>
  depth >= 0 && Math.abs(depth - length) <= most ? kept[depth]![length]! : far;

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
