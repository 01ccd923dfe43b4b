import { geneKey, normalizeTerm, type NormalizedTerm } from './normalise.ts';
import { wordsOf } from './words.ts';

/**
 * Registers named with the number: «ORPHA 355» is ORPHA:355, stored as «355orpha», because «355» is a prefix
 * of it. With Russian spellings and abbreviations.
 */
const numberedBy: Record<string, string> = {
  orpha: 'orpha', orphanet: 'orpha', ordo: 'orpha', орфа: 'orpha', орфанет: 'orpha', orphacode: 'orpha',
  omim: 'omim', mim: 'omim', омим: 'omim',
  hp: 'hp', hpo: 'hp', mondo: 'mondo', gard: 'gard', mesh: 'mesh',
}; // prettier-ignore

/** Words that announce a code: «мкб-10 E75.2», «код АТХ A16AB02», «ген GBA1». */
const announcing = new Set(
  'мкб мкб10 мкб11 icd icd10 icd11 icd10cm атх atc atx ру код коды code codes ген gene'.split(' '),
);
const editions = new Set(['10', '11']);

const hasDigit = /\d/;

/** Registers written before the number. */
const isNamedBefore = (register: string) => register === 'nct';

/** Index terms of a code: the whole, and its number. */
export function codeWords(code: string): NormalizedTerm[] {
  const [scheme, number] = code.split(':');
  if (number && hasDigit.test(number)) {
    const key = normalizeTerm(compact(number)).key;
    return [{ key: numbered(numberedBy[scheme!.toLowerCase()] ?? compact(scheme!), key), stem: key }];
  }
  if (!hasDigit.test(code))
    return wordsOf(code).map(({ text }) => {
      const gene = geneKey(text);
      return gene ? { key: gene, stem: gene } : normalizeTerm(text);
    });
  const key = normalizeTerm(compact(code.replace(registration, '$1$2'))).key;
  return [{ key, stem: key }];
}

/** Any code that is not of a register, МКБ-10, АТХ, a trial or a Russian registration. */
export const isGeneSymbol = (code: string): boolean =>
  !/:|^[А-Я]|^[A-Z]\d\d(?:\.\d+|[A-Z]{1,2}(?:\d\d)?)?$|^NCT\d|^[\d_./-]+$/.test(code);

/** NCT-0123 4567 → nct01234567: separators are ignored. */
const compact = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Russian registrations: «ЛП-№(001102)-(РГ-RU)», «лп 001102», «П N013386/01»: letters and six digits. */
const registration =
  /(?<![\p{L}\p{N}])(лп|лср|лс|п)[\s.-]*[n№]{0,2}[\s.-]*\(?(\d{6})(?!\d)\)?(?:\s*[-/]\s*(?:\(?рг-ru\)?|\d{2}(?!\d)))?/giu;

/** «E75,2» from a Russian keypad is «E75.2»; spaced letters, «с м а», are a word. */
export function repairCodes(query: string): string {
  return query
    .replace(registration, '$1$2')
    .replace(/(?<![\p{L}\p{N}])(\p{L}\d\d),(?=\d)/gu, '$1.')
    .replace(/(?<![\p{L}\p{N}])\p{L}(?:[ .\u00a0]+\p{L}){2,}(?![\p{L}\p{N}])/gu, joinLetters)
    .replace(/^\s*(\p{L})[ .\u00a0]+(\p{L})[\s.]*$/u, '$1$2');
}

const joinLetters = (letters: string) => letters.replace(/[ .\u00a0]+/g, '');

/** Joins codes in a query: «orpha 355» and «orpha355» → «355orpha», «мкб-10 e75.2» → «e75.2». */
export function joinCodes(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const [, word = '', number] = /^(\D*)(\d*)$/.exec(words[i]!) ?? [];
    const register = registerOf(word);
    const next = words[i + 1];
    if (register && number) joined.push(numbered(register, number));
    else if (register && next && /^\d+$/.test(next)) {
      joined.push(numbered(register, next));
      i++;
    } else if (announcing.has(words[i]!) && words.slice(i + 1).some(isCode)) {
      if (next && editions.has(next)) i++;
    } else joined.push(words[i]!);
  }
  return joined;
}

/** A register name or its beginning: «355orp». */
export const isRegister = (letters: string): boolean =>
  Object.values(numberedBy).some((register) => register.startsWith(letters));

const registerOf = (word: string) => (isNamedBefore(word) ? word : numberedBy[word]);
const numbered = (register: string, number: string) =>
  isNamedBefore(register) ? register + number : number + register;
const isCode = (word: string) => hasDigit.test(word) && !editions.has(word);
