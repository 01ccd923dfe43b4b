import { stemmer } from '@orama/stemmers/russian';
import { toCyrillic } from '../translit.ts';

/**
 * Keys compared by the index: one ASCII spelling a word. A letter of either alphabet becomes one character,
 * so that a misprint is one edit: j for ж, q for ч, x for ш and щ.
 */
export interface NormalizedTerm {
  key: string;
  /** Key of the stem, or of the number before a letter («2a» → «2»); otherwise the key. */
  stem: string;
}

const cyrillic: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'j', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o',
  п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'q', ш: 'x', щ: 'x', ъ: '', ы: 'i', ь: '', э: 'e',
  ю: 'u', я: 'a',
}; // prettier-ignore

/** Cyrillic lookalikes of Latin letters in codes (Е74.0, 2В, тип С). */
const lookalikes: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x',
}; // prettier-ignore
const russianLookalikes = Object.fromEntries(
  Object.entries(lookalikes).map(([russian, latin]) => [latin, russian]),
);

const hasCyrillic = /[а-я]/;
const hasLatin = /[a-z]/;
const hasDigit = /\d/;

// Cached: a catalogue has some ten thousand stems. Bounded, because queries are anonymous.
const remembered = new Map<string, NormalizedTerm>();
const memory = 120_000;

export function normalizeTerm(word: string): NormalizedTerm {
  let keys = remembered.get(word);
  if (!keys) {
    if (remembered.size >= memory) remembered.clear();
    remembered.set(word, (keys = makeKeys(word)));
  }
  return keys;
}

function makeKeys(word: string): NormalizedTerm {
  if (hasDigit.test(word)) return codeKeys(word);
  const script = word.length === 1 ? (lookalikes[word] ?? word) : inOneScript(word);
  const numeral = arabic(script);
  if (numeral) return { key: numeral, stem: numeral };
  const key = foldLetters(script);
  return { key, stem: stemKey(script, key) };
}

/** Codes stay exact, except Cyrillic lookalikes. */
function codeKeys(word: string): NormalizedTerm {
  const key = asciiOnly(word.replace(/[а-я]/g, (letter) => lookalikes[letter] ?? cyrillic[letter]!));
  const number = /^(\d+)[a-z]{1,2}$/.exec(key);
  return { key, stem: number ? number[1]! : key };
}

/** A mixed word belongs to one alphabet with lookalikes of the other. */
function inOneScript(word: string): string {
  if (!hasCyrillic.test(word) || !hasLatin.test(word)) return word;
  const russian = word.match(/[а-я]/g)!.length;
  const [from, table] = russian * 2 > word.length ? [/[a-z]/g, russianLookalikes] : [/[а-я]/g, lookalikes];
  return word.replace(from, (letter) => table[letter] ?? letter);
}

function stemKey(word: string, key: string): string {
  if (hasCyrillic.test(word)) return word.length > 3 ? stemOf(word) || key : key;
  return word.length > 4 && word.endsWith('s') ? foldLetters(word.slice(0, -1)) : key;
}

/** The stem; undefined when too short to be distinctive. */
function stemOf(word: string): string | undefined {
  const stem = stemmer(word);
  return word.length - stem.length > longestEnding ? undefined : foldLetters(stem) || undefined;
}
const longestEnding = 5;

/** Gene symbols compare by letter: RET is not Rett. Undefined for other words. */
export const geneKey = (word: string): string | undefined => {
  const script = inOneScript(word);
  return /^[a-z-]{2,}$/.test(script) ? `=${script}` : undefined;
};

/** Key mashing, which would leave little. */
export const isNoise = (word: string, key: string): boolean =>
  /(\p{L})\1\1/u.test(word) && word.length > 3 && key.length * 2 <= word.length;

/** Stem of the Russian word that Latin letters may spell: «mishechnoy» and «мышечная» share one. */
export function transliteratedStem(word: string): string | undefined {
  if (hasDigit.test(word) || hasCyrillic.test(word) || word.length < 4) return undefined;
  return stemOf(toCyrillic(word));
}

/**
 * ASCII spelling of Russian and Latin letters. Russian is folded letter by letter, so prefixes stay prefixes.
 */
export function foldLetters(word: string): string {
  let folded = '';
  for (const letter of hasLatin.test(word) ? foldLatin(word) : word) {
    const sign = cyrillic[letter] ?? letter;
    if (sign && !folded.endsWith(sign)) folded += sign;
  }
  return asciiOnly(folded);
}

/** Latin digraphs, in order. */
function foldLatin(word: string): string {
  return word
    .replace(/shch|sch(?=[aeiouy])|sh/g, 'ш')
    .replace(/ch/g, 'ч')
    .replace(/zh/g, 'ж')
    .replace(/ck/g, 'k')
    .replace(/c(?![eiy])/g, 'k')
    .replace(/ts(?=[aeiouy]|$)/g, 'c')
    .replace(/kh/g, 'h')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/[yj](?=[au])/g, '')
    .replace(/(?<![b-df-hj-np-tv-z])[yj]o/g, 'e')
    .replace(/qu/g, 'kv')
    .replace(/q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/[yj]/g, 'i')
    .replace(/w/g, 'v');
}

/** Other scripts become code points: a name in them still matches itself. */
const asciiOnly = (word: string) =>
  word.replace(/[^!-~]/gu, (sign) => `~${sign.codePointAt(0)!.toString(36)}`);

const numerals = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi', 'xvii', 'xviii', 'xix', 'xx']; // prettier-ignore
const arabicOf = new Map(numerals.map((numeral, i) => [numeral, String(i + 1)]));

/** «МПС II» equals «мпс 2». */
const arabic = (word: string): string | undefined => arabicOf.get(word);
