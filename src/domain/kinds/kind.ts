import { z } from 'zod';
import { isOwnWord, type OwnWord } from '../lists/request.ts';

/** Search categories as they travel; kinds without one appear on the full results page only (ruling G52). */
export type Iblock = 'drugs' | 'research' | 'diseases' | 'clinics' | 'cases';

/** Who may read: of a kind, or of one field of it (`.meta({ readers: 'doctors' })`). */
export type Readers = 'anyone' | 'doctors';

/** Life of a record; only `published` ones reach readers. */
export const states = ['draft', 'review', 'published', 'archived'] as const;
export type RecordState = (typeof states)[number];

export interface Facet {
  /** A field holding a value, or a list of values, that lists are narrowed by. `subject.code` goes one level in. */
  field: string;
  title: string;
  /** Vocabulary that gives a value its Russian name: a dictionary of the API or a list of `domain/vocabularies.ts`. */
  vocabulary?: string;
  /** Whether each value has a static list of its own at `{path}{field}/{value}/`. */
  hasPages?: boolean;
  /**
   * The values are not of the record itself: it has those which the published records of another kind that link to it
   * have in a facet of their own; `values` are the only ones that count. `field` is then no field, but a name.
   */
  from?: { kind: string; facet: string; values?: readonly string[] };
  /** What a value that grows old is worth on a day (2026-11-23), instead of the field's own. */
  valueOn?(fields: Readonly<Record<string, unknown>>, today: string): string | undefined;
}

/** A fact that is worked out of a record's fields and travels with them; nobody writes it. */
export interface Computed<Value extends string = string> {
  title: string;
  values: readonly [Value, ...Value[]];
  /** A list of `domain/vocabularies.ts` that gives a value its Russian name. */
  vocabulary: string;
  of(fields: Readonly<Record<string, unknown>>): Value;
}

/** Everything below the waterline is driven by these facts; how a page looks stands in `src/pages`. */
export interface Kind<Fields extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  /** Address of the list, with both slashes; a record lives at `{path}{id}/`. */
  path: string;
  /** The word of the API: /api/{api}. */
  api: string;
  iblock: Iblock | null;
  titles: {
    /** One record: 'Заболевание'. */
    one: string;
    /** The list, as menus and headings say it: 'Терапия'. */
    many: string;
    /** For counting: 'заболевание', 'заболевания', 'заболеваний'. */
    counted: readonly [one: string, few: string, many: string];
  };
  /** One or two sentences under the heading of the list: what the section is for. */
  lead: string;
  readers: Readers;
  /** Nobody may publish alone what they have written: another editor must look. */
  needsSecondEditor?: boolean;
  /**
   * After how many months somebody looks at a record again where no editor has said when; left out for what does not
   * grow old. Records for which `of` is false come from a file whole and are kept true by its next edition.
   */
  review?: { months: number; of?(fields: Readonly<Record<string, unknown>>): boolean };
  /** What the address of a record is made of, or `null` when the list page shows whole records. */
  keyedBy: 'id' | 'code' | null;
  /** Lists run from А to Я, or from the newest by this field; those `ahead` of others by a higher digit come before them. */
  order:
    | { by: 'title' }
    | {
        by: 'newest';
        field: string;
        ahead?(fields: Readonly<Record<string, unknown>>, today: string): 0 | 1 | 2;
      };
  pageSize: number;
  /** Fields of the card that say where a record is: its city, and the code of the subject of the Federation. */
  place?: { city: string; subject: string };
  /** Records that lists leave out until this facet is asked for: groups of a classification among its diseases. */
  leftOut?: { field: string; values: readonly string[] };
  /** Of a record that tells hardly anything: its page is not for search engines. */
  isThin?: (fields: Readonly<Record<string, unknown>>) => boolean;
  computed?: Readonly<Record<string, Computed>>;
  facets: readonly Facet[];
  /** Fields that search reads, heaviest first; a dotted path goes into objects of a list. */
  searched: {
    titles: readonly string[];
    synonyms: readonly string[];
    codes: readonly string[];
    /** Texts that tell what a record is for: a question is answered by several of their words together. */
    about?: readonly string[];
    /** What a reader may type to find one of its list: 'Название, код или ген'. */
    said: string;
  };
  /**
   * Of equally good answers of the search those with one of the fields `ahead` filled come first: somebody has written
   * them by hand; and those with one of the values `behind` last: they are no answer, but the way to several.
   */
  ranked?: { ahead: readonly string[]; behind: { field: string; values: readonly string[] } };
  /** Fields holding ids of other records → the kind they belong to. */
  links: Readonly<Record<string, string>>;
  /** Paths into the card whose values tell records of like titles apart: codes, the other name, the town. */
  hint: readonly string[];
  /** Fields that other pages show of a record, beside id and title. */
  card: readonly string[];
  /** The identifier by which importers know a record again: `ORPHA:355`. */
  external: { scheme: string; field: string } | null;
  fields: z.ZodObject<Fields>;
  /** How editors read the fields: by what they tell of, each field once. */
  groups: readonly { title: string; fields: readonly (keyof Fields & string)[] }[];
}

/** The sentence of the compiler for a facet that is called as lists call their own parameters. */
type WithoutOwnWords<K extends Kind> = [TakenBy<K>] extends [never]
  ? unknown
  : { facets: `No facet may be called "${TakenBy<K>}"` };
type TakenBy<K extends Kind> = Extract<K['facets'][number]['field'], OwnWord>;

/** A kind by its facts; a facet whose name a list keeps for itself is refused, for it could never be chosen. */
export function defineKind<const K extends Kind>(kind: K & WithoutOwnWords<K>): K {
  for (const { field } of kind.facets)
    if (isOwnWord(field)) throw new Error(`${kind.name}: no facet may be called "${field}"`);
  return kind;
}

/**
 * A source of facts: who states them, in which edition, when we looked, and which fields rest on it.
 * Pages number the sources of a record in this order.
 */
export const source = z.strictObject({
  title: z.string().min(1).max(500),
  publisher: z.string().max(200).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  licence: z.string().max(100).optional(),
  version: z.string().max(100).optional(),
  /** ISO day on which the source was read or released. */
  date: z.iso.date(),
  /** Names of fields; `therapy#2` is the second paragraph of a text (`domain/paragraphs.ts`). */
  fields: z.array(z.string().max(60)).max(60),
});
export type Source = z.infer<typeof source>;

/** What every record carries beside the fields of its kind. */
/** A day on which readers saw a record change, and the fields that did; the first publication names none. */
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
  /** Given to those who follow `GET /api/changes`, where there is any; the newest first. */
  history?: Edit[];
}

/** What is worked out of the fields of a kind's records. */
type ComputedOf<K extends Kind> = K extends { computed: infer C extends Readonly<Record<string, Computed>> }
  ? { [Name in keyof C]: C[Name]['values'][number] }
  : unknown;

/** A record as it travels and as pages read it. */
export type RecordOf<K extends Kind> = Envelope & z.infer<K['fields']> & ComputedOf<K>;

/** A record of some kind, for code that knows none by name. */
export type AnyRecord = Envelope & { title: string } & Record<string, unknown>;

/** What lists show of a record: id, kind, title and the card's fields. */
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

/** The values found at a dotted path, lists opened on the way: `genes.symbol` → ['GBA1']. */
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
  /** A text with a shape: headings, lists, tables, emphasis (domain/prose); or the address of a picture. */
  text?: 'prose' | 'picture';
  /** A reference book in which editors look its codes up. */
  codes?: 'orpha' | 'icd10';
  /** True of a record, and no news of it. */
  isQuiet?: boolean;
  /** An item of a list is called by it. */
  isName?: boolean;
}

/** What a field says of itself: its Russian title, its vocabulary, who may read it; wrappers are looked through. */
export function metaOf(field: unknown): Meta {
  if (typeof field !== 'object' || field === null) return {};
  const meta = metas.get(field) ?? findMeta(field as z.ZodType);
  metas.set(field, meta);
  return meta;
}

/** Every page asks for the meta of its fields, which zod gathers again each time. */
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

/** A record's fields with what is worked out of them. */
export function withComputed<Fields extends Readonly<Record<string, unknown>>>(
  { computed = {} }: Kind,
  fields: Fields,
): Fields {
  const worked = Object.entries(computed).map(([name, { of }]) => [name, of(fields)]);
  return worked.length === 0 ? fields : { ...fields, ...(Object.fromEntries(worked) as object) };
}

/** The title of a field of a kind, written or worked out; its name where it has none. */
export const titleOfField = (kind: Kind, field: string): string =>
  metaOf(kind.fields.shape[field]).title ?? kind.computed?.[field]?.title ?? field;

/** Whether lists leave a record out until its like is asked for. */
export const isHiddenByDefault = ({ leftOut }: Kind, fields: Readonly<Record<string, unknown>>): boolean =>
  leftOut?.values.includes(String(fields[leftOut.field])) ?? false;

/** What others show of a record. */
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

/** One line of a card for lists of results: «Gaucher disease · ORPHA:355 · E75.2». */
export function hintOf(kind: Kind, card: AnyCard): string {
  const texts = kind.hint.flatMap((path) =>
    valuesAt(card, path)
      .slice(0, 3)
      .map((value) =>
        path === kind.external?.field && typeof value === 'number'
          ? `${kind.external.scheme}:${value}`
          : String(value),
      ),
  );
  return texts.join(' · ');
}

/** Address of a record's page; kinds without pages of their own point to an anchor of their list. */
export function addressOf(kind: Kind, record: { id: number; code?: unknown }): string {
  if (kind.keyedBy === null) return `${kind.path}#${kind.name}-${record.id}`;
  return `${kind.path}${kind.keyedBy === 'code' ? String(record.code) : record.id}/`;
}
