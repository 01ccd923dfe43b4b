import { wellEnough, type Candidates, type MatchStrategy } from './candidates.ts';
import { isGeneSymbol } from './codes.ts';
import { isMeantIn, isReadIn, isWholeIn } from './likeness.ts';
import { normalizeTerm } from './normalise.ts';
import { beforeLetters, type QueryToken } from './query.ts';
import { isQualifying, sources, type NameSource } from './record.ts';
import type { Segment } from './segment.ts';
import { isInformativeWord } from './weigh.ts';
import { wordsOf } from './words.ts';

/** Match of a record and the query. */
export interface Reason {
  /** Query words missing in the record, without optional ones. */
  leftOut: readonly string[];
  /** Whether one name contains all telling words, except codes. */
  isTogether: boolean;
  /**
   * Type numbers that differ from the title's: «тип 5» is not «fingers 4 and 5», chromosome X is not type 10.
   * Also «не» and «без» missing in the names.
   */
  ofOtherType: readonly string[];
  /** Words present only in a guessed form. */
  guessed: readonly string[];
  /** Optional words missing in the record. */
  passedOver: readonly string[];
  /** All words match exactly or as unmistakable misprints. */
  isCertain: boolean;
  /** All words match whole, not as prefixes. */
  isWhole: boolean;
  /** At least one telling word matches so. */
  isCertainInPart: boolean;
  /** The best matching name, if not the title. */
  name?: { source: NameSource; text: string };
}

export function reasonOf(
  segment: Segment,
  slot: number,
  {
    all,
    tokens,
    strategy,
    words: query,
  }: {
    all: readonly Candidates[];
    tokens: readonly QueryToken[];
    strategy: MatchStrategy;
    words: readonly string[];
  },
): Reason {
  const { nameStart, nameSource, nameText } = segment;
  const isHeld = all.map(() => false);
  const isCertain = all.map(({ token }) => token.isOptional || token.isGeneric);
  const isWhole = [...isCertain];
  let best = { worth: 0, name: -1 };
  let isTogether = false;
  const hasInformative = tokens.some(isInformativeWord);
  for (let name = nameStart[slot]!; name < nameStart[slot + 1]!; name++) {
    let worth = 0;
    const qualities = all.map((candidates) => qualityIn(segment, name, candidates));
    const isInformative = all.some(({ token }, i) => isInformativeWord(token) && qualities[i]! > 0);
    const texts = qualities.some((quality) => quality > 0)
      ? wordsOf(nameText[name]!).map(({ text }) => text)
      : [];
    all.forEach((candidates, i) => {
      if (qualities[i] === 0 || (candidates.token.isLone && !isInformative)) return;
      worth += qualities[i]! * candidates.weight;
      isHeld[i] = true;
      isWhole[i] ||= tokens[i]!.isCode ? isCodeIn(segment, name, candidates) : isWholeIn(texts, tokens[i]!);
      isCertain[i] ||=
        tokens[i]!.isCode ||
        isReadIn(texts, tokens[i]!) ||
        (strategy !== 'exact' && isMeantIn(texts, tokens[i]!));
    });
    const isGene = sources[nameSource[name]!] === 'code' && isGeneSymbol(nameText[name]!);
    isTogether ||=
      (isInformative || !hasInformative) &&
      tokens.every((token, i) => qualities[i]! > 0 || (mayStandApart(token) && !(isGene && token.isGeneric)));
    // On a tie the title wins.
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
    isCertainInPart: all.some(({ token }, i) => isInformativeWord(token) && isHeld[i]! && isCertain[i]!),
    ...(source ? { name: { source, text: nameText[best.name]! } } : {}),
  };
}

/** «Болезнь» and «синдром» are interchangeable, «острый» and «хронический» are not. */
const mayStandApart = ({ text, isOptional, isGeneric, isCode }: QueryToken) =>
  isOptional || isCode || (isGeneric && !isQualifying(normalizeTerm(text).stem));

/** A rubric of МКБ-10 or group of АТХ covers its codes; other code prefixes do not. */
const rubric = /^[a-z]\d\d(?:[a-z]{1,2})?$/;

function isCodeIn({ wordStart, words }: Segment, name: number, { token, terms }: Candidates): boolean {
  if (rubric.test(token.forms[0]?.key ?? '')) return true;
  for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++)
    if ((terms.get(words[at]!) ?? 0) >= wellEnough) return true;
  return false;
}

function otherTypes(names: readonly string[], query: readonly string[]): string[] {
  // «Не» may be a prefix.
  const denied = query.slice(0, -1).filter((word) => denials.has(word));
  const queryTypes = typesIn(query);
  if (queryTypes.length === 0 && denied.length === 0) return [];
  const words = names.map((name) => wordsOf(name).map(({ text }) => text));
  const undenied = denied.filter((denial) => !words.flat().includes(denial));
  const [ofTitle = [], ...others] = words.map(typesIn);
  const known = new Set([...ofTitle, ...others.flat()].map(({ type }) => type));
  const different = ofTitle.length === 0 ? [] : queryTypes.filter(({ type }) => !known.has(type));
  return [...undenied, ...different.map(({ text }) => text)];
}

const denials = new Set(['не', 'без']);

/** Numbers next to «тип», as written and as keys; X of chromosomes is not a numeral. */
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
