import { ageBand, sex } from '#domain/vocabularies.ts';

interface Patient {
  /** Vocabulary codes; empty when not given. */
  sex: string;
  age_band: string;
  signs: readonly string[];
}

const wordOf = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? '';

/**
 * «Пациент: женский, 40–59 лет; спленомегалия, анемия.»: all that letters and bells say of a case besides its
 * number, without the author's text.
 */
export function aboutOf(patient: Patient): string {
  const who = [wordOf(sex, patient.sex).toLowerCase(), wordOf(ageBand, patient.age_band)];
  const signs = patient.signs
    .slice(0, 3)
    // Abbreviations keep capitals.
    .map((title) => title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()));
  const description = [who.filter(Boolean).join(', '), signs.join(', ')].filter(Boolean).join('; ');
  return description ? `Пациент: ${description}.` : '';
}
