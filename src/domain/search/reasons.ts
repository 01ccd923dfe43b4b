import type { Candidates, Effort } from './candidates.ts';
import { isMeantIn, isReadIn } from './likeness.ts';
import { keysOf } from './normalise.ts';
import { beforeLetters, type Token } from './query.ts';
import type { NameSource } from './record.ts';
import type { Segment } from './segment.ts';
import { isTellingWord } from './weigh.ts';
import { wordsOf } from './words.ts';

/** What a record has to do with the query. */
export interface Reason {
  /** Words that the record does not hold in any form; optional ones are not missed. */
  leftOut: readonly string[];
  /** Whether one of its names holds all that tells, codes aside. */
  isTogether: boolean;
  /** Numbers of a type where its title has another, and no name has them as such: «тип 5» is not «fingers 4 and 5». */
  ofOtherType: readonly string[];
  /** Optional words that it does not hold. */
  passedOver: readonly string[];
  /** Whether no other words than those asked for, or mere misprints of them, were needed. */
  isCertain: boolean;
  /** Whether any word that tells is so held. */
  isCertainInPart: boolean;
  /** The name that says most of the query, when that is not the title. */
  name?: { source: NameSource; text: string };
}

/** Why a record was found. */
export function reasonOf(
  segment: Segment,
  slot: number,
  { all, tokens, effort }: { all: readonly Candidates[]; tokens: readonly Token[]; effort: Effort },
): Reason {
  const { nameStart, nameSource, nameText } = segment;
  const isHeld = all.map(() => false);
  const isCertain = all.map(({ token }) => token.isOptional || token.isGeneric);
  let best = { worth: 0, name: -1 };
  let isTogether = false;
  for (let name = nameStart[slot]!; name < nameStart[slot + 1]!; name++) {
    let worth = 0;
    const qualities = all.map((candidates) => qualityIn(segment, name, candidates));
    const isTelling = all.some(({ token }, i) => isTellingWord(token) && qualities[i]! > 0);
    all.forEach((candidates, i) => {
      if (qualities[i] === 0 || (candidates.token.isLone && !isTelling)) return;
      worth += qualities[i]! * candidates.weight;
      isHeld[i] = true;
      isCertain[i] ||=
        tokens[i]!.isCode ||
        isReadIn(nameText[name]!, tokens[i]!) ||
        (effort !== 'exact' && isMeantIn(nameText[name]!, tokens[i]!));
    });
    isTogether ||= tokens.every(
      (token, i) => qualities[i]! > 0 || token.isOptional || token.isGeneric || token.isCode,
    );
    // Of names that say the same the first is the title.
    if (worth > best.worth + 1e-6) best = { worth, name };
  }
  const source = nameSource[best.name] as NameSource | undefined;
  return {
    leftOut: all
      .filter(({ token }, i) => !isHeld[i] && !token.isOptional && !token.isGeneric)
      .map(({ token }) => token.text),
    isTogether,
    ofOtherType: otherTypes(nameText.slice(nameStart[slot], nameStart[slot + 1]), tokens),
    passedOver: all.filter(({ token }, i) => !isHeld[i] && token.isOptional).map(({ token }) => token.text),
    isCertain: isCertain.every(Boolean),
    isCertainInPart: all.some(({ token }, i) => isTellingWord(token) && isHeld[i]! && isCertain[i]!),
    ...(source ? { name: { source, text: nameText[best.name]! } } : {}),
  };
}

function otherTypes(names: readonly string[], tokens: readonly Token[]): string[] {
  const asked = typesIn(tokens.map(({ text }) => text));
  if (asked.length === 0) return [];
  const [ofTitle = [], ...others] = names.map((name) => typesIn(wordsOf(name).map(({ text }) => text)));
  const known = new Set([...ofTitle, ...others.flat()].map(({ type }) => type));
  return ofTitle.length === 0 ? [] : asked.filter(({ type }) => !known.has(type)).map(({ text }) => text);
}

/** The numbers that stand beside «тип», as they are written and as the index keeps them. */
const typesIn = (words: readonly string[]) =>
  words.flatMap((text, i) => {
    const isOfType = [words[i - 1], words[i + 1]].some(
      (near) => near !== undefined && beforeLetters.has(near),
    );
    const type = isOfType ? keysOf(text).key : '';
    return /^\d+$/.test(type) ? [{ text, type }] : [];
  });

function qualityIn({ wordStart, words, stemOf }: Segment, name: number, candidates: Candidates): number {
  let best = 0;
  for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++)
    best = Math.max(best, candidates.qualityOf(words[at]!), candidates.qualityOf(stemOf[words[at]!]!));
  return best;
}
