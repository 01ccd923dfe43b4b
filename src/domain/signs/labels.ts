import { joinNames, packNames, unpackNames, type SignNames } from './words.ts';

/** Names of signs for the browser, by column, which compresses better. Pure. */

export interface SignLabel extends SignNames {
  english: string;
  /** An unreviewed translation. */
  isUnchecked: boolean;
}

interface Columns {
  names: string;
  /** One line a sign. */
  english: string;
  /** Indexes of unreviewed ones. */
  unchecked: number[];
}

/** From `hpo-signs-ru.tsv` (hpo, label_ru, synonyms_ru, status, label_en) and `sign-words.tsv`. */
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
