import { hasSignsForLetters } from '../keyboard.ts';
import { highlight, type Piece } from './highlight.ts';
import type { Effort } from './candidates.ts';
import { mostUnsure } from './limits.ts';
import { Matcher, type Matched, type Scored } from './match.ts';
import {
  asTyped,
  isShortened,
  respaced,
  retyped,
  tokenOf,
  tokensOf,
  turnedAbbreviation,
  type IsKnown,
  type Reading,
  type Token,
} from './query.ts';
import { analyse, sources, type SearchRecord } from './record.ts';
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
  /** The other name or code by which it was found, when its title says less of the query. */
  why?: Why;
}

export interface Why {
  source: 'synonym' | 'code' | 'abbreviation';
  pieces: Piece[];
}

/**
 * How sure an answer is. `exact`: all that was asked for is there, in some form, or begins so. `corrected`: the same
 * after a misprint that leaves no doubt. `partial`: some words are left out, the others are a whole name of each
 * record. `similar`: names that are like the query, and stand for something else as likely as not.
 */
export type Match = 'exact' | 'corrected' | 'partial' | 'similar';

export interface Answer {
  /** Best first, at most so many of a group as were asked for. */
  hits: Hit[];
  /** All that match, by group. */
  totals: Map<string, number>;
  /** The query as it was read, when that was the other keyboard layout. */
  readAs?: string;
  /** How sure the answer is; `nothing` leaves `hits` empty. */
  match: Match | 'nothing';
  /** Words of the query that none of the hits holds. */
  leftOut: string[];
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

/** Of the other layout, signs included: «hlr,» is «рдкб». */
const longestAbbreviation = 5;

/** A match that holds so much of the query is not bettered by guessing at words that are known. */
const enough = 0.7;

interface Found extends Scored {
  matcher: Matcher;
}

interface Attempt extends Matched {
  found: Found[];
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
    const isWhole = ({ words }: Reading) =>
      words.every((word) => !isShortened(word) && this.#knows(word, false));
    // Three letters begin some name on either layout; an abbreviation is known as a whole.
    const isSure = isWhole(typed) || (typed.words.at(-1)?.length ?? 0) > longestAbbreviation;
    if (isFound(exact) && isSure && !hasSignsForLetters(typed.text)) return answerOf(exact, perGroup);
    const turned = (isSure ? undefined : turnedAbbreviation(query, isKnown)) ?? retyped(query, isKnown);
    if (turned && (isSure || !isFound(exact) || isWhole(turned))) {
      const exactTurned = attempt(turned, 'exact');
      if (isFound(exactTurned)) return answerOf(exactTurned, perGroup, turned.text);
    }
    if (isFound(exact)) return answerOf(exact, perGroup);
    const readings = likelier(typed, turned, isKnown);
    const spaced = readings.flatMap((reading) => {
      const words = respaced(reading.words, isKnown);
      return words ? [{ ...reading, words }] : [];
    });
    const further: readonly (readonly [Effort, readonly Reading[]])[] = [
      ['exact', spaced],
      ['repaired', readings],
      ['partial', readings],
      ['partial', spaced],
      ['loose', [...readings, ...spaced]],
      ['desperate', readings],
    ];
    let best: Attempt | undefined;
    for (const [effort, tried] of further) {
      for (const reading of tried) {
        const next = attempt(reading, effort);
        if (isFound(next) && (!best || topScore(next) > topScore(best))) best = next;
      }
      if (best && (effort === 'partial' || best.share >= enough)) break;
    }
    if (best && !isBareGuess(best))
      return answerOf(best, perGroup, best.reading.text === typed.text ? undefined : best.reading.text);
    const guessed = best
      ? best.found.filter((found) => !reasonOf(found, best).name)
      : readings.flatMap((reading) => attempt(reading, 'guess').found);
    return {
      hits: [],
      totals: new Map(),
      match: 'nothing',
      leftOut: [],
      suggestions: titlesOf(guessed.sort(byMerit)),
    };
  }

  #attempt(
    reading: Reading,
    effort: Effort,
    isAllowed: (group: string) => boolean,
    perGroup: number,
  ): Attempt {
    const tokens = tokensOf(reading);
    const found: Found[] = [];
    const totals = new Map<string, number>();
    const misprinted = new Set<string>();
    let share = 0;
    for (const matcher of tokens.length > 0 ? this.#matchers : []) {
      const matched = matcher.match(tokens, effort, isAllowed, Math.max(shortlist, perGroup));
      for (const scored of matched.found) found.push({ ...scored, matcher });
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
  const { effort, tokens, misprinted } = attempt;
  const sorted = attempt.found.sort(byMerit);
  const named = effort === 'partial' ? nearBest(sorted.filter(({ isNamed }) => isNamed)) : [];
  const found = named.length > 0 ? named : sorted;
  const isUnsure = effort !== 'exact' && effort !== 'repaired';
  const hits: Hit[] = [];
  const leftOut = new Set(isUnsure ? tokens.map(({ text }) => text) : []);
  const taken = new Map<string, number>();
  let isCertain = true;
  let isTogether = true;
  for (const { segment, slot, score, isNamed, matcher } of found) {
    if (isUnsure && hits.length === mostUnsure) break;
    const group = segment.groupNames[segment.groups[slot]!]!;
    const count = taken.get(group) ?? 0;
    if (count >= perGroup) continue;
    const title = segment.titles[slot]!;
    const reason = matcher.reasonOf(slot, tokens, effort);
    if (effort === 'exact' && !reason.isCertain) continue;
    taken.set(group, count + 1);
    if (hits.length === 0) {
      ({ isCertain, isTogether } = reason);
      // A word of a question that a whole name does not need is none of its words; of a longer name it may be.
      if (!isUnsure && !isNamed) for (const word of reason.passedOver) leftOut.add(word);
    }
    if (isUnsure) for (const word of leftOut) if (!reason.leftOut.includes(word)) leftOut.delete(word);
    const pieces = highlight(title, tokens, misprinted);
    const why = reason.name && {
      source: sources[reason.name.source] as Why['source'],
      pieces: highlight(reason.name.text, tokens, misprinted),
    };
    hits.push({ id: segment.ids[slot]!, group, title, pieces, score, ...(why && { why }) });
  }
  return {
    hits,
    totals: isUnsure ? taken : attempt.totals,
    match: matchOf(effort, isCertain, isUnsure ? named.length > 0 : leftOut.size > 0 || !isTogether),
    leftOut: [...leftOut],
    suggestions: [],
    ...(readAs === undefined ? {} : { readAs }),
  };
}

/** What says much less of the query than the best does is no other answer to it. */
const nearBest = (sorted: Found[]) => sorted.filter(({ score }) => score >= 0.7 * sorted[0]!.score);

/** Of what seems to be the words as they were typed, the best must bear to be read. */
function isFound(attempt: Attempt): boolean {
  const { effort, found } = attempt;
  if (effort !== 'exact' || found.length === 0) return found.length > 0;
  return found
    .sort(byMerit)
    .slice(0, mostRead)
    .some((one) => reasonOf(one, attempt).isCertain);
}
const mostRead = 12;

const reasonOf = ({ matcher, slot }: Found, { tokens, effort }: Attempt) =>
  matcher.reasonOf(slot, tokens, effort);

/** One word that is not known, nor is a misprint beyond doubt: what it is like may be asked back, and is no answer. */
function isBareGuess(attempt: Attempt): boolean {
  const { effort, tokens, found } = attempt;
  const telling = tokens.filter(({ isOptional, isGeneric }) => !isOptional && !isGeneric);
  if (effort === 'exact' || effort === 'partial' || telling.length > 1) return false;
  const [first] = found.toSorted(byMerit);
  return first !== undefined && !reasonOf(first, attempt).isCertain;
}

function matchOf(effort: Effort, isCertain: boolean, isPartial: boolean): Match {
  if (effort === 'exact') return isPartial ? 'partial' : 'exact';
  if (effort === 'repaired' && isCertain) return isPartial ? 'partial' : 'corrected';
  return isPartial ? 'partial' : 'similar';
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
