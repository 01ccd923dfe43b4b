import { findMixed } from '../../src/domain/truth.ts';

/** A Russian Orphanet name with the English one. */
export interface NamePair {
  orpha: number;
  title: string;
  title_en: string;
  /** Orphanet's own words are not changed, except misprints. */
  isOfficial: boolean;
}

export interface NameFinding {
  rule: NameRule;
  what: string;
}

/** Rules with their labels. */
export const nameRules = {
  eponym: 'one eponym in two spellings',
  genitive: 'parts of a syndrome in the nominative',
  term: 'terms that are not used any more',
  note: 'a note of Orphanet in a name',
  letters: 'letters of two alphabets in a word',
} as const;
export type NameRule = keyof typeof nameRules;

/**
 * Consistency of names: «Синдром глаукомы-апноэ сна», as in Orphanet's Russian edition; one spelling of a
 * person; no obsolete term.
 */
export function checkNames(names: readonly NamePair[]): NameFinding[] {
  return [
    ...names.flatMap(({ orpha, title, isOfficial }) => {
      const rules: NameRule[] = [];
      if (!isOfficial && isNominative(title)) rules.push('genitive');
      if (!isOfficial && wrongTerms.test(title)) rules.push('term');
      if (orphanetNotes.test(title)) rules.push('note');
      if (findMixed(title).length > 0) rules.push('letters');
      return rules.map((rule): NameFinding => ({ rule, what: `ORPHA:${orpha} «${title}»` }));
    }),
    ...findEponyms(names).map((what): NameFinding => ({ rule: 'eponym', what })),
  ];
}

const wrongTerms = /умственн\p{L}* отстал|лицев\p{L}* дисморф/iu;
const orphanetNotes = /ЗАБОЛЕВАНИЕ, НЕ ОТНОСЯЩЕЕСЯ|НЕ АКТУАЛЬНОЕ/;

/**
 * «Синдром глаукома — апноэ сна»: a dash before a lower-case letter joins parts; not for surnames and quoted
 * words.
 */
function isNominative(title: string): boolean {
  const [first = '', ...rest] = title.replace(/«[^»]*»/g, '').split(' — ');
  return /(^|\s)синдром\s/i.test(first) && rest.some((part) => /^(?!(де|да|ван|фон)\s)[а-яё]/.test(part));
}

/** Namesakes, women (whose surnames do not decline), places, and quoted words. */
const severalPeople = new Set([
  'Coats',
  'Fowler',
  'Gordon',
  'Hernández',
  'Jansen',
  'Leber',
  'Marburg',
  'Najjar',
  'Peters',
  'Saguenay',
  'Silva',
  'Smith',
  'Weiss',
]);

/** English eponyms with several Russian spellings. */
function findEponyms(names: readonly NamePair[]): string[] {
  const common = new Set(names.flatMap(({ title_en: english }) => english.match(/\b[a-z]{4,}/g) ?? []));
  const spellings = new Map<string, Map<string, number>>();
  for (const { orpha, title, title_en: english } of names) {
    // The first word is always capitalised.
    const people = title.match(/(?<=[\s(«/-])[А-ЯЁ][а-яё]{2,}/g) ?? [];
    for (const eponym of new Set(english.match(/(?<!\p{L})\p{Lu}\p{Ll}{3,}/gu) ?? [])) {
      if (common.has(eponym.toLowerCase()) || severalPeople.has(eponym)) continue;
      const [best] = people
        .map((word) => ({ word, likeness: likeness(sound(eponym), sound(latin(stem(word)))) }))
        .filter((one) => one.likeness >= likeEnough)
        .toSorted((one, other) => other.likeness - one.likeness);
      if (!best) continue;
      const known = spellings.get(eponym) ?? new Map<string, number>();
      spellings.set(eponym, known.has(best.word) ? known : known.set(best.word, orpha));
    }
  }
  return [...spellings]
    .filter(([, words]) => words.size > 1)
    .map(
      ([eponym, words]) =>
        `${eponym}: ${[...words].map(([word, orpha]) => `${word} (ORPHA:${orpha})`).join(', ')}`,
    );
}

const likeEnough = 0.65;

const stem = (word: string) =>
  word
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(ого|ой|ом|ем|а|я|у|ю|е|ы|и|о)$/, '');

const letters = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const sounds = 'a b v g d e zh z i i k l m n o p r s t u f h ts ch sh sch _ y _ e yu ya'.split(' ');
const latin = (word: string) =>
  [...word].map((letter) => sounds[letters.indexOf(letter)]?.replace('_', '') ?? letter).join('');

/** Rough pronunciation in any language. */
const sound = (word: string) =>
  word
    .toLowerCase()
    .replace(/sch/g, 'sh')
    .replace(/tch/g, 'ch')
    .replace(/ck|c(?!h)|q/g, 'k')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/w/g, 'v')
    .replace(/x/g, 'ks')
    .replace(/j/g, 'y')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
    .replace(/(.)\1/g, '$1');

/** Twice the longest common subsequence over both lengths: 1 for equal words. */
function likeness(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const letter of one) {
    const next = [0];
    for (let at = 1; at <= other.length; at += 1)
      next[at] =
        other[at - 1] === letter ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return (2 * (row.at(-1) ?? 0)) / (one.length + other.length || 1);
}
