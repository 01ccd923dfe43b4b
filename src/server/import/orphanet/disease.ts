import type { RecordOf, Source, kindsByName } from '#domain/kinds/index.ts';
import { titleStatus } from '#domain/vocabularies.ts';
import type { Current, Fields } from '../draft.ts';
import type { Overlays, RussianName, TitleStatus } from '../overlays.ts';

export type Disease = RecordOf<(typeof kindsByName)['disease']>;

/** What Orphanet says of one entity, in the words of our kind; absent where it says nothing. */
export type OrphanetFields = Partial<
  Pick<
    Disease,
    | 'title_en'
    | 'synonyms_en'
    | 'type'
    | 'orpha'
    | 'omim'
    | 'icd10'
    | 'icd11'
    | 'mondo'
    | 'mesh'
    | 'gard'
    | 'areas'
    | 'inheritance'
    | 'onset'
    | 'prevalence'
    | 'genes'
    | 'signs'
    | 'definition_en'
    | 'retired'
  > & { parents: string[] }
>;

/** A statement of Orphanet in an edition, resting on the given fields. */
export function orphanetSource(
  title: string,
  { version, date }: { version: string | undefined; date: string },
  fields: readonly string[],
): Source {
  return {
    title,
    publisher: 'Orphanet, INSERM',
    url: 'https://www.orphadata.com/',
    licence: 'CC BY 4.0',
    ...(version === undefined ? {} : { version }),
    date,
    fields: [...fields],
  };
}

const rank: Readonly<Record<TitleStatus, number>> = { unsure: 0, translated: 1, established: 2, official: 3 };

const statusOf = (current: Current | undefined): TitleStatus | undefined => {
  const status = current?.fields.title_status;
  return typeof status === 'string' && Object.hasOwn(titleStatus, status)
    ? (status as TitleStatus)
    : undefined;
};

const isEditors = (current: Current | undefined) =>
  current?.origins.title === 'editor' || current?.origins.title_status === 'editor';

/**
 * Title, its status and synonyms from our overlay. A name that the catalogue has from a better hand stays; then ours
 * becomes a synonym. An entity without a Russian name shows its English one as doubtful.
 */
export function overlayNames(
  current: Current | undefined,
  ours: RussianName | undefined,
  english: string | undefined,
): Fields {
  const has = statusOf(current);
  if (!ours) return current || !english ? {} : { title: english, title_status: 'unsure', synonyms: [] };
  const isKept =
    isEditors(current) || (has !== undefined && (has === 'official' || rank[has] > rank[ours.status]));
  const title = isKept ? String(current?.fields.title) : ours.title;
  return {
    ...(isKept ? {} : { title, title_status: ours.status }),
    synonyms: synonymsWith(current, title, [...ours.synonyms, ours.title]),
  };
}

/**
 * Title, status and synonyms from Orphanet's own Russian edition: it replaces unchecked names only and keeps the
 * former Russian name as a synonym.
 */
export function officialNames(
  current: Current | undefined,
  official: { title: string | undefined; synonyms: readonly string[] },
): Fields {
  const former = typeof current?.fields.title === 'string' ? current.fields.title : undefined;
  const has = statusOf(current);
  const isReplaced =
    official.title !== undefined &&
    !isEditors(current) &&
    (has === undefined || rank[has] < rank.established);
  const title = isReplaced ? official.title : former;
  if (title === undefined) return {};
  const words = [official.title, former && /\p{Script=Cyrillic}/u.test(former) ? former : undefined];
  return {
    ...(isReplaced ? { title, title_status: 'official' } : {}),
    synonyms: synonymsWith(current, title, [
      ...official.synonyms,
      ...words.filter((word) => word !== undefined),
    ]),
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

/** A sign with its Russian label where we have one. */
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

/** Genes with the loci that the catalogue knew already, where the list does not say them. */
export function withLoci(genes: Disease['genes'], before: unknown): Disease['genes'] {
  const held = Array.isArray(before) ? (before as Disease['genes']) : [];
  const loci = new Map(held.map(({ symbol, locus }) => [symbol, locus]));
  return genes.map((gene) => {
    const locus = gene.locus ?? loci.get(gene.symbol);
    return locus === undefined ? gene : { ...gene, locus };
  });
}

/** Both lists' items, the same key once: what is said now wins over what was known. */
export function joined<T extends object>(items: readonly T[], key: keyof T & string, before: unknown): T[] {
  const has = Array.isArray(before) ? (before as T[]) : [];
  const now = new Map(items.map((item) => [item[key], item]));
  const kept = has.map((item) => ({ ...item, ...now.get(item[key]) }));
  const keys = new Set(has.map((item) => item[key]));
  return [...kept, ...items.filter((item) => !keys.has(item[key]))];
}
