import { toCyrillic } from '../translit.ts';
import { editDistance } from './edit-distance.ts';
import { areForms } from './inflection.ts';
import { normalizeTerm } from './normalise.ts';
import type { QueryToken } from './query.ts';

const hasCyrillic = /[а-я]/;
const hasLatin = /[a-z]/;
/** Key length at which words of two alphabets count as one. */
const enoughSigns = 5;
/** Shorter keys are ambiguous. */
const fewSigns = 4;
/** Minimum share of letters in common between forms of a word. */
const commonPart = 0.61;

/**
 * Whether a word of a text literally contains the query word. Keys drop soft signs and stems cut endings,
 * which would equate «гусь» with ГУС, «карась» with Карри, «липа» with LyP.
 */
export const isReadIn = (words: readonly string[], token: QueryToken): boolean =>
  words.some((word) => isRead(word, token));

function isRead(word: string, token: QueryToken): boolean {
  const { text, forms, beginnings, isLast, isLone, isTurned, isCode } = token;
  if (word === text || isCode) return true;
  const { key, stem } = normalizeTerm(word);
  const own = forms[0]?.key ?? '';
  // The letter of a type is typed in either alphabet: «гемофилия А».
  if (isLone && text.length === 1 && word.length === 1) return own === key;
  const isOneAlphabet = hasCyrillic.test(word) === hasCyrillic.test(text);
  if (isOneAlphabet) {
    // With other words only a whole symbol is a gene: «синдром KID» is not KIDINS220.
    const isBegunGene = /\d/.test(word) && !beginnings.some((beginning) => beginning.startsWith('='));
    if (isLast && word.startsWith(text) && !isBegunGene) return true;
    if (own === key) return key.length >= fewSigns;
    const isForm = forms.some((form) => form.key === key || form.key === stem);
    return isForm && commonBeginning(word, text) >= commonPart * Math.max(word.length, text.length);
  }
  if (isTurned) return false;
  if (own === key) return key.length >= enoughSigns || !hasCyrillic.test(text);
  // Latin letters may spell a Russian word, rarely the reverse.
  if (!hasCyrillic.test(text)) {
    const isBegun = beginnings.some((beginning) => beginning.length > 2 && key.startsWith(beginning));
    return forms.some((form) => form.key === key || form.key === stem) || (isLast && isBegun);
  }
  return false;
}

/** Whether a word of a text is the whole query word in some form: not a prefix or shared stem. */
export const isWholeIn = (words: readonly string[], token: QueryToken): boolean =>
  words.some((word) => isWhole(word, token));

function isWhole(word: string, { text, forms, isLone }: QueryToken): boolean {
  if (word === text) return true;
  const { key, stem } = normalizeTerm(word);
  const own = forms[0]?.key ?? '';
  if (isLone) return own === key;
  const [isRussian, isOfRussian] = [hasCyrillic.test(text), hasCyrillic.test(word)];
  if (isRussian && isOfRussian && areForms(word, text)) return true;
  const isSpelt = isRussian ? own === key : forms.some((form) => form.key === key || form.key === stem);
  // Keys drop doubled letters and soft signs, which distinguish short words: PAPA and PAPPA.
  const isPlural = Number(stem !== key && own === stem);
  if (!isSpelt || (own.length < enoughSigns && word.length - isPlural !== text.length)) return false;
  return isOfRussian || !isRussian || Math.abs(toCyrillic(word).length - text.length) < enoughLetters;
}

/** Difference in length that separates words: «банан» and Bannayan. */
const enoughLetters = 2;

/**
 * Whether a word is an unmistakable misprint: one vowel of a short word, one letter of a longer, two of a
 * long one, and not the last letter. A Russian word is not a misprint of a Latin one.
 */
export const isMeantIn = (words: readonly string[], token: QueryToken): boolean =>
  words.some((word) => isMeant(word, token));

function isMeant(word: string, { text, isLast, isCode }: QueryToken): boolean {
  const isRussian = hasCyrillic.test(text);
  if (isCode || (isRussian && !hasCyrillic.test(word))) return false;
  const [own, other] = [normalizeTerm(text), normalizeTerm(word)];
  // A lookalike of the other alphabet, or a mixed spelling.
  if (
    hasLatin.test(text) &&
    (own.key === other.key || (isLast && !isRussian && other.key.startsWith(own.key)))
  )
    return true;
  // Transliterations vary.
  if (!isRussian && editDistance(own.key, other.key) <= editsOf(own.key)) return true;
  const maxEdits = editsOf(own.stem);
  if (Math.abs(own.stem.length - other.stem.length) <= maxEdits && isNear(own.stem, other.stem, maxEdits))
    return true;
  // A long word may be incomplete.
  if (!isLast || own.key.length < longBeginning) return false;
  return [-1, 0, 1].some((more) => isNear(own.key, other.key.slice(0, own.key.length + more), 1));
}

const longBeginning = 7;
/** Edits that leave no doubt, by stem length. */
const editsOf = ({ length }: string) => (length < 4 ? 0 : length < 9 ? 1 : 2);
const shortStem = 6;
const withoutVowels = (key: string) => key.replace(/[aeiou]/g, '');

function isNear(one: string, other: string, maxEdits: number): boolean {
  if (one === other) return one.length >= fewSigns;
  if (maxEdits === 0 || (one.length < longBeginning && one.at(-1) !== other.at(-1))) return false;
  if (Math.min(one.length, other.length) < shortStem && withoutVowels(one) !== withoutVowels(other))
    return isSwapped(one, other);
  return editDistance(one, other) <= maxEdits;
}

/** Whether two neighbouring letters are swapped. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((sign, i) => sign !== other[i]);
  const [first, second] = [one[at], one[at + 1]];
  return (
    one.length === other.length &&
    one === `${other.slice(0, at)}${first}${second}${other.slice(at + 2)}` &&
    first === other[at + 1] &&
    second === other[at]
  );
}

function commonBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
