import data from './data/abbreviations.json' with { type: 'json' };
import { normalizeTerm, type NormalizedTerm } from './normalise.ts';
import { wordsOf } from './words.ts';

interface Expansion {
  abbreviation: string;
  keys: readonly NormalizedTerm[];
  stems: readonly string[];
}

/** Expansions by first word; for search only, no page shows them. */
let expansions: Map<string, Expansion[]> | undefined;

function expansionsByFirstWord(): Map<string, Expansion[]> {
  const byFirstWord = new Map<string, Expansion[]>();
  for (const [abbreviation = '', name = ''] of data.abbreviations) {
    const stems = wordsOf(name)
      .map((word) => normalizeTerm(word.text).stem)
      .filter((stem) => stem !== 'i');
    const keys = wordsOf(abbreviation).map((word) => normalizeTerm(word.text));
    const expansion = { abbreviation, keys, stems };
    byFirstWord.set(stems[0]!, [...(byFirstWord.get(stems[0]!) ?? []), expansion]);
  }
  return byFirstWord;
}

/** Shorter forms of a name: «спинальная мышечная атрофия, тип 1» is also «СМА, тип 1». */
export function abbreviated(
  name: readonly NormalizedTerm[],
): { abbreviation: string; words: NormalizedTerm[] }[] {
  expansions ??= expansionsByFirstWord();
  const shorter: { abbreviation: string; words: NormalizedTerm[] }[] = [];
  for (const word of name) {
    for (const { abbreviation, keys, stems } of expansions.get(word.stem) ?? []) {
      if (!stems.every((stem) => name.some((other) => other.stem === stem))) continue;
      const rest = name.filter((other) => !stems.includes(other.stem));
      shorter.push({ abbreviation, words: [...keys, ...rest] });
    }
  }
  return shorter;
}
