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
  /** Words of every other name: a record that holds nothing else of the query is not what was looked for. */
  isGeneric: boolean;
}

/** One way of reading what was typed. */
export interface Reading {
  text: string;
  words: readonly string[];
}

const longestQuery = 240;
const mostWords = 12;

/** Whether the index knows a word; one that may still be being typed is known by its beginning. */
export type IsKnown = (word: string, isLast: boolean) => boolean;

/** The query as it was typed. */
export function asTyped(query: string): Reading {
  const text = query.slice(0, longestQuery).trim();
  return { text, words: queryWords(text) };
}

/**
 * The query as the other keyboard layout has it, part by part: a part stays that is known only as it stands («17q21»),
 * and a point or comma behind a word may be that and no letter. Nothing when the words tell that the layout was right.
 */
export function retyped(query: string, isKnown: IsKnown): Reading | undefined {
  const parts = query.slice(0, longestQuery).split(/\s+/).filter(Boolean);
  const turned = parts.map((part, i) => turnedPart(part, i === parts.length - 1, isKnown));
  const letters = (only: 'as typed' | 'turned') =>
    turned.reduce((sum, part) => sum + (part.known === only ? part.text.length : 0), 0);
  if (letters('as typed') > 0 && letters('turned') <= letters('as typed')) return undefined;
  const text = turned.map((part, i) => (part.known === 'as typed' ? parts[i]! : part.text)).join(' ');
  return text.toLowerCase() === parts.join(' ').toLowerCase() ? undefined : { text, words: queryWords(text) };
}

interface TurnedPart {
  text: string;
  /** On which layout its words are known; codes and short words tell nothing, being known on either by chance. */
  known: 'as typed' | 'turned' | 'neither';
}

function turnedPart(part: string, isLast: boolean, isKnown: IsKnown): TurnedPart {
  const turned = onOtherLayout(part);
  if (turned === undefined) return { text: part, known: 'neither' };
  const isAllKnown = (text: string) => {
    const words = queryWords(text);
    return words.length > 0 && words.every((word, i) => isKnown(word, isLast && i === words.length - 1));
  };
  const notTurned = (text: string): TurnedPart => ({
    text,
    known: isAllKnown(part) ? 'as typed' : 'neither',
  });
  // The other layout puts letters together; a word that it breaks at a bracket was no word of that layout.
  if (queryWords(turned).length > Math.max(1, queryWords(part).length)) return notTurned(part);
  const [, bare, marks] = /^(.*?)([,.;:]*)$/s.exec(part)!;
  const bareText = marks ? onOtherLayout(bare!) : undefined;
  const known = [turned, bareText].find((reading) => reading !== undefined && isAllKnown(reading));
  if (known !== undefined) return { text: known, known: known.length > 2 ? 'turned' : 'neither' };
  return notTurned(turned);
}

const queryWords = (text: string) =>
  joinCodes(wordsOf(repairCodes(text)).map((word) => word.text)).slice(0, mostWords);

export function tokensOf(words: readonly string[]): Token[] {
  const isAllSmall = words.every((word) => isSmallWord(word) || isFiller(word));
  return words.map((word, i) => {
    const isLast = i === words.length - 1;
    return tokenOf(word, isLast, !isAllSmall && (isFiller(word) || (isSmallWord(word) && !isLast)));
  });
}

export function tokenOf(text: string, isLast: boolean, isOptional = false): Token {
  const { key, stem } = keysOf(text);
  const isCode = /\d/.test(text);
  const forms = [{ key, quality: 1 }];
  if (stem !== key) forms.push({ key: stem, quality: isCode ? 0.3 : 0.92 });
  const spelt = transliteratedStem(text);
  if (spelt && spelt !== key && spelt !== stem) forms.push({ key: spelt, quality: 0.8 });
  // A number of a register may still be being typed.
  const number = /^\d+(?=[a-z]{2,}$)/.exec(key)?.[0];
  return {
    text,
    forms,
    beginnings: isCode ? [number ?? key] : beginningsOf(text, key),
    isLast,
    isCode,
    isOptional,
    isGeneric: generic.has(stem),
  };
}

/** By their stems. */
const generic = new Set(
  `болезнь болезни синдром заболевание дефицит недостаточность нарушение расстройство тип форма вариант наследственный
  врождённый семейный первичный вторичный хронический острый системный тяжёлый центр больница disease syndrome disorder
  deficiency type`
    .split(/\s+/)
    .map((word) => keysOf(word).stem),
);

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

/** Words of a question about a name. They help where a name has them and are never asked for. */
const fillers = new Set(
  `что такое это как какой какая какие где кто почему чем нет есть можно нужно лечение лечения лечить лечится терапия терапии
  препарат препараты лекарство лекарства симптом симптомы признак признаки причина причины диагноз диагностика диагностики
  прогноз дети детей детям ребенок ребенка взрослых взрослые взрослого больной больных пациент пациента пациентов мкб код
  коды рекомендации клинические анализ анализы россия россии treatment symptoms diagnosis what is`.split(
    /\s+/,
  ),
);
const isFiller = (word: string) => fillers.has(word);

/**
 * The words with those put together or taken apart that the index does not know as they stand: «муко висцидоз»,
 * «болезньгоше», «мпс2». Nothing when there is no such reading.
 */
export function respaced(words: readonly string[], isKnown: IsKnown): string[] | undefined {
  const spaced: string[] = [];
  let isChanged = false;
  const end = words.length - 1;
  for (let i = 0; i <= end; i++) {
    const word = words[i]!;
    const next = words[i + 1];
    const isWordKnown = isKnown(word, i === end);
    if (next !== undefined && isKnown(word + next, i + 1 === end)) {
      spaced.push(word + next);
      isChanged = true;
      i++;
    } else if (!isWordKnown) {
      const parts = takenApart(word, (part, isEnd) => isKnown(part, isEnd && i === end));
      isChanged ||= parts.length > 1;
      spaced.push(...parts);
    } else spaced.push(word);
  }
  return isChanged ? spaced : undefined;
}

/** Borders of letters and digits, and of alphabets, part words of any length; elsewhere parts are three letters or more. */
const border = /(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})|(?<=[а-я])(?=[a-z])|(?<=[a-z])(?=[а-я])/u;
const shortestPart = 3;

function takenApart(word: string, isKnown: IsKnown): string[] {
  let best: string[] = [word];
  let bestWorth = 0;
  for (let at = 1; at < word.length; at++) {
    const isBorder = border.test(word.slice(at - 1, at + 1));
    const shorter = Math.min(at, word.length - at);
    if (!isBorder && shorter < shortestPart) continue;
    // Two even halves are a likelier reading than a long word with a stray end, and a border likelier than either.
    const worth = shorter + (isBorder ? 100 : 0);
    const [one, other] = [word.slice(0, at), word.slice(at)];
    if (worth > bestWorth && isKnown(one, false) && isKnown(other, true))
      [best, bestWorth] = [[one, other], worth];
  }
  return best;
}
