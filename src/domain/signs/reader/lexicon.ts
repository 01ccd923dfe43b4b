import { Lexicon } from '../../search/lexicon.ts';
import { wordsOf } from '../../search/words.ts';
import type { SignNames } from '../words.ts';
import { rootOf } from './roots.ts';

/** A name of a sign, prepared for matching. */
export interface Phrase {
  hpo: string;
  /** Distinct roots of its words. */
  roots: readonly string[];
  /** Its literal words, for exact matches. */
  words: ReadonlySet<string>;
  /** Abbreviations match in capitals only. */
  isAbbreviation: boolean;
  /** Index among the names; 0 is the label. */
  place: number;
}

/** A matched name and its words. */
export interface PhraseMatch {
  phrase: Phrase;
  /** Word positions, ascending. */
  at: readonly number[];
}

/** Names of all signs prepared for matching: about 0.15 s once. */
export interface SignWords {
  /** Phrases by rarest root. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Number of phrases by root. */
  counts: ReadonlyMap<string, number>;
  /** Roots for misprint correction. */
  lexicon: Lexicon;
  /** Object of an abnormality → sign: «Аномалия склеры» by the root of «склеры». */
  abnormal: ReadonlyMap<string, string>;
}

const maxRoots = 6;

export function prepareWords(signs: readonly SignNames[]): SignWords {
  const counts = new Map<string, number>();
  const all: Phrase[] = [];
  for (const { hpo, names } of signs)
    for (const [place, name] of names.entries()) {
      const words = wordsOf(name).map(({ text }) => text);
      const wordRoots = words.map(rootOf).filter(Boolean);
      const roots = [...new Set(wordRoots)];
      // «Зуб в зубе» needs more than one tooth.
      if (roots.length === 0 || roots.length > maxRoots || (roots.length === 1 && wordRoots.length > 1))
        continue;
      const isAbbreviation = words.length === 1 && name === name.toUpperCase() && name.length <= 6;
      all.push({ hpo, roots, words: new Set(words), isAbbreviation, place });
      for (const root of roots) counts.set(root, (counts.get(root) ?? 0) + 1);
    }
  const phrases = new Map<string, Phrase[]>();
  for (const phrase of all) {
    const rarest = phrase.roots.reduce((one, other) => (counts.get(other)! < counts.get(one)! ? other : one));
    const known = phrases.get(rarest);
    if (known) known.push(phrase);
    else phrases.set(rarest, [phrase]);
  }
  return { phrases, counts, lexicon: new Lexicon([...counts.keys()].sort()), abnormal: abnormalIn(all) };
}

const general = new Set(['патология', 'аномалия', 'нарушение', 'изменение', 'заболевание'].map(rootOf));

/** Of several signs the one whose label says so, lowest number first. */
function abnormalIn(phrases: readonly Phrase[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { hpo, roots, place } of phrases.toSorted((one, other) => one.place - other.place)) {
    const [first = '', second = ''] = roots;
    if (place > 2 || roots.length !== 2 || !general.has(first) || general.has(second)) continue;
    if (!found.has(second)) found.set(second, hpo);
  }
  return found;
}
