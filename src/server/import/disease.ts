import type { RecordOf, kindsByName } from '#domain/kinds/index.ts';
import { titleStatus } from '#domain/vocabularies.ts';
import type { Current, ImportedFields, RecordDraft } from './draft.ts';
import type { Overlays, RussianName, TitleStatus } from '../catalogue/overlays.ts';

export type Disease = RecordOf<(typeof kindsByName)['disease']>;

/** Orphanet's data as fields of the kind; absent when unknown. */
export type OrphanetFields = Partial<Omit<Disease, 'parents'> & { parents: string[] }>;

export const diseaseDraft = (
  line: number,
  orpha: number,
  rest: Omit<RecordDraft, 'type' | 'line' | 'kind' | 'external' | 'looseLinks'>,
): RecordDraft => ({
  type: 'record',
  line,
  kind: 'disease',
  external: `ORPHA:${orpha}`,
  looseLinks: true,
  ...rest,
});

const statusRank: Readonly<Record<TitleStatus, number>> = {
  unsure: 0,
  translated: 1,
  established: 2,
  official: 3,
};

const statusOf = (current: Current | undefined): TitleStatus | undefined => {
  const status = current?.fields.title_status;
  return typeof status === 'string' && Object.hasOwn(titleStatus, status)
    ? (status as TitleStatus)
    : undefined;
};

const isEditors = (current: Current | undefined) =>
  current?.origins.title === 'editor' || current?.origins.title_status === 'editor';

/**
 * Title, status and synonyms from our overlay. A better name in the catalogue stays and ours becomes a
 * synonym. Without a Russian name the English one is used as doubtful.
 */
export function overlayNames(
  current: Current | undefined,
  ours: RussianName | undefined,
  english: string | undefined,
): ImportedFields {
  const has = statusOf(current);
  if (!ours) return current || !english ? {} : { title: english, title_status: 'unsure', synonyms: [] };
  const isKept =
    isEditors(current) ||
    (has !== undefined && (has === 'official' || statusRank[has] > statusRank[ours.status]));
  const title = isKept ? String(current?.fields.title) : ours.title;
  return {
    ...(isKept ? {} : { title, title_status: ours.status }),
    synonyms: synonymsWith(current, title, [...ours.synonyms, ours.title]),
  };
}

function synonymsWith(current: Current | undefined, title: string, more: readonly string[]): string[] {
  const has = Array.isArray(current?.fields.synonyms) ? (current.fields.synonyms as string[]) : [];
  const seen = new Set([title.toLowerCase()]);
  return [...has, ...more].filter((word) => {
    const key = word.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export function signOf(
  overlays: Overlays,
  sign: { hpo: string; label_en: string; frequency: Disease['signs'][number]['frequency'] },
): Disease['signs'][number] {
  const russian = overlays.signs.get(sign.hpo);
  return {
    hpo: sign.hpo,
    ...(russian ? { label: russian.label, label_status: russian.status } : {}),
    label_en: sign.label_en,
    ...(sign.frequency ? { frequency: sign.frequency } : {}),
  };
}

/** Merges lists by key; new items win. */
export function mergeItems<T extends object>(
  items: readonly T[],
  key: keyof T & string,
  before: unknown,
): T[] {
  const has = Array.isArray(before) ? (before as T[]) : [];
  const now = new Map(items.map((item) => [item[key], item]));
  const kept = has.map((item) => ({ ...item, ...now.get(item[key]) }));
  const keys = new Set(has.map((item) => item[key]));
  return [...kept, ...items.filter((item) => !keys.has(item[key]))];
}

export function orphaCode(value: unknown): number | undefined {
  const code =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,7}$/.test(value)
        ? Number(value)
        : 0;
  return Number.isInteger(code) && code > 0 ? code : undefined;
}

export const unique = <T>(values: readonly (T | undefined)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== undefined)),
];
