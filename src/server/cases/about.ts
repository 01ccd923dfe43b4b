import { ageBand, sex } from '#domain/vocabularies.ts';

interface Patient {
  /** Codes of the vocabularies; empty when the author has not said. */
  sex: string;
  age_band: string;
  /** Titles of signs that are there. */
  signs: readonly string[];
}

const wordOf = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? '';

/**
 * «Пациент: женский, 40–59 лет; спленомегалия, анемия.»: all that a letter or a bell says of a case beside its number, and
 * no word of its author.
 */
export function aboutOf(patient: Patient): string {
  const who = [wordOf(sex, patient.sex).toLowerCase(), wordOf(ageBand, patient.age_band)];
  const signs = patient.signs
    .slice(0, 3)
    // An abbreviation keeps its letters.
    .map((title) => title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()));
  const said = [who.filter(Boolean).join(', '), signs.join(', ')].filter(Boolean).join('; ');
  return said ? `Пациент: ${said}.` : '';
}
