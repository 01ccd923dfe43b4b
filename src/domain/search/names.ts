import { hasSignsForLetters } from '../keyboard.ts';
import {
  answerOf,
  hasNamed,
  isBareGuess,
  isFound,
  isUnsure,
  nothing,
  canDescribe,
  suggestionsOf,
  topScore,
  type SearchAnswer,
  type SearchPass,
  type MatchedRecord,
} from './answer.ts';
import type { MatchStrategy } from './candidates.ts';
import { Matcher } from './match.ts';
import {
  asTyped,
  isShortened,
  respaced,
  retyped,
  tokenOf,
  tokensOf,
  turnedAbbreviation,
  type IsKnown,
  type QueryInterpretation,
} from './query.ts';
import { analyse, keyOf, type SearchRecord } from './record.ts';
import { SegmentBuilder } from './segment.ts';

export interface Scope {
  /** Limit by group. */
  perGroup?: number;
  /** Default: all groups. */
  groups?: ReadonlySet<string>;
  /** Whether words of several names may match together. */
  isSpread?: boolean;
  /** Restricts to certain matches: with misprints or without. */
  sureness?: 'exact' | 'corrected';
}

/** Default limit by group. */
const usualPerGroup = 5;
/** Size of the shortlist that is scored carefully. */
const shortlist = 200;
/** The same for guesses. */
const shortlistOfGuesses = 40;

/** On the other layout, with punctuation: «hlr,» is «рдкб». */
const longestAbbreviation = 5;

/** Number of certain strategies. */
const steps = { exact: 1, corrected: 2 };

/** A match of this share is not improved by guessing at known words. */
const minSimilarity = 0.7;

/** Search by name, synonym and code in any spelling. Updates are immediate and incremental. */
export class NameIndex {
  /** Largest first: each is at least twice the next. */
  #matchers: Matcher[] = [];
  /** Records since the last question: many puts in a row make one segment. */
  #added = new SegmentBuilder();
  #addedKeys = new Set<string>();

  constructor(records: Iterable<SearchRecord> = []) {
    this.put(records);
  }

  get size(): number {
    return this.#current().reduce((sum, { segment }) => sum + segment.live, 0);
  }

  /** Adds or replaces records by group and id. */
  put(records: Iterable<SearchRecord>): void {
    const latest = new Map<string, SearchRecord>();
    for (const record of records) latest.set(keyOf(record.group, record.id), record);
    for (const [key, record] of latest) {
      this.remove(record.group, record.id);
      this.#added.add(analyse(record));
      this.#addedKeys.add(key);
    }
  }

  /** Returns whether it existed. */
  remove(group: string, id: number): boolean {
    const matchers = this.#addedKeys.has(keyOf(group, id)) ? this.#current() : this.#matchers;
    return matchers.some(({ segment }) => segment.remove(group, id));
  }

  /** Names of a record; empty if unknown. */
  namesOf(group: string, id: number): string[] {
    for (const { segment } of this.#current()) {
      const names = segment.namesOf(group, id);
      if (names) return names;
    }
    return [];
  }

  search(
    query: string,
    { perGroup = usualPerGroup, groups, isSpread = false, sureness }: Scope = {},
  ): SearchAnswer {
    const run = (interpretation: QueryInterpretation, strategy: MatchStrategy) =>
      this.#run(interpretation, strategy, (group) => groups?.has(group) ?? true, perGroup);
    const answer = (found: SearchPass, readAs?: string) => answerOf(found, { perGroup, readAs, isSpread });
    const typed = asTyped(query);
    if (sureness && !tokensOf(typed).some(canDescribe)) return nothing();
    const isKnown: IsKnown = (word, isLast) => this.#knows(word, isLast);
    const exact = run(typed, 'exact');
    const isWhole = ({ words }: QueryInterpretation) =>
      words.every((word) => !isShortened(word) && this.#knows(word, false));
    // Three letters match on either layout; an abbreviation must be whole.
    const isSure = isWhole(typed) || (typed.words.at(-1)?.length ?? 0) > longestAbbreviation;
    if (isFound(exact) && isSure && !hasSignsForLetters(typed.text)) return answer(exact);
    const turned = (isSure ? undefined : turnedAbbreviation(query, isKnown)) ?? retyped(query, isKnown);
    if (turned && turned.text.length > 2 && (isSure || !isFound(exact) || isWhole(turned))) {
      const exactTurned = run(turned, 'exact');
      if (isFound(exactTurned)) return answer(exactTurned, turned.text);
    }
    if (isFound(exact)) return answer(exact);
    // «синдром с», «кто п»: nothing informative yet.
    if (!exact.tokens.some(canDescribe)) return nothing();
    const interpretations = likelier(typed, turned, isKnown);
    const spaced = interpretations.flatMap((interpretation) => {
      const words = respaced(interpretation.words, isKnown);
      return words ? [{ ...interpretation, words }] : [];
    });
    // Several words, unknown on both layouts, are taken as typed.
    const likely = interpretations.length > 1 && typed.words.length > 1 ? [typed] : interpretations;
    const further: readonly (readonly [MatchStrategy, readonly QueryInterpretation[]])[] = [
      ['exact', spaced],
      ['repaired', interpretations],
      ['named', likely],
      ['partial', likely],
      ...(typed.words.length > 1
        ? ([
            ['named', spaced],
            ['partial', spaced],
          ] as const)
        : []),
      ['loose', [...likely, ...spaced]],
      ['desperate', likely],
    ];
    let best: SearchPass | undefined;
    for (const [strategy, tried] of further.slice(0, sureness && steps[sureness])) {
      for (const interpretation of tried) {
        const next = run(interpretation, strategy);
        if (strategy === 'named' && !hasNamed(next)) continue;
        if (isFound(next) && (!best || topScore(next) > topScore(best))) best = next;
      }
      if (best && (strategy === 'partial' || strategy === 'named' || best.share >= minSimilarity)) break;
    }
    if (best && !isBareGuess(best))
      return answer(best, best.interpretation.text === typed.text ? undefined : best.interpretation.text);
    if (sureness) return nothing();
    return nothing(
      suggestionsOf(best ? [best] : interpretations.map((interpretation) => run(interpretation, 'guess'))),
    );
  }

  #run(
    interpretation: QueryInterpretation,
    strategy: MatchStrategy,
    isAllowed: (group: string) => boolean,
    perGroup: number,
  ): SearchPass {
    const tokens = tokensOf(interpretation);
    const found: MatchedRecord[] = [];
    const totals = new Map<string, number>();
    const misprinted = new Set<string>();
    let share = 0;
    for (const matcher of tokens.length > 0 ? this.#current() : []) {
      const limit = isUnsure(strategy) ? shortlistOfGuesses : Math.max(shortlist, perGroup);
      const matched = matcher.match(tokens, strategy, isAllowed, limit);
      for (const scored of matched.found) found.push({ ...scored, matcher });
      for (const [group, total] of matched.totals) totals.set(group, (totals.get(group) ?? 0) + total);
      for (const term of matched.misprinted) misprinted.add(term);
      share = Math.max(share, matched.share);
    }
    return { interpretation, strategy, tokens, found, totals, misprinted, share };
  }

  #knows(word: string, isLast: boolean): boolean {
    const token = tokenOf(word, isLast);
    return this.#current().some((matcher) => matcher.knows(token));
  }

  /** Merges what was added with smaller segments: each record is merged a few times at most. */
  #current(): readonly Matcher[] {
    const builder = this.#added;
    if (builder.count === 0) return this.#matchers;
    this.#added = new SegmentBuilder();
    this.#addedKeys.clear();
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
    return this.#matchers;
  }
}

/** The layout with more letters in known words; both on a tie. */
function likelier(
  typed: QueryInterpretation,
  turned: QueryInterpretation | undefined,
  isKnown: IsKnown,
): QueryInterpretation[] {
  if (!turned) return [typed];
  const isLikely = ({ words }: QueryInterpretation) => {
    const lengths = (of: readonly string[]) => of.reduce((sum, word) => sum + word.length, 0);
    return 2 * lengths(words.filter((word) => word.length > 2 && isKnown(word, false))) > lengths(words);
  };
  if (isLikely(typed) === isLikely(turned)) return [typed, turned];
  return isLikely(typed) ? [typed] : [turned];
}
