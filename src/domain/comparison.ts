/** A comparison of records of one kind, as in the address of /compare/. */
export interface RecordComparison {
  kind: ComparedKind;
  /** Unique, in column order; at most {@link maxCompared}. */
  ids: readonly number[];
  /** Hides rows without differences. */
  isBrief: boolean;
}

const comparedKinds = ['disease', 'drug'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** More columns do not fit on paper. */
export const maxCompared = 4;

export const comparisonPath = '/compare/';

/** The address of a comparison: `/compare/?kind=disease&id=399&id=365`. */
export function comparisonAddress({ kind, ids, isBrief = false }: Partial<RecordComparison>): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(isBrief && { only: 'differences' }),
  });
  for (const id of ids ?? []) query.append('id', String(id));
  return query.size > 0 ? `${comparisonPath}?${query}` : comparisonPath;
}

/** Parses an address; undefined without a kind, an error message when invalid. */
export function readComparison(query: URLSearchParams): RecordComparison | string | undefined {
  const name = query.get('kind');
  if (name === null && !query.has('id')) return undefined;
  const kind = comparedKinds.find((one) => one === name);
  if (!kind) return 'сравнивают заболевания или препараты';
  const given = query.getAll('id');
  if (!given.every((id) => /^[1-9]\d{0,14}$/.test(id))) return 'номер записи указан неверно';
  const ids = [...new Set(given.map(Number))];
  if (ids.length > maxCompared) return `рядом помещаются ${maxCompared} записи`;
  return { kind, ids, isBrief: query.get('only') === 'differences' };
}
