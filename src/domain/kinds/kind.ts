import { z } from 'zod';
import { formatDay } from '../dates.ts';
import { isOwnWord, type OwnWord } from '../lists/request.ts';

/** Search categories on the wire; kinds without one are on the full results page only (ruling G52). */
export type Iblock = 'drugs' | 'research' | 'diseases' | 'clinics' | 'cases';

/** Access to a kind or field (`.meta({ readers: 'doctors' })`). */
export type Readers = 'anyone' | 'doctors';

/** Record states; readers see `published` only. */
export const states = ['draft', 'review', 'published', 'archived'] as const;
export type RecordState = (typeof states)[number];

export interface Facet {
  /** Field with one or several values; `subject.code` goes one level deeper. */
  field: string;
  title: string;
  /** Vocabulary of labels: an API dictionary or a list of `domain/vocabularies.ts`. */
  vocabulary?: string;
  /** Whether each value has a static list at `{path}{field}/{value}/`. */
  hasPages?: boolean;
  /**
   * Derived from a facet of another kind whose published records link to this one; only `values` count.
   * `field` is then just a name.
   */
  from?: { kind: string; facet: string; values?: readonly string[] };
  /** Value on a day (2026-11-23), for values that expire. */
  valueOn?(fields: Readonly<Record<string, unknown>>, today: string): string | undefined;
}

/** A read-only fact computed from a record's fields. */
export interface Computed<Value extends string = string> {
  title: string;
  values: readonly [Value, ...Value[]];
  /** A list of `domain/vocabularies.ts`. */
  vocabulary: string;
  of(fields: Readonly<Record<string, unknown>>): Value;
}

/** A kind: everything except the look of its pages (`src/pages`). */
export interface Kind<Fields extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  /** Address of the list, with both slashes; records are at `{path}{id}/`. */
  path: string;
  /** API name: /api/{api}. */
  api: string;
  iblock: Iblock | null;
  titles: {
    /** Singular: 'Заболевание'. */
    one: string;
    /** Name of the list in menus and headings: 'Терапия'. */
    many: string;
    /** Plural forms: 'заболевание', 'заболевания', 'заболеваний'. */
    counted: readonly [one: string, few: string, many: string];
  };
  /** One or two sentences under the heading of the list. */
  lead: string;
  readers: Readers;
  /** Authors may not publish alone: another editor must review. */
  needsSecondEditor?: boolean;
  /**
   * Default months until a review; absent for what does not age. Records with false `of` come from a file and
   * are updated by its next edition.
   */
  review?: { months: number; of?(fields: Readonly<Record<string, unknown>>): boolean };
  /** Key in addresses; `null`: the list shows whole records. */
  keyedBy: 'id' | 'code' | null;
  /**
   * Alphabetical, or newest first by this field; higher digits of `ahead` come first, with `isAheadAscending`
   * from the earliest on.
   */
  order:
    | { by: 'title' }
    | {
        by: 'newest';
        field: string;
        ahead?(fields: Readonly<Record<string, unknown>>, today: string): 0 | 1 | 2;
        isAheadAscending?: boolean;
      };
  /** Field of the day before which a record is not published. */
  publishedOn?: string;
  pageSize: number;
  /** Card fields of a place: city and code of the federal subject. */
  place?: { city: string; subject: string };
  /** Records hidden from lists until this facet is chosen: groups among diseases. */
  leftOut?: { field: string; values: readonly string[] };
  /** Records with little content: not for search engines. */
  isThin?: (fields: Readonly<Record<string, unknown>>) => boolean;
  computed?: Readonly<Record<string, Computed>>;
  facets: readonly Facet[];
  /** Searched fields, by weight; a dotted path goes into objects of a list. */
  searched: {
    titles: readonly string[];
    synonyms: readonly string[];
    codes: readonly string[];
    /** Descriptive texts, in which several words of a question must match. */
    about?: readonly string[];
    /** Search hint: 'Название, код или ген'. */
    said: string;
  };
  /** Parameters of lists that take one code each, and the field that has it. */
  codes?: Readonly<Record<string, { field: string; title: string; pattern: RegExp; example: string }>>;
  /**
   * Order of equal search results: records with a field of `ahead` filled (hand-written) first, values of
   * `behind` (groups) last.
   */
  ranked?: { ahead: readonly string[]; behind: { field: string; values: readonly string[] } };
  links: Readonly<Record<string, string>>;
  /** Card paths that distinguish equal titles: codes, synonym, town. */
  hint: readonly string[];
  /** Fields of the card, besides id and title. */
  card: readonly string[];
  /** External identifier for importers: `ORPHA:355`. */
  external: { scheme: string; field: string } | null;
  fields: z.ZodObject<Fields>;
  /** Groups of fields for editors, each field once. */
  groups: readonly { title: string; fields: readonly (keyof Fields & string)[] }[];
}

/** Compile error of a facet named like a list parameter. */
type WithoutOwnWords<K extends Kind> = [TakenBy<K>] extends [never]
  ? unknown
  : { facets: `No facet may be called "${TakenBy<K>}"` };
type TakenBy<K extends Kind> = Extract<K['facets'][number]['field'], OwnWord>;

/** Defines a kind; a facet named like a list parameter throws, because it could never be chosen. */
export function defineKind<const K extends Kind>(kind: K & WithoutOwnWords<K>): K {
  for (const { field } of kind.facets)
    if (isOwnWord(field)) throw new Error(`${kind.name}: no facet may be called "${field}"`);
  return kind;
}

/**
 * A source: publisher, edition, date read, and the fields based on it. Pages number sources in this order.
 */
export const source = z.strictObject({
  title: z.string().min(1).max(500),
  publisher: z.string().max(200).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  licence: z.string().max(100).optional(),
  version: z.string().max(100).optional(),
  /** Day of reading or release. */
  date: z.iso.date(),
  /** Field names; `therapy#2` is the second paragraph of a text (`domain/paragraphs.ts`). */
  fields: z.array(z.string().max(60)).max(60),
});
export type Source = z.infer<typeof source>;

/** A day of published changes with the changed fields; none for the first publication. */
export interface Edit {
  at: string;
  fields: string[];
}

export interface Envelope {
  id: number;
  kind: string;
  state: RecordState;
  version: number;
  updated_at: string;
  reviewed_at: string | null;
  reviewer: string | null;
  review_due: string | null;
  sources: Source[];
  /** For followers of `GET /api/changes`, where available; newest first. */
  history?: Edit[];
}

type ComputedOf<K extends Kind> = K extends { computed: infer C extends Readonly<Record<string, Computed>> }
  ? { [Name in keyof C]: C[Name]['values'][number] }
  : unknown;

/** A record on the wire and in pages. */
export type RecordOf<K extends Kind> = Envelope & z.infer<K['fields']> & ComputedOf<K>;

export type AnyRecord = Envelope & { title: string } & Record<string, unknown>;

/** A card: id, kind, title and the card's fields. */
export type CardOf<K extends Kind> = {
  id: number;
  kind: string;
  title: string;
  updated_at: string;
} & Partial<Pick<z.infer<K['fields']>, K['card'][number] & keyof z.infer<K['fields']>>> &
  Partial<Pick<ComputedOf<K>, K['card'][number] & keyof ComputedOf<K>>>;
export type AnyCard = { id: number; kind: string; title: string; updated_at: string } & Record<
  string,
  unknown
>;

/** Values at a dotted path, through lists: `genes.symbol` → ['GBA1']. */
export function valuesAt(record: unknown, path: string): unknown[] {
  let found: unknown[] = [record];
  for (const key of path.split('.')) {
    found = found.flatMap((value) => {
      const inner = (value as Record<string, unknown> | null | undefined)?.[key];
      return inner === undefined || inner === null ? [] : Array.isArray(inner) ? inner : [inner];
    });
  }
  return found;
}

interface Meta {
  title?: string;
  vocabulary?: string;
  linkTo?: string;
  readers?: Readers;
  /** Rich text (domain/prose), or the address of a picture. */
  text?: 'prose' | 'picture';
  /** Reference book of its codes. */
  codes?: 'orpha' | 'icd10';
  /** Changes are not news. */
  isQuiet?: boolean;
  /** Names a list item. */
  isName?: boolean;
}

/** Metadata of a field: title, vocabulary, readers; wrappers are unwrapped. */
export function metaOf(field: unknown): Meta {
  if (typeof field !== 'object' || field === null) return {};
  const meta = metas.get(field) ?? findMeta(field as z.ZodType);
  metas.set(field, meta);
  return meta;
}

/** Cached: zod collects metadata on every call. */
const metas = new WeakMap<object, Meta>();

function findMeta(field: z.ZodType): Meta {
  let current: z.ZodType | undefined = field;
  while (current) {
    const meta = current.meta();
    if (meta?.title) return meta;
    current = (current as { unwrap?: () => z.ZodType }).unwrap?.();
  }
  return {};
}

export function withComputed<Fields extends Readonly<Record<string, unknown>>>(
  { computed = {} }: Kind,
  fields: Fields,
): Fields {
  const worked = Object.entries(computed).map(([name, { of }]) => [name, of(fields)]);
  return worked.length === 0 ? fields : { ...fields, ...(Object.fromEntries(worked) as object) };
}

/** Title of a field, stored or computed; its name without one. */
export const titleOfField = (kind: Kind, field: string): string =>
  metaOf(kind.fields.shape[field]).title ?? kind.computed?.[field]?.title ?? field;

/** Whether lists hide the record unless its facet is chosen. */
export const isHiddenByDefault = ({ leftOut }: Kind, fields: Readonly<Record<string, unknown>>): boolean =>
  leftOut?.values.includes(String(fields[leftOut.field])) ?? false;

export function cardOf(kind: Kind, record: AnyRecord): AnyCard {
  const card: AnyCard = {
    id: record.id,
    kind: kind.name,
    title: record.title,
    updated_at: record.updated_at,
  };
  for (const field of kind.card) if (record[field] !== undefined) card[field] = record[field];
  return card;
}

/** A line that distinguishes results: «Gaucher disease · ORPHA:355 · E75.2», «25 февраля 2026». */
export function hintOf(kind: Kind, card: AnyCard): string {
  const textOf = (path: string, value: unknown) => {
    if (path === kind.external?.field && typeof value === 'number') return `${kind.external.scheme}:${value}`;
    return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? formatDay(String(value)) : String(value);
  };
  return kind.hint
    .flatMap((path) =>
      valuesAt(card, path)
        .slice(0, 3)
        .map((value) => textOf(path, value)),
    )
    .join(' · ');
}

/** Address of a record; kinds without pages use an anchor of their list. */
export function addressOf(kind: Kind, record: { id: number; code?: unknown }): string {
  if (kind.keyedBy === null) return `${kind.path}#${kind.name}-${record.id}`;
  return `${kind.path}${kind.keyedBy === 'code' ? String(record.code) : record.id}/`;
}
