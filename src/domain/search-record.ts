import { metaOf, valuesAt, type AnyRecord, type Kind } from './kinds/index.ts';
import type { SearchRecord } from './search/record.ts';

/** Search text of a record alone, by its kind. */
export interface SearchText extends Omit<SearchRecord, 'importance'> {
  /** Importance without incoming links. */
  weight: number;
}

export function searchTextOf(kind: Kind, record: AnyRecord): SearchText {
  const { titles, synonyms, codes } = kind.searched;
  const textsAt = (path: string) =>
    isOpen(kind, path) ? valuesAt(record, path).flatMap((value) => searchable(value)) : [];
  return {
    id: record.id,
    group: kind.name,
    title: record.title,
    synonyms: [...titles.filter((path) => path !== 'title'), ...synonyms].flatMap(textsAt),
    codes: codes.flatMap((path) => textsAt(path).map((code) => prefixedCode(code, path, kind))),
    ...linkedBy(kind, record, textsAt),
    weight: weightOf(kind, record),
  };
}

/** Adds the number of incoming links. */
export const linkedFrom = ({ weight, ...words }: SearchText, inbound: number): SearchRecord => ({
  ...words,
  importance: importanceOf(weight, inbound),
});

export const searchRecordOf = (kind: Kind, record: AnyRecord, inbound: number): SearchRecord =>
  linkedFrom(searchTextOf(kind, record), inbound);

/** Search text from links: diseases, regions, purpose. */
function linkedBy(kind: Kind, record: AnyRecord, textsAt: (path: string) => string[]) {
  const links = Object.entries(kind.links).flatMap(([field, to]) =>
    to === 'disease' ? valuesAt(record, field).map(Number) : [],
  );
  const places = kind.facets
    .filter(({ vocabulary, from }) => vocabulary === 'subject' && !from)
    .flatMap(({ field }) => valuesAt(record, field).map(String));
  const about = (kind.searched.about ?? []).flatMap(textsAt);
  return {
    ...(links.length > 0 && { links }),
    ...(places.length > 0 && { places: [...new Set(places)] }),
    ...(about.length > 0 && { about }),
  };
}

/** Fields for doctors must not be found by others, not even by guessing. */
const isOpen = (kind: Kind, path: string) =>
  kind.readers === 'doctors' || metaOf(kind.fields.shape[path.split('.')[0]!]).readers !== 'doctors';

const longestText = 300;

/** Texts and numbers; only the beginning of a paragraph is searchable. */
function searchable(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value !== '' ? [value.slice(0, longestText)] : [];
}

/** Prefix of a bare number: `omim.code` 230800 is OMIM:230800. */
function prefixedCode(code: string, path: string, kind: Kind): string {
  if (!/^\d+$/.test(code)) return code;
  const field = path.split('.')[0]!;
  const scheme = kind.external?.field === field ? kind.external.scheme : field.toUpperCase();
  return `${scheme}:${code}`;
}

const maxImportance = 15;
/** 0 to 15: linked and well-described records are sought more. */
const importanceOf = (weight: number, inbound: number): number =>
  Math.max(0, Math.min(maxImportance, Math.round(2 * Math.log2(1 + inbound) + weight)));

/** Importance from the record itself: its length and author. */
function weightOf({ ranked, computed = {} }: Kind, record: AnyRecord): number {
  const isFilled = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
  const isAhead = ranked?.ahead.some((field) => isFilled(record[field])) ?? false;
  const isBehind =
    ranked !== undefined &&
    valuesAt(record, ranked.behind.field).some((value) => ranked.behind.values.includes(String(value)));
  if (isBehind && !isAhead) return -maxImportance;
  const written = Object.keys(record).filter((name) => name !== 'history' && !(name in computed));
  const filled = written.filter((name) => isFilled(record[name])).length;
  return Math.min(3, filled / 10) + (isAhead ? handMade : 0);
}
const handMade = 5;
