import type { MatchStrategy } from './candidates.ts';
import { isGeneSymbol } from './codes.ts';
import { highlight, type HighlightSpan } from './highlight.ts';
import { maxUnsure } from './limits.ts';
import type { Matched, Matcher } from './match.ts';
import type { Reason } from './reasons.ts';
import type { ScoredDoc } from './weigh.ts';
import type { QueryInterpretation, QueryToken } from './query.ts';
import { sources } from './record.ts';
import type { MatchReason } from './match-reason.ts';
import type { MatchQuality } from './match-quality.ts';
import type { SearchIntent } from './intent.ts';

export interface Hit {
  id: number;
  group: string;
  title: string;
  pieces: HighlightSpan[];
  score: number;
  /** Whether the query is a code of the record. */
  isCoded?: boolean;
  /** The matching synonym or code, when the title matches less. */
  why?: MatchReason;
  /** Related records of a certain disease, without zeros. */
  linked?: LinkedCount[];
}

/** Number of records linked to a disease. */
export interface LinkedCount {
  group: string;
  count: number;
}

export interface SearchAnswer {
  /** Best first, limited by group. */
  hits: Hit[];
  /** Total matches by group. */
  totals: Map<string, number>;
  /** The query in the other keyboard layout, if that was used. */
  readAs?: string;
  /** Certainty; `nothing` has no `hits`. */
  match: MatchQuality | 'nothing';
  /** Query words missing in all hits. */
  leftOut: string[];
  /** Matched telling words, without label and question words. */
  used: string[];
  /** Of these, words that the first hit contains in another form. */
  guessed: readonly string[];
  /** Kind of record that the query asks for. */
  wish?: SearchIntent;
  /** Suggested titles when nothing was found. */
  suggestions: string[];
}

export const nothing = (suggestions: string[] = [], leftOut: string[] = []): SearchAnswer => ({
  hits: [],
  totals: new Map(),
  match: 'nothing',
  leftOut,
  used: [],
  guessed: [],
  suggestions,
});

export interface MatchedRecord extends ScoredDoc {
  matcher: Matcher;
  reason?: Reason;
}

export interface SearchPass extends Matched {
  found: MatchedRecord[];
  interpretation: QueryInterpretation;
  strategy: MatchStrategy;
  tokens: readonly QueryToken[];
}

/** Whether the answer does not contain the whole query. */
export const isUnsure = (strategy: MatchStrategy): boolean => strategy !== 'exact' && strategy !== 'repaired';

interface AnswerOptions {
  perGroup: number;
  readAs?: string | undefined;
  isSpread: boolean;
}

export function answerOf(pass: SearchPass, { perGroup, readAs, isSpread }: AnswerOptions): SearchAnswer {
  const { strategy, tokens, misprinted } = pass;
  const { found, isNamed: areNamed } = chosen(pass);
  const isGuess = isUnsure(strategy);
  const hits: Hit[] = [];
  const leftOut = new Set(isGuess ? tokens.map(({ text }) => text) : []);
  const taken = new Map<string, number>();
  let passed = 0;
  let isCertain = true;
  let isTogether = true;
  let isWhole = true;
  let guessed: readonly string[] = [];
  for (const one of found) {
    const { segment, slot, score, isNamed, isCoded } = one;
    if (isGuess && hits.length === maxUnsure) break;
    const group = segment.groupNames[segment.groups[slot]!]!;
    const count = taken.get(group) ?? 0;
    if (count >= perGroup) continue;
    const reason = reasonOf(one, pass);
    if (strategy === 'exact' ? !reason.isCertain : isGuess && !reason.isCertainInPart) {
      if (++passed > maxSkipped) break;
      continue;
    }
    taken.set(group, count + 1);
    if (hits.length === 0) {
      ({ isCertain, isTogether, isWhole, guessed } = reason);
      isWhole ||= isCoded;
      // An optional question word counts as missing only for longer names.
      if (!isGuess && !isNamed) for (const word of reason.passedOver) leftOut.add(word);
      if (!isGuess) for (const word of reason.ofOtherType) leftOut.add(word);
    }
    if (isGuess) for (const word of leftOut) if (!reason.leftOut.includes(word)) leftOut.delete(word);
    const pieces = highlight(segment.titles[slot]!, tokens, misprinted);
    const why = reason.name && {
      source: sourceOf(reason.name),
      pieces: highlight(reason.name.text, tokens, misprinted),
    };
    hits.push({
      id: segment.ids[slot]!,
      group,
      title: segment.titles[slot]!,
      pieces,
      score,
      ...(isCoded && { isCoded }),
      ...(why && { why }),
    });
  }
  const isPartial = isGuess ? areNamed : leftOut.size > 0 || !(isTogether || isSpread);
  if (hits.length === 0) return nothing();
  return {
    hits,
    totals: isGuess ? taken : pass.totals,
    match: matchOf(strategy, { isCertain, isPartial, isWhole }),
    leftOut: [...leftOut],
    used: tokens.flatMap(({ text, isOptional }) => (isOptional || leftOut.has(text) ? [] : [text])),
    guessed,
    suggestions: [],
    ...(readAs === undefined ? {} : { readAs }),
  };
}

/** Hits behind so many others are hardly meant. */
const maxSkipped = 60;

/** Drops hits that match much less than the best. */
const nearBest = (sorted: MatchedRecord[], part: number) =>
  sorted.filter(({ score }) => score >= part * sorted[0]!.score);
const near = 0.7;
/** Candidates for each part of a query about two things. */
const maxCovering = 12;

/**
 * Hits in order. For partial matches whole names count unless others match much more; each word contributes
 * its best name: «церезим гоше» asks for two things.
 */
function chosen(pass: SearchPass): { found: MatchedRecord[]; isNamed: boolean } {
  const sorted = pass.found.sort(byMerit);
  if (!hasNamed(pass)) return { found: sorted, isNamed: false };
  const named = sorted
    .filter(({ isNamed }) => isNamed)
    .slice(0, maxCovering)
    .filter((one) => reasonOf(one, pass).isCertainInPart);
  if (named.length === 0) return { found: sorted, isNamed: false };
  const others = nearBest(named, near);
  const covering: MatchedRecord[] = [];
  let missing = reasonOf(named[0]!, pass).leftOut;
  for (const one of named.slice(1)) {
    if (missing.length === 0) break;
    const { leftOut } = reasonOf(one, pass);
    const rest = missing.filter((word) => leftOut.includes(word));
    if (rest.length < missing.length) covering.push(one);
    missing = rest;
  }
  return { found: [...new Set([named[0]!, ...covering, ...others])], isNamed: true };
}

/** Whether the query contains whole names, and no hit matches much more. */
export function hasNamed({ strategy, found }: SearchPass): boolean {
  if (strategy !== 'partial' && strategy !== 'named') return false;
  const best = Math.max(0, ...found.map(({ score }) => score));
  return found.some(({ isNamed, score }) => isNamed && score >= near * near * best);
}

/** Whether a literal match is good enough. */
export function isFound(pass: SearchPass): boolean {
  const { strategy, found } = pass;
  if (strategy !== 'exact' || found.length === 0) return found.length > 0;
  return found
    .sort(byMerit)
    .slice(0, maxRead)
    .some((one) => reasonOf(one, pass).isCertain);
}
const maxRead = 12;

/** Cached, because hits ask repeatedly. */
const reasonOf = (found: MatchedRecord, pass: SearchPass): Reason =>
  (found.reason ??= found.matcher.reasonOf(found.slot, pass));

/** A single unknown word without a certain correction: similar titles are only suggestions. */
export function isBareGuess(pass: SearchPass): boolean {
  const { strategy, tokens, found } = pass;
  const informative = tokens.filter(({ isOptional, isGeneric }) => !isOptional && !isGeneric);
  if (strategy === 'exact' || strategy === 'partial' || strategy === 'named' || informative.length > 1)
    return false;
  const [first] = found.toSorted(byMerit);
  return first !== undefined && !reasonOf(first, pass).isCertain;
}

function matchOf(
  strategy: MatchStrategy,
  { isCertain, isPartial, isWhole }: { isCertain: boolean; isPartial: boolean; isWhole: boolean },
): MatchQuality {
  if (strategy === 'exact') return isPartial ? 'partial' : isWhole ? 'exact' : 'begun';
  if (strategy === 'repaired' && isCertain) return isPartial ? 'partial' : 'corrected';
  return isPartial ? 'partial' : 'similar';
}

const maxSuggestions = 3;

/** Suggested titles; matches by synonym are skipped, because the title would not explain them. */
export function suggestionsOf(passes: readonly SearchPass[]): string[] {
  const titles = new Set<string>();
  const all = passes.flatMap((pass) => pass.found.map((found) => ({ ...found, pass })));
  for (const found of all.sort(byMerit)) {
    if (titles.size === maxSuggestions) break;
    const isByName = found.pass.strategy !== 'guess' && reasonOf(found, found.pass).name;
    if (!isByName) titles.add(found.segment.titles[found.slot]!);
  }
  return [...titles];
}

/** A single letter is too short. */
export const canDescribe = ({ text, isOptional, isGeneric }: QueryToken): boolean =>
  !isOptional && !isGeneric && text.length > 1;

export const topScore = ({ found }: SearchPass) =>
  found.reduce((best, { score }) => Math.max(best, score), 0);

/** By score, importance, length, alphabet and id: a stable order. */
function byMerit(a: ScoredDoc, b: ScoredDoc): number {
  if (a.score !== b.score) return b.score - a.score;
  const importance = b.segment.importance[b.slot]! - a.segment.importance[a.slot]!;
  if (importance !== 0) return importance;
  const one = a.segment.titles[a.slot]!;
  const other = b.segment.titles[b.slot]!;
  if (one.length !== other.length) return one.length - other.length;
  if (one !== other) return one < other ? -1 : 1;
  return a.segment.ids[a.slot]! - b.segment.ids[b.slot]!;
}

const sourceOf = ({ source, text }: { source: number; text: string }): MatchReason['source'] => {
  const name = sources[source]!;
  if (name === 'code') return isGeneSymbol(text) ? 'gene' : 'code';
  return name === 'title' ? 'synonym' : name;
};
