import { joinNames, packNames, unpackNames, type SignNames } from './words.ts';

/** Names of signs as they travel beside the index: like stands beside like and packs well. Pure. */

export interface SignLabel extends SignNames {
  english: string;
  /** Nobody has checked the translation. */
  isUnchecked: boolean;
}

interface Columns {
  names: string;
  /** A line a sign. */
  english: string;
  /** Places of the unchecked. */
  unchecked: number[];
}

/** Takes `hpo-signs-ru.tsv` (hpo, label_ru, synonyms_ru, status, label_en) and `sign-words.tsv`. */
export function packLabels(labels: string, words: string): string {
  const rows = labels
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
  const columns: Columns = {
    names: packNames(joinNames(labels, words)),
    english: rows.map((row) => row[4] ?? '').join('\n'),
    unchecked: rows.flatMap(([, , , status = ''], place) =>
      /^(?:translated|unsure)$/.test(status) ? [place] : [],
    ),
  };
  return JSON.stringify(columns);
}

export function unpackLabels(text: string): SignLabel[] {
  const columns = JSON.parse(text) as Columns;
  const english = columns.english.split('\n');
  const unchecked = new Set(columns.unchecked);
  return unpackNames(columns.names).map((sign, place) => ({
    ...sign,
    english: english[place]!,
    isUnchecked: unchecked.has(place),
  }));
}
