import { onOtherLayout } from '../keyboard.ts';
import { joinCodes, repairCodes } from './codes.ts';
import { fold, keysOf, transliteratedStem } from './normalise.ts';
import { isSmallWord } from './record.ts';
import { wordsOf } from './words.ts';

/** A word of the query and the keys under which it may stand in the index. */
export interface Token {
  text: string;
  forms: readonly { key: string; quality: number }[];
  /** Beginnings of keys, for a word that may still be being typed. */
  beginnings: readonly string[];
  isLast: boolean;
  /** Codes are never taken for misprints. */
  isCode: boolean;
  /** Prepositions add to the score and are never asked for. */
  isOptional: boolean;
}

/** One way of reading what was typed. */
export interface Reading {
  text: string;
  words: readonly string[];
}

const longestQuery = 240;
const mostWords = 12;

/** The query as it was typed, then as the other keyboard layout has it. */
export function readingsOf(query: string): Reading[] {
  const typed = query.slice(0, longestQuery);
  const other = onOtherLayout(typed);
  return [typed, ...(other === undefined ? [] : [other])]
    .map((text) => ({ text: text.trim(), words: queryWords(text) }))
    .filter((reading) => reading.words.length > 0);
}

const queryWords = (text: string) =>
  joinCodes(wordsOf(repairCodes(text)).map((word) => word.text)).slice(0, mostWords);

export function tokensOf(words: readonly string[]): Token[] {
  const isAllSmall = words.every(isSmallWord);
  return words.map((word, i) => tokenOf(word, i === words.length - 1, !isAllSmall && isSmallWord(word)));
}

function tokenOf(text: string, isLast: boolean, isSmall: boolean): Token {
  const { key, stem } = keysOf(text);
  const isCode = /\d/.test(text);
  const forms = [{ key, quality: 1 }];
  if (stem !== key) forms.push({ key: stem, quality: isCode ? 0.3 : 0.92 });
  const spelt = transliteratedStem(text);
  if (spelt && spelt !== key && spelt !== stem) forms.push({ key: spelt, quality: 0.8 });
  return {
    text,
    forms,
    beginnings: isCode ? [key] : beginningsOf(text, key),
    isLast,
    isCode,
    isOptional: isSmall && !isLast,
  };
}

/** The last Latin letter may be the first of two that are one sign: «c» of «ch», «s» of «sh», «y» of «ya». */
const openEndings: Record<string, readonly string[]> = {
  c: ['k', 'c', 'q'], s: ['s', 'x'], z: ['z', 'j'], t: ['t', 'c'], p: ['p', 'f'], k: ['k', 'h'], y: ['i', ''], j: ['i', ''],
}; // prettier-ignore

function beginningsOf(text: string, key: string): string[] {
  // A numeral may be a word that is not finished: «vi» of «vitamin».
  const folded = fold(text);
  const endings = openEndings[text.at(-1)!];
  const stump = text.length > 2 && endings ? fold(text.slice(0, -1)) : undefined;
  const open =
    stump === undefined ? [] : endings!.map((ending) => (stump.endsWith(ending) ? stump : stump + ending));
  return [...new Set([folded, key, ...open])].filter((beginning) => beginning.length > 0);
}

/**
 * The words with those put together or taken apart that the index does not know as they stand: «муко висцидоз»,
 * «болезньгоше», «мпс2». Nothing when there is no such reading.
 */
export function respaced(words: readonly string[], isKnown: (word: string) => boolean): string[] | undefined {
  const spaced: string[] = [];
  let isChanged = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const next = words[i + 1];
    if (next !== undefined && (!isKnown(word) || !isKnown(next)) && isKnown(word + next)) {
      spaced.push(word + next);
      isChanged = true;
      i++;
    } else if (!isKnown(word)) {
      const parts = takenApart(word, isKnown);
      isChanged ||= parts.length > 1;
      spaced.push(...parts);
    } else spaced.push(word);
  }
  return isChanged ? spaced : undefined;
}

const shortestPart = 3;

function takenApart(word: string, isKnown: (word: string) => boolean): string[] {
  const atDigits = word.match(/\d+|\D+/g) ?? [word];
  if (atDigits.length > 1) return atDigits.every(isKnown) ? atDigits : [word];
  let best: string[] = [word];
  let bestLength = 0;
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    // Two even halves are a likelier reading than a long word with a stray end.
    const shorter = Math.min(at, word.length - at);
    if (shorter > bestLength && parts.every(isKnown)) [best, bestLength] = [parts, shorter];
  }
  return best;
}
