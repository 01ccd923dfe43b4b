import type { Phrase, PhraseMatch, SignWords } from './lexicon.ts';
import { meantBy } from './misprints.ts';
import { rootOf } from './roots.ts';
import { isPresenceWord } from './states.ts';
import { gaps, type NoteWord } from './text.ts';

/** Window around the rarest word. */
const reach = 7;
const maxBetween = 2;

/** Finds names of signs in a note, longest first; overlaps are allowed as in «пупочная и паховая грыжи». */
export function findMatches(tokens: readonly NoteWord[], words: SignWords): PhraseMatch[] {
  const places = rootPlaces(tokens, words);
  const found: (PhraseMatch & { weight: number })[] = [];
  for (const [root, at] of places)
    for (const phrase of words.phrases.get(root) ?? []) {
      if (phrase.roots.some((other) => !places.has(other))) continue;
      for (const anchor of at) {
        const match = matchAt(phrase, root, anchor, tokens, places);
        if (match) found.push({ ...match, weight: weightOf(match, tokens) });
      }
    }
  found.sort((one, other) => other.weight - one.weight || one.at[0]! - other.at[0]!);
  const chosen: PhraseMatch[] = [];
  const owner = new Map<number, PhraseMatch>();
  for (const match of found) {
    const free = match.at.filter((place) => !owner.has(place));
    if (isJoint(match, tokens)) {
      if (!chosen.some(({ phrase }) => phrase.hpo === match.phrase.hpo)) chosen.push(match);
      continue;
    }
    if (free.length === 0 || isNameOfPlace(match, tokens)) continue;
    if (free.length < match.at.length && !isShared(match, owner, tokens)) continue;
    chosen.push(match);
    for (const place of free) owner.set(place, match);
  }
  return chosen.sort((one, other) => one.at[0]! - other.at[0]!);
}

/** «Большой родничок» is anatomy, not a sign. */
const isNameOfPlace = ({ phrase, at }: PhraseMatch, tokens: readonly NoteWord[]) =>
  phrase.hpo === 'HP:0000239' &&
  at.some((place) => tokens[place]!.text === 'родничок') &&
  at.some((place) => tokens[place]!.text === 'большой');

/** ЗПРР means two signs. */
const isJoint = ({ at }: PhraseMatch, tokens: readonly NoteWord[]) =>
  at.length === 1 && tokens[at[0]!]!.text === 'зпрр';

/** Positions of roots, with corrections of misprints. */
function rootPlaces(tokens: readonly NoteWord[], words: SignWords): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const put = (root: string, place: number) => {
    const known = places.get(root);
    if (!known) places.set(root, [place]);
    else if (known.at(-1) !== place) known.push(place);
  };
  for (const [place, { root, text, isUpper }] of tokens.entries()) {
    if (!root) continue;
    if (words.counts.has(root)) {
      put(root, place);
      continue;
    }
    if (isUpper || /\d/.test(root) || isPresenceWord(text)) continue;
    const ended = rootOf(text.replace(/асть$/, 'ость').replace(/ам(?=[аыу]?$)/, 'ом'));
    if (words.counts.has(ended)) put(ended, place);
    else for (const meant of meantBy(root, words)) put(meant, place);
  }
  return places;
}

/** Matches a phrase around its rarest word, taking the nearest positions. */
function matchAt(
  phrase: Phrase,
  rarest: string,
  anchor: number,
  tokens: readonly NoteWord[],
  places: ReadonlyMap<string, readonly number[]>,
): PhraseMatch | undefined {
  if (phrase.isAbbreviation && !isAbbreviated(tokens[anchor]!, phrase)) return undefined;
  if (phrase.roots.length === 1 && !isForm(tokens[anchor]!, phrase)) return undefined;
  const at = [anchor];
  for (const root of phrase.roots) {
    if (root === rarest) continue;
    const best = nearest(places.get(root)!, anchor, at, tokens);
    if (best === undefined) return undefined;
    at.push(best);
  }
  at.sort((one, other) => one - other);
  return isTogether(at, tokens, phrase) &&
    !isOfSick(at, tokens) &&
    at.every((place) => isJoined(place, at, tokens))
    ? { phrase, at }
    : undefined;
}

/** «Патологических рефлексов нет» is not absence of reflexes. */
const isOfSick = (at: readonly number[], tokens: readonly NoteWord[]) =>
  at.some((place) => isNo(tokens[place]!)) &&
  /^(?:патологическ|аномальн|посторонн|дополнительн|добавочн)/.test(tokens[at[0]! - 1]?.text ?? '');

/**
 * «Не» must directly precede its word: «не слышит», not «зрение не страдает»; «белка в моче нет» is not
 * absence of urine.
 */
const isJoined = (place: number, at: readonly number[], tokens: readonly NoteWord[]) =>
  (tokens[place]!.text !== 'не' || at.includes(place + 1)) &&
  (isNo(tokens[place]!) ||
    !at.some((other) => isNo(tokens[other]!)) ||
    !/^(?:в|на|у|при|с)$/.test(tokens[place - 1]?.text ?? ''));

/** Nearest position of a root; punctuation adds distance. */
function nearest(
  places: readonly number[],
  anchor: number,
  taken: readonly number[],
  tokens: readonly NoteWord[],
): number | undefined {
  let best: number | undefined;
  let least = reach + 1;
  for (const place of places) {
    const distance = Math.abs(place - anchor);
    if (distance > reach || taken.includes(place)) continue;
    const isParted = tokens
      .slice(Math.min(place, anchor) + 1, Math.max(place, anchor) + 1)
      .some(({ gap }) => gap > gaps.none);
    const length = distance + (isParted ? 0.5 + reach - distance : 0);
    if (length >= least) continue;
    best = place;
    least = length;
  }
  return best;
}

const isAbbreviated = ({ isUpper, text }: NoteWord, { words }: Phrase) =>
  words.has(text) && (isUpper || text.length > 3);

/** One-word names match by word forms: «слабость» is not «слабое», «нейтрофилия» not «нейтрофилы». */
function isForm({ text, root }: NoteWord, { words }: Phrase): boolean {
  for (const word of words) {
    if (word === text) return true;
    if (root.length < shortRoot && !isNear(word, text)) continue;
    if (word.endsWith('ия') && !/[ие](?:я|и|ю|ей|й|ям|ях|ями)$/.test(text)) continue;
    if (word.endsWith('ость') && !/[оа]ст/.test(text)) continue;
    // «Бронхи» is not «бронхит», «лимфа» not «лимфома».
    if (/ом[аы]$/.test(word) && !text.includes('ом')) continue;
    if (/иты?$/.test(word) && !text.includes('ит') && !/(?:л[аои]?|ть|[ая]т|ю)$/.test(text)) continue;
    if (!isAdjective.test(word) && isAdjective.test(text)) continue;
    return true;
  }
  return false;
}

/** Short roots are ambiguous: «мел» and «мелена», «колено» and «колит». */
const shortRoot = 4;
const isNear = (one: string, other: string) => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length * 5 >= Math.max(one.length, other.length) * 3;
};

const isAdjective = /(?:[оы]й|[ая]я|[ое]е|ые|ого|ую|ыми?|ых)$/;

/** Few words between, no punctuation but a comma followed by an attribute. */
function isTogether(at: readonly number[], tokens: readonly NoteWord[], { words }: Phrase): boolean {
  let between = 0;
  let isBehind = false;
  for (let place = at[0]! + 1; place <= at.at(-1)!; place++) {
    const { gap, root, text } = tokens[place]!;
    if (gap >= gaps.clause) return false;
    isBehind ||= gap === gaps.comma;
    // «Атрофий» is a genitive plural, not an adjective.
    const isNoun = text.endsWith('ий') && [...'яе'].some((end) => words.has(text.slice(0, -1) + end));
    const isOther = isNoun && !/[ыи]х$/.test(tokens[at[0]!]!.text);
    if (isBehind && root && (isOther || !isAttribute.test(text))) return false;
    if (root && !at.includes(place)) between++;
  }
  const next = tokens[at.at(-1)! + 1];
  // «Гемангиома, капиллярная мальформация»: the words after the comma belong to the next noun.
  const isOfNext =
    next !== undefined && next.gap === gaps.none && next.root !== '' && !at.includes(at.at(-1)! + 1);
  if (isBehind && isOfNext) return false;
  if (between > 0 && isOfNext && isAdjective.test(tokens[at.at(-1)!]!.text)) return false;
  return between <= maxBetween;
}

/** Adjective endings, long and short. */
const isAttribute = /(?:[ыи]й|[оё]й|[ая]я|[ое]е|ые|[кгхшжщч]ие|[^еая]ние|ого|[ыи]х|ен|ена|ено|ены)$/;

/** Weight of a match: more words first; gaps and secondary names lower it slightly. */
function weightOf({ phrase, at }: PhraseMatch, tokens: readonly NoteWord[]): number {
  let between = 0;
  for (let place = at[0]! + 1; place < at.at(-1)!; place++)
    if (tokens[place]!.root && !at.includes(place)) between++;
  // «Поражения почек нет» is not absence of kidneys.
  const absence = at.some((place) => isNo(tokens[place]!)) ? 5 : 0;
  return at.length * 10 - absence - between * 3 - Math.min(phrase.place, 5) * 0.1;
}

/** Whether the shared words are one head noun with several attributes. */
function isShared(
  { at }: PhraseMatch,
  owner: ReadonlyMap<number, PhraseMatch>,
  tokens: readonly NoteWord[],
): boolean {
  if (
    at.some((place) => isNo(tokens[place]!)) &&
    at.some((place) => owner.has(place) && !isNo(tokens[place]!))
  )
    return false;
  for (let place = at[0]!; place <= at.at(-1)!; place++) {
    if (!tokens[place]!.root || at.includes(place)) continue;
    if (!owner.get(place)?.at.some((own) => at.includes(own))) return false;
  }
  return true;
}

const isNo = ({ text }: NoteWord) => text === 'нет' || text === 'нету';
