import { keysOf, type Keys } from './normalise.ts';
import { wordsOf } from './words.ts';

/** Registers whose name belongs to the number: «ORPHA 355» is ORPHA:355. Russian spellings and shorter names beside. */
const numberedBy: Record<string, string> = {
  orpha: 'orpha', orphanet: 'orpha', ordo: 'orpha', орфа: 'orpha', орфанет: 'orpha', orphacode: 'orpha',
  omim: 'omim', mim: 'omim', омим: 'omim',
  hp: 'hp', hpo: 'hp', nct: 'nct', mondo: 'mondo', gard: 'gard', mesh: 'mesh',
}; // prettier-ignore

/** Words that only announce a code: «мкб-10 E75.2», «код АТХ A16AB02». */
const announcing = new Set(
  'мкб мкб10 мкб11 icd icd10 icd11 icd10cm атх atc atx код коды code codes'.split(' '),
);
const editions = new Set(['10', '11']);

const hasDigit = /\d/;

/** Words of a code as the index keeps them: the whole, known by its number, too. */
export function codeWords(code: string): Keys[] {
  const [scheme, number] = code.split(':');
  if (number && hasDigit.test(number)) {
    const key = keysOf(compact(number)).key;
    return [{ key: (numberedBy[scheme!.toLowerCase()] ?? compact(scheme!)) + key, stem: key }];
  }
  if (!hasDigit.test(code)) return wordsOf(code).map((word) => keysOf(word.text));
  const key = keysOf(compact(code)).key;
  return [{ key, stem: key }];
}

/** NCT-0123 4567 → nct01234567: what stands between the signs of a code says nothing. */
const compact = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** «E75,2» of a Russian number pad is «E75.2»; letters spaced out, «с м а», are a word. */
export function repairCodes(query: string): string {
  return query
    .replace(/(?<![\p{L}\p{N}])(\p{L}\d\d),(?=\d)/gu, '$1.')
    .replace(/(?<![\p{L}\p{N}])\p{L}(?:[ .\u00a0]+\p{L}){2,}(?![\p{L}\p{N}])/gu, joinLetters)
    .replace(/^\s*(\p{L})[ .\u00a0]+(\p{L})[\s.]*$/u, '$1$2');
}

const joinLetters = (letters: string) => letters.replace(/[ .\u00a0]+/g, '');

/** Words of a query with codes put together: «orpha 355» → «orpha355», «мкб-10 e75.2» → «e75.2». */
export function joinCodes(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const next = words[i + 1];
    const register = numberedBy[word];
    if (register && next && /^\d+$/.test(next)) {
      joined.push(register + next);
      i++;
    } else if (
      announcing.has(word) &&
      words.slice(i + 1).some((other) => hasDigit.test(other) && !editions.has(other))
    ) {
      if (next && editions.has(next)) i++;
    } else joined.push(register && /^[а-я]/.test(word) ? register : word);
  }
  return joined;
}
