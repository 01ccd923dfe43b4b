/** Records of one kind side by side: which ones, as the address of /compare/ says it. */
export interface RecordComparison {
  kind: ComparedKind;
  /** Each once, in the order of the columns; at most {@link maxCompared}. */
  ids: readonly number[];
  /** Whether rows in which all are the same are left out. */
  isBrief: boolean;
}

export const comparedKinds = ['disease', 'drug'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** More columns do not fit a sheet of paper. */
export const maxCompared = 4;

export const comparisonPath = '/compare/';

/** The address that asks this: `/compare/?kind=disease&id=399&id=365`. */
export function comparisonAddress({ kind, ids, isBrief = false }: Partial<RecordComparison>): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(isBrief && { only: 'differences' }),
  });
  for (const id of ids ?? []) query.append('id', String(id));
  return query.size > 0 ? `${comparisonPath}?${query}` : comparisonPath;
}

/** What an address asks; nothing where it names no kind; a sentence where it cannot be answered. */
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

/** A word of a cell, with the page that it leads to. */
export interface ComparedItem {
  text: string;
  url?: string | undefined;
  lang?: string | undefined;
}

/** A fact of all columns: what is empty is not known, which is no difference. */
export interface ComparedRow {
  title: string;
  cells: readonly (readonly ComparedItem[])[];
}

/** `partly`: what is known is the same, and of some columns nothing is known. */
export type RowLikeness = 'same' | 'differs' | 'partly';

/** How the columns of a row stand to one another; nothing where there is no fact in it. */
export function likenessOf({ cells }: ComparedRow): RowLikeness | undefined {
  const known = cells.filter(({ length }) => length > 0).map(keyOf);
  if (known.length === 0) return undefined;
  if (new Set(known).size > 1) return 'differs';
  return known.length < cells.length ? 'partly' : 'same';
}

/** Texts that not all of the columns of which something is known have. */
export function ownTexts({ cells }: ComparedRow): ReadonlySet<string> {
  const known = cells.filter(({ length }) => length > 0).map((cell) => new Set(cell.map(({ text }) => text)));
  return new Set(
    known.flatMap((texts) => [...texts].filter((text) => known.some((other) => !other.has(text)))),
  );
}

/** The order of words is none of the facts. */
const keyOf = (cell: readonly ComparedItem[]) =>
  cell
    .map(({ text }) => text)
    .toSorted()
    .join('\n');
