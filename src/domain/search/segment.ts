import { Lexicon } from './lexicon.ts';
import {
  isGeneric,
  sources,
  sourceWeights,
  type AnalysedRecord,
  type Name,
  type NameSource,
} from './record.ts';

/** Number of records in other segments with a term, and in total. */
interface Statistics {
  records: number;
  recordsWith: (term: string) => number;
}
const alone: Statistics = { records: 0, recordsWith: () => 0 };

/**
 * Immutable index segment: sorted terms, postings, and names of records, in typed arrays; removed records are
 * marked until the next merge.
 */
export class Segment {
  readonly lexicon: Lexicon;
  readonly count: number;
  /** Records by slot. */
  readonly ids: Uint32Array;
  readonly groups: Uint8Array;
  readonly groupNames: readonly string[];
  readonly titles: readonly string[];
  readonly importance: Uint8Array;
  readonly titleLengths: Uint8Array;
  readonly isRemoved: Uint8Array;
  /** Postings of term t: slots and weights from postingStart[t] to postingStart[t + 1]. */
  readonly postingStart: Uint32Array;
  readonly slots: Uint32Array;
  readonly weights: Uint8Array;
  /** Names of record r from nameStart[r]; words of name n, as terms, from wordStart[n]. */
  readonly nameStart: Uint32Array;
  readonly nameSource: Uint8Array;
  /** Original names; titles are in `titles`. */
  readonly nameText: readonly string[];
  readonly wordStart: Uint32Array;
  readonly words: Uint32Array;
  /** Term of a term's stem; otherwise itself. */
  readonly stemOf: Uint32Array;
  /** Generic terms: «болезнь», «тип». */
  readonly isGeneric: Uint8Array;
  /** Inverse document frequency. */
  readonly rarity: Float32Array;
  /** Size of the whole index at creation. */
  readonly population: number;
  readonly termLengths: Uint8Array;
  removed = 0;
  #slotOf: Map<number, number> | undefined;

  constructor(parts: SegmentParts, statistics: Statistics = alone) {
    const { terms, order } = inOrder(parts.terms);
    this.lexicon = new Lexicon(terms);
    this.count = parts.ids.length;
    this.ids = Uint32Array.from(parts.ids);
    this.groups = Uint8Array.from(parts.groups);
    this.groupNames = parts.groupNames;
    this.titles = parts.titles;
    this.importance = Uint8Array.from(parts.importance);
    this.isRemoved = new Uint8Array(this.count);
    this.nameStart = parts.nameStart.finished(parts.nameSource.length);
    this.nameSource = Uint8Array.from(parts.nameSource.finished());
    this.nameText = parts.nameText;
    this.wordStart = parts.wordStart.finished(parts.words.length);
    this.words = parts.words.finished().map((term) => order[term]!);
    this.termLengths = Uint8Array.from(terms, (term) => Math.min(255, term.length));
    this.stemOf = new Uint32Array(terms.length);
    parts.stems.finished().forEach((stem, term) => (this.stemOf[order[term]!] = order[stem]!));
    this.isGeneric = Uint8Array.from(this.stemOf, (stem) => (isGeneric(terms[stem]!) ? 1 : 0));
    this.titleLengths = new Uint8Array(this.count);
    for (let slot = 0; slot < this.count; slot++) {
      const title = this.nameStart[slot]!;
      const length =
        title < this.nameStart[slot + 1]! ? this.wordStart[title + 1]! - this.wordStart[title]! : 0;
      this.titleLengths[slot] = Math.min(255, length);
    }
    const postings = this.#makePostings(terms.length);
    this.postingStart = postings.start;
    this.slots = postings.slots;
    this.weights = postings.weights;
    this.population = this.count + statistics.records;
    this.rarity = new Float32Array(terms.length);
    for (let term = 0; term < terms.length; term++)
      this.rarity[term] = Math.log(
        1 + this.population / (this.recordsWith(term) + statistics.recordsWith(terms[term]!)),
      );
  }

  /** Number of records that are not removed. */
  get live(): number {
    return this.count - this.removed;
  }

  recordsSpelt(term: string): number {
    const number = this.lexicon.find(term);
    return number < 0 ? 0 : this.recordsWith(number);
  }

  recordsWith(term: number): number {
    return this.postingStart[term + 1]! - this.postingStart[term]!;
  }

  /** Names of a record; undefined if unknown. */
  namesOf(group: string, id: number): string[] | undefined {
    const slot = this.#slotOfRecord(group, id);
    return slot === undefined
      ? undefined
      : this.nameText.slice(this.nameStart[slot], this.nameStart[slot + 1]).filter((_, i) => {
          const source = sources[this.nameSource[this.nameStart[slot]! + i]!];
          return source === 'title' || source === 'synonym';
        });
  }

  #slotOfRecord(group: string, id: number): number | undefined {
    this.#slotOf ??= this.#findSlots();
    const slot = this.#slotOf.get(id * 256 + this.groupNames.indexOf(group));
    return slot === undefined || this.isRemoved[slot] ? undefined : slot;
  }

  /** Marks a record as removed; returns whether it existed. */
  remove(group: string, id: number): boolean {
    const slot = this.#slotOfRecord(group, id);
    if (slot === undefined) return false;
    this.isRemoved[slot] = 1;
    this.removed++;
    return true;
  }

  /** Its records as they were added, for merging. */
  *records(): Generator<AnalysedRecord> {
    for (let slot = 0; slot < this.count; slot++) if (!this.isRemoved[slot]) yield this.#recordAt(slot);
  }

  #recordAt(slot: number): AnalysedRecord {
    const names: Name[] = [];
    for (let name = this.nameStart[slot]!; name < this.nameStart[slot + 1]!; name++) {
      const terms = Array.from(this.words.subarray(this.wordStart[name], this.wordStart[name + 1]));
      names.push({
        source: this.nameSource[name] as NameSource,
        text: this.nameText[name]!,
        words: terms.map((term) => ({
          key: this.lexicon.terms[term]!,
          stem: this.lexicon.terms[this.stemOf[term]!]!,
        })),
      });
    }
    return {
      id: this.ids[slot]!,
      group: this.groupNames[this.groups[slot]!]!,
      title: this.titles[slot]!,
      importance: this.importance[slot]!,
      names,
    };
  }

  #findSlots(): Map<number, number> {
    const slots = new Map<number, number>();
    for (let slot = 0; slot < this.count; slot++) slots.set(this.ids[slot]! * 256 + this.groups[slot]!, slot);
    return slots;
  }

  /** Builds postings; a record has one entry a term, with its best weight. */
  #makePostings(terms: number) {
    const start = new Uint32Array(terms + 1);
    const seenIn = new Uint32Array(terms);
    const eachWord = (visit: (term: number, slot: number, weight: number) => void) => {
      for (let slot = 0; slot < this.count; slot++)
        for (let name = this.nameStart[slot]!; name < this.nameStart[slot + 1]!; name++) {
          const weight = Math.round(sourceWeights[this.nameSource[name]!]! * 255);
          for (let at = this.wordStart[name]!; at < this.wordStart[name + 1]!; at++) {
            const term = this.words[at]!;
            visit(term, slot, weight);
            if (this.stemOf[term] !== term) visit(this.stemOf[term]!, slot, weight);
          }
        }
    };
    eachWord((term, slot) => {
      if (seenIn[term] === slot + 1) return;
      seenIn[term] = slot + 1;
      start[term + 1]!++;
    });
    for (let term = 0; term < terms; term++) start[term + 1]! += start[term]!;
    const slots = new Uint32Array(start[terms]!);
    const weights = new Uint8Array(start[terms]!);
    const next = start.slice(0, terms);
    seenIn.fill(0);
    eachWord((term, slot, weight) => {
      if (seenIn[term] === slot + 1) {
        const last = next[term]! - 1;
        if (weights[last]! < weight) weights[last] = weight;
        return;
      }
      seenIn[term] = slot + 1;
      const at = next[term]!++;
      slots[at] = slot;
      weights[at] = weight;
    });
    return { start, slots, weights };
  }
}

/** Sorted terms, and new numbers by old ones. */
function inOrder(unsorted: readonly string[]): { terms: string[]; order: Uint32Array } {
  const terms = [...unsorted].sort();
  const place = new Map(terms.map((term, at) => [term, at]));
  const order = Uint32Array.from(unsorted, (term) => place.get(term)!);
  return { terms, order };
}

/** Growing parts of a segment. */
interface SegmentParts {
  terms: readonly string[];
  stems: Numbers;
  ids: readonly number[];
  groups: readonly number[];
  groupNames: readonly string[];
  titles: readonly string[];
  importance: readonly number[];
  nameStart: Numbers;
  nameSource: Numbers;
  nameText: readonly string[];
  wordStart: Numbers;
  words: Numbers;
}

export class SegmentBuilder {
  readonly #numberOf = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #stems = new Numbers();
  readonly #ids: number[] = [];
  readonly #groups: number[] = [];
  readonly #groupNames: string[] = [];
  readonly #titles: string[] = [];
  readonly #importance: number[] = [];
  readonly #nameStart = new Numbers();
  readonly #nameSource = new Numbers();
  readonly #nameText: string[] = [];
  readonly #wordStart = new Numbers();
  readonly #words = new Numbers();

  get count(): number {
    return this.#ids.length;
  }

  add(record: AnalysedRecord): void {
    this.#ids.push(record.id);
    this.#groups.push(this.#groupNumber(record.group));
    this.#titles.push(record.title);
    this.#importance.push(Math.max(0, Math.min(15, record.importance)));
    this.#nameStart.push(this.#nameSource.length);
    for (const name of record.names) {
      this.#nameSource.push(name.source);
      this.#nameText.push(name.text);
      this.#wordStart.push(this.#words.length);
      for (const { key, stem } of name.words) this.#words.push(this.#termNumber(key, stem));
    }
  }

  finish(statistics?: Statistics): Segment {
    return new Segment(
      {
        terms: this.#terms,
        stems: this.#stems,
        ids: this.#ids,
        groups: this.#groups,
        groupNames: this.#groupNames,
        titles: this.#titles,
        importance: this.#importance,
        nameStart: this.#nameStart,
        nameSource: this.#nameSource,
        nameText: this.#nameText,
        wordStart: this.#wordStart,
        words: this.#words,
      },
      statistics,
    );
  }

  #termNumber(key: string, stem: string): number {
    let number = this.#numberOf.get(key);
    if (number === undefined) {
      number = this.#terms.push(key) - 1;
      this.#numberOf.set(key, number);
      this.#stems.push(number);
    }
    // The word may have been added first as a stem.
    if (stem !== key && this.#stems.at(number) === number)
      this.#stems.set(number, this.#termNumber(stem, stem));
    return number;
  }

  #groupNumber(group: string): number {
    const known = this.#groupNames.indexOf(group);
    return known >= 0 ? known : this.#groupNames.push(group) - 1;
  }
}

/** A growing array of 32-bit numbers. */
class Numbers {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Uint32Array(this.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** A trimmed copy; `end` closes arrays of starts. */
  finished(end?: number): Uint32Array {
    const copy = new Uint32Array(this.length + (end === undefined ? 0 : 1));
    copy.set(this.#values.subarray(0, this.length));
    if (end !== undefined) copy[this.length] = end;
    return copy;
  }
}
