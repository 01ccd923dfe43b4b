import { keysOf } from './normalise.ts';
import type { Token } from './query.ts';
import { wordsOf } from './words.ts';

const hasCyrillic = /[а-я]/;
/** Signs of a key by which words of two alphabets are taken for one. */
const enoughSigns = 5;
/** Shorter keys are those of many words. */
const fewSigns = 4;
/** Forms of one word have such a part of their letters in common. */
const commonPart = 0.61;

/**
 * Whether a word of a text is that of the query for who reads both, letter by letter: keys leave out soft signs, stems
 * are cut by rules, and either makes one key of «гусь» and ГУС, of «карась» and Карри, of «липа» and LyP.
 */
export const isReadIn = (text: string, token: Token): boolean =>
  wordsOf(text).some((word) => isRead(word.text, token));

function isRead(word: string, { text, forms, beginnings, isLast, isTurned, isCode }: Token): boolean {
  if (word === text || isCode) return true;
  const { key, stem } = keysOf(word);
  const own = forms[0]?.key ?? '';
  const isOneAlphabet = hasCyrillic.test(word) === hasCyrillic.test(text);
  if (isOneAlphabet) {
    if (isLast && word.startsWith(text)) return true;
    if (own === key) return key.length >= fewSigns;
    const isForm = forms.some((form) => form.key === key || form.key === stem);
    return isForm && commonBeginning(word, text) >= commonPart * Math.max(word.length, text.length);
  }
  if (isTurned) return false;
  if (own === key) return key.length >= enoughSigns || !hasCyrillic.test(text);
  // What is typed in Latin letters may spell a Russian word; a Russian word seldom spells a Latin one.
  if (!hasCyrillic.test(text)) {
    const isBegun = beginnings.some((beginning) => beginning.length > 2 && key.startsWith(beginning));
    return forms.some((form) => form.key === key || form.key === stem) || (isLast && isBegun);
  }
  return isLast && own.length > enoughSigns && key.startsWith(own);
}

function commonBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
