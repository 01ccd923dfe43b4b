import type { Phrase, SignWords } from './lexicon.ts';
import { gaps, type Token } from './text.ts';

/** A name of a sign in a note: which words it stands in. */
export interface Match {
  phrase: Phrase;
  /** Places of its words among those of the note, in order. */
  at: readonly number[];
}

/** So many words on either side of the rarest one are looked at. */
const reach = 7;
const mostBetween = 2;
const fewestForMisprint = 5;
const fewestForTwo = 9;

/** Names of signs in a note: the longest ones, that share a word only as «пупочная и паховая грыжи» do. */
export function findMatches(tokens: readonly Token[], words: SignWords): Match[] {
  const places = rootPlaces(tokens, words);
  const found: (Match & { weight: number })[] = [];
  for (const [root, at] of places)
    for (const phrase of words.phrases.get(root) ?? []) {
      if (phrase.roots.some((other) => !places.has(other))) continue;
      for (const anchor of at) {
        const match = matchAt(phrase, root, anchor, tokens, places);
        if (match) found.push({ ...match, weight: weightOf(match, tokens) });
      }
    }
  found.sort((one, other) => other.weight - one.weight || one.at[0]! - other.at[0]!);
  const chosen: Match[] = [];
  const owner = new Map<number, Match>();
  for (const match of found) {
    const free = match.at.filter((place) => !owner.has(place));
    if (free.length === 0) continue;
    if (free.length < match.at.length && !isShared(match, owner, tokens)) continue;
    chosen.push(match);
    for (const place of free) owner.set(place, match);
  }
  return chosen.sort((one, other) => one.at[0]! - other.at[0]!);
}

/** Roots of the note's words, with what a misprint may stand for, and where they stand. */
function rootPlaces(tokens: readonly Token[], { counts, lexicon }: SignWords): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const put = (root: string, place: number) => {
    const known = places.get(root);
    if (!known) places.set(root, [place]);
    else if (known.at(-1) !== place) known.push(place);
  };
  for (const [place, { root, isUpper }] of tokens.entries()) {
    if (!root) continue;
    if (counts.has(root)) {
      put(root, place);
      continue;
    }
    if (root.length < fewestForMisprint || isUpper || /\d/.test(root)) continue;
    const most = root.length >= fewestForTwo ? 2 : 1;
    const near: { term: number; distance: number }[] = [];
    lexicon.near(root, most, false, (term, distance) => near.push({ term, distance }));
    const least = Math.min(...near.map(({ distance }) => distance));
    for (const { term, distance } of near) if (distance === least) put(lexicon.terms[term]!, place);
  }
  return places;
}

/** The phrase around its rarest word: every other word where it stands nearest. */
function matchAt(
  phrase: Phrase,
  rarest: string,
  anchor: number,
  tokens: readonly Token[],
  places: ReadonlyMap<string, readonly number[]>,
): Match | undefined {
  if (phrase.isAbbreviation && !isAbbreviated(tokens[anchor]!)) return undefined;
  const at = [anchor];
  for (const root of phrase.roots) {
    if (root === rarest) continue;
    let best: number | undefined;
    for (const place of places.get(root)!)
      if (!at.includes(place) && Math.abs(place - anchor) < Math.abs((best ?? Infinity) - anchor))
        best = place;
    if (best === undefined || Math.abs(best - anchor) > reach) return undefined;
    at.push(best);
  }
  at.sort((one, other) => one - other);
  return isTogether(at, tokens) ? { phrase, at } : undefined;
}

const isAbbreviated = ({ isUpper, text }: Token) => isUpper || text.length > 3;

/** Few words between, no mark but a comma, and behind a comma only what is said of the same word. */
function isTogether(at: readonly number[], tokens: readonly Token[]): boolean {
  let between = 0;
  for (let place = at[0]! + 1; place <= at.at(-1)!; place++) {
    const { gap, root, text } = tokens[place]!;
    if (gap >= gaps.clause) return false;
    if (gap === gaps.comma && !isSaidOf.test(text)) return false;
    if (root && !at.includes(place)) between++;
  }
  return between <= mostBetween;
}

/** Endings of adjectives, whole and short. */
const isSaidOf = /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|ых|их|ен|ена|ено|ены)$/;

/** More words outweigh fewer; words that stand apart and late names count a little less. */
function weightOf({ phrase, at }: Match, tokens: readonly Token[]): number {
  let between = 0;
  for (let place = at[0]! + 1; place < at.at(-1)!; place++)
    if (tokens[place]!.root && !at.includes(place)) between++;
  return at.length * 10 - between * 3 - Math.min(phrase.place, 5) * 0.1;
}

/** Whether the words that another sign has too are those of one head: all between belongs to the two. */
function isShared({ at }: Match, owner: ReadonlyMap<number, Match>, tokens: readonly Token[]): boolean {
  const others = new Set(at.flatMap((place) => owner.get(place) ?? []));
  if (others.size > 1) return false;
  const [other] = others;
  for (let place = at[0]!; place <= at.at(-1)!; place++)
    if (tokens[place]!.root && !at.includes(place) && owner.get(place) !== other) return false;
  return true;
}
