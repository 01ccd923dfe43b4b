import { wellEnough, type Candidates, type MatchStrategy } from './candidates.ts';
import { isGeneSymbol } from './codes.ts';
import { isMeantIn, isReadIn, isWholeIn } from './likeness.ts';
import { normalizeTerm } from './normalise.ts';
import { beforeLetters, type QueryToken } from './query.ts';
import { isQualifying, sources, type NameSource } from './record.ts';
import type { Segment } from './segment.ts';
import { isTellingWord } from './weigh.ts';
import { wordsOf } from './words.ts';

/** What a record has to do with the query. */
export interface Reason {
  /** Words that the record does not hold in any form; optional ones are not missed. */
  leftOut: readonly string[];
  /** Whether one of its names holds all that tells, codes aside. */
  isTogether: boolean;
  /**
   * Numbers of a type where its title has another, and no name has them as such: «тип 5» is not «fingers 4 and 5», the
   * chromosome X no tenth one. «Не» and «без» where no name has them.
   */
  ofOtherType: readonly string[];
  /** Words that it holds only if something else was meant. */
  guessed: readonly string[];
  /** Optional words that it does not hold. */
  passedOver: readonly string[];
  /** Whether no other words than those asked for, or mere misprints of them, were needed. */
  isCertain: boolean;
  /** Whether each word is held as it stands or in another form: a beginning of one is not. */
  isWhole: boolean;
  /** Whether any word that tells is so held. */
  isCertainInPart: boolean;
  /** The name that says most of the query, when that is not the title. */
  name?: { source: NameSource; text: string };
}

/** Why a record was found. */
export function reasonOf(
  segment: Segment,
  slot: number,
  {
    all,
    tokens,
    effort,
    words: query,
  }: {
    all: readonly Candidates[];
    tokens: readonly QueryToken[];
    effort: MatchStrategy;
    words: readonly string[];
  },
): Reason {
  const { nameStart, nameSource, nameText } = segment;
  const isHeld = all.map(() => false);
  const isCertain = all.map(({ token }) => token.isOptional || token.isGeneric);
  const isWhole = [...isCertain];
  let best = { worth: 0, name: -1 };
  let isTogether = false;
  const hasTelling = tokens.some(isTellingWord);
  for (let name = nameStart[slot]!; name < nameStart[slot + 1]!; name++) {
    let worth = 0;
    const qualities = all.map((candidates) => qualityIn(segment, name, candidates));
    const isTelling = all.some(({ token }, i) => isTellingWord(token) && qualities[i]! > 0);
    const texts = qualities.some((quality) => quality > 0)
      ? wordsOf(nameText[name]!).map(({ text }) => text)
      : [];
    all.forEach((candidates, i) => {
      if (qualities[i] === 0 || (candidates.token.isLone && !isTelling)) return;
      worth += qualities[i]! * candidates.weight;
      isHeld[i] = true;
      isWhole[i] ||= tokens[i]!.isCode ? isCodeIn(segment, name, candidates) : isWholeIn(texts, tokens[i]!);
      isCertain[i] ||=
        tokens[i]!.isCode ||
        isReadIn(texts, tokens[i]!) ||
        (effort !== 'exact' && isMeantIn(texts, tokens[i]!));
    });
    const isGene = sources[nameSource[name]!] === 'code' && isGeneSymbol(nameText[name]!);
    isTogether ||=
      (isTelling || !hasTelling) &&
      tokens.every((token, i) => qualities[i]! > 0 || (mayStandApart(token) && !(isGene && token.isGeneric)));
    // Of names that say the same the first is the title.
    if (worth > best.worth + 1e-6) best = { worth, name };
  }
  const source = nameSource[best.name] as NameSource | undefined;
  return {
    leftOut: all
      .filter(({ token }, i) => !isHeld[i] && (token.isCode ? !token.isOptional : !mayStandApart(token)))
      .map(({ token }) => token.text),
    isTogether,
    ofOtherType: otherTypes(nameText.slice(nameStart[slot], nameStart[slot + 1]), query),
    guessed: tokens.filter((_, i) => isHeld[i] && !isCertain[i]).map(({ text }) => text),
    passedOver: all.filter(({ token }, i) => !isHeld[i] && token.isOptional).map(({ token }) => token.text),
    isCertain: isCertain.every(Boolean),
    isWhole: isWhole.every(Boolean),
    isCertainInPart: all.some(({ token }, i) => isTellingWord(token) && isHeld[i]! && isCertain[i]!),
    ...(source ? { name: { source, text: nameText[best.name]! } } : {}),
  };
}

/** «Болезнь» and «синдром» are said of one disease; an acute one is not the chronic one. */
const mayStandApart = ({ text, isOptional, isGeneric, isCode }: QueryToken) =>
  isOptional || isCode || (isGeneric && !isQualifying(normalizeTerm(text).stem));

/** A rubric of МКБ-10 or a group of АТХ stands for all codes in it; of other codes a beginning is no code. */
const rubric = /^[a-z]\d\d(?:[a-z]{1,2})?$/;

function isCodeIn({ wordStart, words }: Segment, name: number, { token, terms }: Candidates): boolean {
  if (rubric.test(token.forms[0]?.key ?? '')) return true;
  for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++)
    if ((terms.get(words[at]!) ?? 0) >= wellEnough) return true;
  return false;
}

function otherTypes(names: readonly string[], query: readonly string[]): string[] {
  // «Не» may be the beginning of a word.
  const denied = query.slice(0, -1).filter((word) => denials.has(word));
  const asked = typesIn(query);
  if (asked.length === 0 && denied.length === 0) return [];
  const words = names.map((name) => wordsOf(name).map(({ text }) => text));
  const undenied = denied.filter((denial) => !words.flat().includes(denial));
  const [ofTitle = [], ...others] = words.map(typesIn);
  const known = new Set([...ofTitle, ...others.flat()].map(({ type }) => type));
  const different = ofTitle.length === 0 ? [] : asked.filter(({ type }) => !known.has(type));
  return [...undenied, ...different.map(({ text }) => text)];
}

const denials = new Set(['не', 'без']);

/** The numbers that stand beside «тип», as they are written and as the index keeps them; of chromosomes X is no numeral. */
const typesIn = (words: readonly string[]) =>
  words.flatMap((text, i) => {
    const near = [words[i - 1] ?? '', words[i + 1] ?? ''];
    if (near.some((word) => word.startsWith('хромосом')) && /^(?:\d+|[xхy])$/.test(text))
      return [{ text, type: `chromosome ${text.replace('х', 'x')}` }];
    const type = near.some((word) => beforeLetters.has(word)) ? normalizeTerm(text).key : '';
    return /^\d+$/.test(type) ? [{ text, type }] : [];
  });

function qualityIn({ wordStart, words, stemOf }: Segment, name: number, candidates: Candidates): number {
  let best = 0;
  for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++)
    best = Math.max(best, candidates.qualityOf(words[at]!), candidates.qualityOf(stemOf[words[at]!]!));
  return best;
}
