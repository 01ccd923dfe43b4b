import { onOtherLayout } from '../keyboard.ts';
import { isRegister, joinCodes, repairCodes } from './codes.ts';
import { withoutCounts, withoutLabel } from './label.ts';
import { foldLetters, geneKey, isNoise, normalizeTerm, transliteratedStem } from './normalise.ts';
import { withNumerals, withoutOrdinalEndings } from './numerals.ts';
import { isGeneric, isSmallWord } from './record.ts';
import { wordsOf } from './words.ts';

/** A query word and its index keys. */
export interface QueryToken {
  text: string;
  forms: readonly { key: string; quality: number }[];
  /** Prefixes, for an incomplete word. */
  beginnings: readonly string[];
  isLast: boolean;
  /** The number or letter of a type: counts only within a name that matches more. */
  isLone: boolean;
  /** Read on the other layout: limited to its alphabet. */
  isTurned?: boolean;
  /** Codes are never misprints. */
  isCode: boolean;
  /** Prepositions add to the score and are never required. */
  isOptional: boolean;
  /** Generic words: not sufficient alone. */
  isGeneric: boolean;
}

export interface QueryInterpretation {
  text: string;
  /** On the other layout. */
  isTurned?: boolean;
  words: readonly string[];
}

const hasCyrillic = /[а-я]/;
const hasLatin = /[a-z]/;
const longestQuery = 240;
const maxWords = 20;

/** Whether the index knows a word, or a prefix of an incomplete one. */
export type IsKnown = (word: string, isLast: boolean) => boolean;

export function asTyped(query: string): QueryInterpretation {
  const text = query.slice(0, longestQuery).trim();
  return { text, words: queryWords(text) };
}

/**
 * The query on the other layout, part by part: parts known only as typed stay («17q21»), and trailing
 * punctuation may be literal. Undefined when the layout was right.
 */
export function retyped(query: string, isKnown: IsKnown): QueryInterpretation | undefined {
  const parts = query.slice(0, longestQuery).split(/\s+/).filter(Boolean);
  // With mixed alphabets only some words are switched.
  const isMixed = hasCyrillic.test(query.toLowerCase()) && hasLatin.test(query.toLowerCase());
  const turned = parts.map((part, i) => turnedPart(part, i === parts.length - 1, isKnown, isMixed));
  const letters = (only: 'as typed' | 'turned') =>
    turned.reduce((sum, part) => sum + (part.known === only ? part.text.length : 0), 0);
  if (!isMixed && letters('as typed') > 0 && letters('turned') <= letters('as typed')) return undefined;
  const text = turned.map((part, i) => (part.known === 'as typed' ? parts[i]! : part.text)).join(' ');
  return text.toLowerCase() === parts.join(' ').toLowerCase()
    ? undefined
    : { text, words: queryWords(text), isTurned: true };
}

/** A whole abbreviation on the other layout: «gyu» is «пнг». */
export function turnedAbbreviation(query: string, isKnown: IsKnown): QueryInterpretation | undefined {
  const text = onOtherLayout(query.slice(0, longestQuery).trim());
  const words = text === undefined ? [] : queryWords(text);
  const [word] = words;
  if (text === undefined || words.length !== 1 || word!.length < 3 || isShortened(word!)) return undefined;
  return isKnown(word!, false) ? { text, words, isTurned: true } : undefined;
}

interface TurnedPart {
  text: string;
  /** Layout on which its words are known; codes and short words are ambiguous. */
  known: 'as typed' | 'turned' | 'neither';
}

function turnedPart(part: string, isLast: boolean, isKnown: IsKnown, isMixed: boolean): TurnedPart {
  const turned = onOtherLayout(part);
  if (turned === undefined) return { text: part, known: 'neither' };
  // Latin words contain no keyboard punctuation.
  if (/[а-яё]/i.test(part) && /[^\p{L}\p{N}.-]/u.test(turned)) return { text: part, known: 'neither' };
  const isAllKnown = (text: string) => {
    const words = queryWords(text);
    return (
      words.length > 0 &&
      words.every((word, i) => !isShortened(word) && isKnown(word, isLast && i === words.length - 1))
    );
  };
  const notTurned = (text: string): TurnedPart => ({
    text,
    known: isAllKnown(part) ? 'as typed' : 'neither',
  });
  if (isMixed && isAllKnown(part)) return notTurned(part);
  // A word split by the other layout is not of that layout.
  if (queryWords(turned).length > Math.max(1, queryWords(part).length)) return notTurned(part);
  const [, bare, marks] = /^(.*?)([,.;:]*)$/s.exec(part)!;
  const bareText = marks ? onOtherLayout(bare!) : undefined;
  const known = [turned, bareText].find(
    (interpretation) => interpretation !== undefined && isAllKnown(interpretation),
  );
  if (known !== undefined) return { text: known, known: known.length > 2 ? 'turned' : 'neither' };
  return notTurned(turned);
}

/** «ыьф» has the key «if»: too short. */
export const isShortened = (word: string) =>
  word.length > 2 && normalizeTerm(word).key.length < 3 && !/^[ivx]+$/.test(word);

const queryWords = (text: string) =>
  withNumerals(
    withoutLabel(
      joinCodes(withoutOrdinalEndings(wordsOf(withoutCounts(repairCodes(text)))).map((word) => word.text)),
    ),
  ).slice(0, maxWords);

export function tokensOf({ words, isTurned = false }: Omit<QueryInterpretation, 'text'>): QueryToken[] {
  const isAllSmall = words.every((word) => isSmallWord(word) || isFiller(word));
  return words.flatMap((word, i) => {
    const isLast = i === words.length - 1;
    const isOptional = !isAllSmall && (isFiller(word) || (isSmallWord(word) && !isLast));
    const token = { ...tokenOf(word, isLast, isOptional), isTurned };
    if (token.isOptional && !beforeLetters.has(words[i - 1] ?? ''))
      return isSmallWord(word) ? [] : [{ ...token, beginnings: [] }];
    if (words.length === 1) return [token];
    // «Тип 2D» is not type 2DD.
    if (typeOfLetters.test(word) && beforeLetters.has(words[i - 1] ?? ''))
      return [{ ...token, beginnings: [] }];
    // With other words only a whole symbol is a gene: «синдром KID» is not KIDINS220.
    if (!lone.test(word))
      return [{ ...token, beginnings: token.beginnings.filter((key) => !key.startsWith('=')) }];
    // «тип 7» is not type 71, and the letter after «тип» is not a prefix.
    const isWhole = !/[а-я]/.test(word) || beforeLetters.has(words[i - 1] ?? '');
    return [{ ...token, isLone: true, ...(isWhole && { beginnings: [] }) }];
  });
}

const lone = /^(?:\d{1,3}|\p{L}|[ivx]{1,5})$/u;
const typeOfLetters = /^\d{1,3}\p{L}{1,2}$/u;
export const beforeLetters: ReadonlySet<string> = new Set(
  'тип типа типу типом форма формы группа группы вариант type form'.split(' '),
);

export function tokenOf(text: string, isLast: boolean, isOptional = false): QueryToken {
  const { key, stem } = normalizeTerm(text);
  const isCode = /\d/.test(text);
  // «zzzzqqq»: key mashing matches nothing.
  if (isNoise(text, key))
    return {
      text,
      forms: [],
      beginnings: [],
      isLast,
      isLone: false,
      isCode: true,
      isOptional,
      isGeneric: false,
    };
  const gene = geneKey(text);
  const forms = [{ key, quality: 1 }, ...(gene ? [{ key: gene, quality: 1 }] : [])];
  if (stem !== key) forms.push({ key: stem, quality: isCode ? 0.3 : 0.92 });
  const spelt = transliteratedStem(text);
  if (spelt && spelt !== key && spelt !== stem) forms.push({ key: spelt, quality: 0.8 });
  // A register number may be incomplete.
  const [, digits, letters] = /^(\d+)([a-z]{2,})$/.exec(key) ?? [];
  const number = letters && isRegister(letters) ? digits : undefined;
  return {
    text,
    forms,
    beginnings: isCode ? [number ?? key] : [...beginningsOf(text, key), ...(gene ? [gene] : [])],
    isLast,
    isLone: false,
    isCode,
    isOptional,
    isGeneric: isGeneric(stem),
  };
}

/** A final Latin letter may start a digraph: «c» of «ch», «s» of «sh», «y» of «ya». */
const openEndings: Record<string, readonly string[]> = {
  c: ['k', 'c', 'q'], s: ['s', 'x'], z: ['z', 'j'], t: ['t', 'c'], p: ['p', 'f'], k: ['k', 'h'], y: ['i', ''], j: ['i', ''],
}; // prettier-ignore

function beginningsOf(text: string, key: string): string[] {
  // A numeral may be an incomplete word: «vi» of «vitamin».
  const folded = foldLetters(text);
  const endings = openEndings[text.at(-1)!];
  const stump = text.length > 2 && endings ? foldLetters(text.slice(0, -1)) : undefined;
  const open =
    stump === undefined ? [] : endings!.map((ending) => (stump.endsWith(ending) ? stump : stump + ending));
  return [...new Set([folded, key, ...open])].filter((beginning) => beginning.length > 0);
}

/** Question words: helpful in names, never required. */
const fillers = new Set(
  `что такое это как какой какая какие какое каким какими где кто куда откуда когда сколько почему зачем чем чей нет есть можно
  нельзя нужно надо ли же бы быть будет если или лечение лечения лечению лечить лечат лечится лечиться вылечить терапия
  терапии препарат препараты препаратов лекарство лекарства лекарств симптом симптомы симптомов признак признаки признаков
  причина причины диагноз диагноза диагностика диагностики диагностировать прогноз дети детей детям детский ребенок ребенка
  ребенку взрослых взрослые взрослого взрослому больной больных больному пациент пациента пациентов пациенту мкб код коды
  рекомендации клинические анализ анализы анализов россия россии рф обратиться обращаться обследование обследования узнать
  сдать пройти делать платит платят оплачивает бесплатно положено болеют живут жить рожать передается опасна опасно
  диагнозом основной сопутствующий осложнение осложнения анамнез анамнезе жалобы подозрение подозрением исключить впервые
  выявленный выявленная выявленное направлен направлена направляется направление консультация консультацию консультации
  состояние после операции поставили подозревают подтвержден подтвержденный уточнить госпитализация стационар стационаре
  течение рекомендовано дообследование наблюдается мальчик мальчика девочка девочки девочке сын сына сыну дочь дочери дочка
  мама мамы папа отец муж жена мой моя моему моей меня мне мы нас наш он она они его ее их который которая живет живем
  жизнь история рассказ рассказала рассказал помогите подскажите посоветуйте кого есть было год лет месяцев
  наследству простыми словами люди людей человек заразиться заразно отличается отличие разница входят входит
  ds dg дз д з treatment symptoms diagnosis what is`.split(/\s+/),
);
const isFiller = (word: string) => fillers.has(word);

/**
 * Joins or splits unknown words: «муко висцидоз», «болезньгоше», «мпс2». Undefined without such a reading.
 */
export function respaced(words: readonly string[], isKnown: IsKnown): string[] | undefined {
  const spaced: string[] = [];
  let isChanged = false;
  const end = words.length - 1;
  for (let i = 0; i <= end; i++) {
    const word = words[i]!;
    const next = words[i + 1];
    const isWordKnown = isKnown(word, i === end);
    if (next !== undefined && mayJoin(word, next) && isKnown(word + next, i + 1 === end)) {
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

/** «PFIC 2» is PFIC2; numerals, prepositions, «синдром» and mixed alphabets are not joined. */
const mayJoin = (word: string, next: string) =>
  !(hasCyrillic.test(word) && hasLatin.test(next)) &&
  !(hasLatin.test(word) && hasCyrillic.test(next)) &&
  ![word, next].some(
    (part) =>
      isSmallWord(part) || isGeneric(normalizeTerm(part).stem) || (lone.test(part) && !/\d/.test(part)),
  );

/** Borders of letters, digits and alphabets split at any length; other parts have at least three letters. */
const border = /(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})|(?<=[а-я])(?=[a-z])|(?<=[a-z])(?=[а-я])/u;
const shortestPart = 3;
const shortestPair = 8;

function takenApart(word: string, isKnown: IsKnown): string[] {
  let best: string[] = [word];
  let bestWorth = 0;
  for (let at = 1; at < word.length; at++) {
    const isBorder = border.test(word.slice(at - 1, at + 1));
    const shorter = Math.min(at, word.length - at);
    if (!isBorder && (shorter < shortestPart || word.length < shortestPair)) continue;
    // Even halves are likelier than a short rest, and a border likeliest.
    const worth = shorter + (isBorder ? 100 : 0);
    const [one, other] = [word.slice(0, at), word.slice(at)];
    if (!isBorder && (isSmallWord(one) || isSmallWord(other))) continue;
    if (worth > bestWorth && isKnown(one, false) && isKnown(other, true))
      [best, bestWorth] = [[one, other], worth];
  }
  return best;
}
