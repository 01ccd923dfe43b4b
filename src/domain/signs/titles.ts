import type { Candidate } from './pack.ts';

/** Names of diseases in the index that the catalogue may lack: ORPHA:355 or OMIM:230800 → name. Pure. */

/**
 * From `orphanet-names-ru.tsv` (orpha, name_ru, …) and `signs-omim.tsv` (omim, mondo, title_en), limited to
 * the index.
 */
export function packTitles(orphanet: string, omim: string, candidates: readonly Candidate[]): string {
  const known = new Set(candidates.map(({ orpha }) => orpha));
  const rowsOf = (table: string) =>
    table
      .split(/\r?\n/)
      .slice(1)
      .filter(Boolean)
      .map((line) => line.split('\t'));
  return JSON.stringify({
    ORPHA: rowsOf(orphanet).flatMap(([number = '', title = '']) =>
      known.has(Number(number)) ? [[Number(number), title]] : [],
    ),
    OMIM: rowsOf(omim).map(([number = '', , title = '']) => [Number(number), title]),
  });
}

export function unpackTitles(text: string): Map<string, string> {
  const packed = JSON.parse(text) as Record<string, [number, string][]>;
  return new Map(
    Object.entries(packed).flatMap(([scheme, rows]) =>
      rows.map(([number, title]) => [`${scheme}:${number}`, title] as const),
    ),
  );
}
