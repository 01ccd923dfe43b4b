import { isDeepStrictEqual } from 'node:util';
import type { Kind, Source } from '#domain/kinds/index.ts';
import type { Current, ImportedFields, Origins } from './draft.ts';

/** What an import may do to one record, decided without a database. */
export interface Reconciled {
  /** Fields whose values change. */
  fields: ImportedFields;
  /** All sources of the record afterwards. */
  sources: Source[];
  differences: Difference[];
  /** What the file says otherwise and the catalogue keeps. */
  kept: Kept[];
  /** Fields of which the file says the same. */
  confirmed: string[];
}

export interface Kept extends Difference {
  /** Whose value stays: an editor's, the starter catalogue's, that of a newer edition of the same publisher. */
  whose: 'editor' | 'records' | 'newer';
}

export interface Difference {
  field: string;
  before: unknown;
  after: unknown;
}

export interface Offer {
  /** Name of the import format. */
  writer: string;
  fields: ImportedFields;
  sources: readonly Source[];
  /** Fields that may replace what the starter catalogue says. */
  replaces: ReadonlySet<string>;
  /** Fields that rest on several sources together. */
  shares: ReadonlySet<string>;
  /** The date of the sources is only that of reading. */
  isUndated: boolean;
}

/**
 * Settles what a file says with what the catalogue holds. An editor's word is never replaced; the starter's (and an
 * earlier export's) is only filled in where it is silent, unless the file is of that format itself.
 */
export function reconcile(
  kind: Kind,
  current: (Current & { sources: readonly Source[] }) | undefined,
  offer: Offer,
): Reconciled {
  const held = current?.fields ?? {};
  const origins = current?.origins ?? {};
  const fields: ImportedFields = {};
  const differences: Difference[] = [];
  const kept: Kept[] = [];
  const accepted = new Set<string>();
  const confirmed: string[] = [];
  for (const [field, value] of Object.entries(offer.fields)) {
    if (value === undefined) continue;
    // There is nothing to compare a new record with: the store brings its values into form.
    const after = current ? normal(kind, field, value) : (value ?? undefined);
    const isSame = isDeepStrictEqual(held[field], after) || (isEmpty(held[field]) && isEmpty(after));
    const whose = ownerOf(field, held, origins, offer, current?.sources ?? []);
    if (whose) {
      if (!isSame) kept.push({ field, whose, before: held[field], after });
      continue;
    }
    if (!isEmpty(after)) accepted.add(field);
    if (isSame) {
      if (!isEmpty(after)) confirmed.push(field);
      continue;
    }
    fields[field] = value;
    differences.push({ field, before: held[field], after });
  }
  const sources = mergeSources(current?.sources ?? [], offer, accepted, new Set(Object.keys(fields)));
  if (current && !isDeepStrictEqual(current.sources, sources))
    differences.push({ field: 'sources', before: current.sources, after: sources });
  return { fields, sources, differences, kept, confirmed };
}

/** Whose value the field holds that this file may not replace. */
function ownerOf(
  field: string,
  held: Readonly<ImportedFields>,
  origins: Readonly<Origins>,
  offer: Offer,
  sources: readonly Source[],
): Kept['whose'] | undefined {
  const origin = Object.hasOwn(origins, field) ? origins[field] : undefined;
  if (origin === 'editor') return 'editor';
  if (isEmpty(held[field])) return undefined;
  if (origin === 'records' && offer.writer !== 'records' && !offer.replaces.has(field)) return 'records';
  const ours = offer.sources.find((source) => source.fields.includes(field));
  if (!ours || offer.shares.has(field)) return undefined;
  const isOlder = sources.some(
    ({ publisher, fields, date }) =>
      publisher === ours.publisher && fields.includes(field) && date > ours.date,
  );
  return isOlder ? 'newer' : undefined;
}

/** The value as the kind would store it: trimmed, with defaults; a wrong one as it is, for the store to refuse. */
function normal(kind: Kind, field: string, value: unknown): unknown {
  if (value === null) return undefined;
  const schema = kind.fields.shape[field] as {
    safeParse?: (value: unknown) => { success: boolean; data?: unknown };
  };
  const parsed = schema?.safeParse?.(value);
  return parsed?.success ? plainData(parsed.data) : value;
}

/** Without keys that hold nothing, as JSON keeps it. */
const plainData = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * A newer edition of a source takes the place of the older one, so that the numbers on the page stay. A field that was
 * replaced no longer rests on what it rested on before.
 */
export function mergeSources(
  before: readonly Source[],
  offer: Pick<Offer, 'fields' | 'sources' | 'shares' | 'isUndated'>,
  accepted: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): Source[] {
  const fresh = new Map<string, Source>();
  for (const source of offer.sources) {
    const fields = source.fields.filter((field) => accepted.has(field));
    if (fields.length > 0 || source.fields.length === 0) fresh.set(nameOf(source), { ...source, fields });
  }
  const kept = before.flatMap((source) => {
    const newer = fresh.get(nameOf(source));
    if (newer) {
      fresh.delete(nameOf(source));
      const older = source.fields.filter(
        (field) => !newer.fields.includes(field) && !Object.hasOwn(offer.fields, field),
      );
      const isNews = !offer.isUndated || newer.fields.some((field) => changed.has(field));
      return [
        {
          ...newer,
          date: isNews ? newer.date : source.date,
          fields: [...older, ...newer.fields].toSorted(byPlace([...source.fields, ...newer.fields])),
        },
      ];
    }
    const fields = source.fields.filter((field) => !changed.has(field) || offer.shares.has(field));
    return fields.length > 0 || source.fields.length === 0 ? [{ ...source, fields }] : [];
  });
  return [...kept, ...fresh.values()];
}

const nameOf = ({ title, publisher }: Source) => `${title}\n${publisher ?? ''}`;

const byPlace = (order: readonly string[]) => (one: string, other: string) =>
  order.indexOf(one) - order.indexOf(other);
