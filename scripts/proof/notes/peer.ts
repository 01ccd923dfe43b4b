import { normalizeTerm } from '../../../src/domain/search/normalise.ts';
import { wordsOf } from '../../../src/domain/search/words.ts';
import type { SignNames } from '../../../src/domain/signs/words.ts';
import type { Read } from '../../../tests/sample/signs/figures.ts';

/** The usual baseline: the longest name in the text, word by word, by stems. */
export function longestMatch(names: readonly SignNames[]): Read {
  const stemsOf = (text: string) => wordsOf(text).map((word) => normalizeTerm(word.text).stem);
  const known = new Map<string, string>();
  let longest = 1;
  for (const { hpo, names: all } of names)
    for (const name of all) {
      const stems = stemsOf(name);
      longest = Math.max(longest, stems.length);
      const key = stems.join(' ');
      if (!known.has(key)) known.set(key, hpo);
    }
  return (text) => {
    const stems = stemsOf(text);
    const found = new Set<string>();
    for (let at = 0; at < stems.length;) {
      let length = Math.min(longest, stems.length - at);
      while (length > 0 && !known.has(stems.slice(at, at + length).join(' '))) length--;
      if (length > 0) found.add(known.get(stems.slice(at, at + length).join(' '))!);
      at += Math.max(1, length);
    }
    return [...found].map((id) => ({ id, state: 'present' as const }));
  };
}
