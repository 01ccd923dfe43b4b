import { hasSignsForLetters } from '../keyboard.ts';
import { highlight, type Piece } from './highlight.ts';
import type { Effort } from './candidates.ts';
import { Matcher, type Matched, type Scored } from './match.ts';
import {
  asTyped,
  respaced,
  retyped,
  tokenOf,
  tokensOf,
  type IsKnown,
  type Reading,
  type Token,
} from './query.ts';
import { analyse, type SearchRecord } from './record.ts';
import { SegmentBuilder } from './segment.ts';

export type { Piece } from './highlight.ts';
export { fromHtml, toHtml } from './highlight.ts';
export type { SearchRecord } from './record.ts';

export interface Hit {
  id: number;
  group: string;
  title: string;
  /** The title with what was asked for marked. */
  pieces: Piece[];
  score: number;
}

export interface Answer {
  /** Best first, at most so many of a group as were asked for. */
  hits: Hit[];
  /** All that match, by group. */
  totals: Map<string, number>;
  /** The query as it was read, when that was the other keyboard layout. */
  readAs?: string;
  /** How far the search had to go; `nothing` leaves `hits` empty. */
  effort: Effort | 'nothing';
  /** Titles that were perhaps meant when nothing was found. */
  suggestions: string[];
}

export interface Wish {
  /** Results of each group. */
  perGroup?: number;
  /** Groups to look in; all by default. */
  groups?: ReadonlySet<string>;
}

/** Titles shown of a group by default. */
const usualPerGroup = 5;
/** A rough score chooses so many more than are shown, a careful one then orders them. */
const shortlist = 200;

/** A match that holds so much of the query is not bettered by guessing at words that are known. */
const enough = 0.7;

interface Attempt extends Matched {
  reading: Reading;
  effort: Effort;
  tokens: readonly Token[];
}

/** Records by name, synonym and code, however they are typed. Changes are seen at once; nothing is rebuilt as a whole. */
export class SearchIndex {
  /** From the largest to the smallest: each is at least twice the next. */
  #matchers: Matcher[] = [];

  constructor(records: Iterable<SearchRecord> = []) {
    this.put(records);
  }

  /** Number of records that can be found. */
  get size(): number {
    return this.#matchers.reduce((sum, { segment }) => sum + segment.live, 0);
  }

  /** Adds records, or replaces those of the same group and id. */
  put(records: Iterable<SearchRecord>): void {
    const latest = new Map<string, SearchRecord>();
    for (const record of records) latest.set(`${record.group} ${record.id}`, record);
    const builder = new SegmentBuilder();
    for (const record of latest.values()) {
      this.remove(record.group, record.id);
      builder.add(analyse(record));
    }
    if (builder.count > 0) this.#append(builder);
  }

  /** Says whether it was there. */
  remove(group: string, id: number): boolean {
    return this.#matchers.some(({ segment }) => segment.remove(group, id));
  }

  search(query: string, { perGroup = usualPerGroup, groups }: Wish = {}): Answer {
    const attempt = (reading: Reading, effort: Effort) =>
      this.#attempt(reading, effort, (group) => groups?.has(group) ?? true, perGroup);
    const typed = asTyped(query);
    const isKnown: IsKnown = (word, isLast) => this.#knows(word, isLast);
    const exact = attempt(typed, 'exact');
    if (exact.found.length > 0 && !hasSignsForLetters(typed.text)) return answerOf(exact, perGroup);
    const turned = retyped(query, isKnown);
    if (turned) {
      const exactTurned = attempt(turned, 'exact');
      if (exactTurned.found.length > 0) return answerOf(exactTurned, perGroup, turned.text);
    }
    if (exact.found.length > 0) return answerOf(exact, perGroup);
    const readings = likelier(typed, turned, isKnown);
    const spaced = readings.flatMap((reading) => {
      const words = respaced(reading.words, isKnown);
      return words ? [{ ...reading, words }] : [];
    });
    const further: readonly (readonly [Effort, readonly Reading[]])[] = [
      ['exact', spaced],
      ['repaired', readings],
      ['loose', [...readings, ...spaced]],
      ['desperate', readings],
    ];
    let best: Attempt | undefined;
    for (const [effort, tried] of further) {
      for (const reading of tried) {
        const next = attempt(reading, effort);
        if (next.found.length > 0 && (!best || topScore(next) > topScore(best))) best = next;
      }
      if (best && best.share >= enough) break;
    }
    if (best)
      return answerOf(best, perGroup, best.reading.text === typed.text ? undefined : best.reading.text);
    const guessed = readings.flatMap((reading) => attempt(reading, 'guess').found).sort(byMerit);
    return { hits: [], totals: new Map(), effort: 'nothing', suggestions: titlesOf(guessed) };
  }

  #attempt(
    reading: Reading,
    effort: Effort,
    isAllowed: (group: string) => boolean,
    perGroup: number,
  ): Attempt {
    const tokens = tokensOf(reading.words);
    const found: Scored[] = [];
    const totals = new Map<string, number>();
    const misprinted = new Set<string>();
    let share = 0;
    for (const matcher of tokens.length > 0 ? this.#matchers : []) {
      const matched = matcher.match(tokens, effort, isAllowed, Math.max(shortlist, perGroup));
      for (const scored of matched.found) found.push(scored);
      for (const [group, total] of matched.totals) totals.set(group, (totals.get(group) ?? 0) + total);
      for (const term of matched.misprinted) misprinted.add(term);
      share = Math.max(share, matched.share);
    }
    return { reading, effort, tokens, found, totals, misprinted, share };
  }

  #knows(word: string, isLast: boolean): boolean {
    const token = tokenOf(word, isLast);
    return this.#matchers.some((matcher) => matcher.knows(token));
  }

  /** Takes new records in, merging them with the segments that are not much larger: each record is merged but a few times. */
  #append(builder: SegmentBuilder): void {
    for (
      let last = this.#matchers.at(-1);
      last && last.segment.live < 2 * builder.count;
      last = this.#matchers.at(-1)
    ) {
      for (const record of last.segment.records()) builder.add(record);
      this.#matchers.pop();
    }
    const older = this.#matchers.map(({ segment }) => segment);
    this.#matchers.push(
      new Matcher(
        builder.finish({
          records: older.reduce((sum, segment) => sum + segment.live, 0),
          recordsWith: (term) => older.reduce((sum, segment) => sum + segment.recordsSpelt(term), 0),
        }),
      ),
    );
  }
}

function answerOf(attempt: Attempt, perGroup: number, readAs?: string): Answer {
  const { effort, tokens, found, totals, misprinted } = attempt;
  const hits: Hit[] = [];
  const taken = new Map<string, number>();
  for (const { segment, slot, score } of found.sort(byMerit)) {
    const group = segment.groupNames[segment.groups[slot]!]!;
    const count = taken.get(group) ?? 0;
    if (count >= perGroup) continue;
    taken.set(group, count + 1);
    const title = segment.titles[slot]!;
    hits.push({ id: segment.ids[slot]!, group, title, pieces: highlight(title, tokens, misprinted), score });
  }
  return { hits, totals, effort, suggestions: [], ...(readAs === undefined ? {} : { readAs }) };
}

/** The one reading of which most letters are in known words; both when that does not tell. */
function likelier(typed: Reading, turned: Reading | undefined, isKnown: IsKnown): Reading[] {
  if (!turned) return [typed];
  const isLikely = ({ words }: Reading) => {
    const lengths = (of: readonly string[]) => of.reduce((sum, word) => sum + word.length, 0);
    return 2 * lengths(words.filter((word) => word.length > 2 && isKnown(word, false))) > lengths(words);
  };
  if (isLikely(typed) === isLikely(turned)) return [typed, turned];
  return isLikely(typed) ? [typed] : [turned];
}

const mostSuggestions = 3;
const titlesOf = (found: readonly Scored[]) =>
  [...new Set(found.map(({ segment, slot }) => segment.titles[slot]!))].slice(0, mostSuggestions);

const topScore = ({ found }: Attempt) => found.reduce((best, { score }) => Math.max(best, score), 0);

/** Best first; equals by importance, length, alphabet and number, so that the order never changes by itself. */
function byMerit(a: Scored, b: Scored): number {
  if (a.score !== b.score) return b.score - a.score;
  const importance = b.segment.importance[b.slot]! - a.segment.importance[a.slot]!;
  if (importance !== 0) return importance;
  const one = a.segment.titles[a.slot]!;
  const other = b.segment.titles[b.slot]!;
  if (one.length !== other.length) return one.length - other.length;
  if (one !== other) return one < other ? -1 : 1;
  return a.segment.ids[a.slot]! - b.segment.ids[b.slot]!;
}
