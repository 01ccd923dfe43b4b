/** Text of a cell with its link. */
export interface ComparedItem {
  text: string;
  url?: string | undefined;
  lang?: string | undefined;
}

/** A row of the comparison; an empty cell is unknown and makes no difference. */
export interface ComparedRow {
  title: string;
  cells: readonly (readonly ComparedItem[])[];
}

/** `partly`: the known cells agree, others are unknown. */
export type RowLikeness = 'same' | 'differs' | 'partly';

/** Compares the cells of a row; undefined when all are empty. */
export function likenessOf({ cells }: ComparedRow): RowLikeness | undefined {
  const known = cells.filter(({ length }) => length > 0).map(keyOf);
  if (known.length === 0) return undefined;
  if (new Set(known).size > 1) return 'differs';
  return known.length < cells.length ? 'partly' : 'same';
}

/** Texts missing in some of the known columns. */
export function ownTexts({ cells }: ComparedRow): ReadonlySet<string> {
  const known = cells.filter(({ length }) => length > 0).map((cell) => new Set(cell.map(({ text }) => text)));
  return new Set(
    known.flatMap((texts) => [...texts].filter((text) => known.some((other) => !other.has(text)))),
  );
}

/** Word order is ignored. */
const keyOf = (cell: readonly ComparedItem[]) =>
  cell
    .map(({ text }) => text)
    .toSorted()
    .join('\n');
