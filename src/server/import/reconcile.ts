import { isDeepStrictEqual } from 'node:util';
import { isEmpty } from '#domain/editing/equality.ts';
import type { Kind, Source } from '#domain/kinds/index.ts';
import { citedBy } from '#domain/paragraphs.ts';
import type { Current, ImportedFields, Origins } from './draft.ts';

export interface Held extends Current {
  sources: readonly Source[];
}

/** Changes an import may make to a record. Pure. */
export interface Reconciled {
  fields: ImportedFields;
  sources: Source[];
  differences: Difference[];
  /** Differing values that the catalogue keeps. */
  kept: Kept[];
  confirmed: string[];
}

export interface Kept extends Difference {
  /** Owner of the kept value: an editor, the starter catalogue, or a newer edition of the publisher. */
  whose: 'editor' | 'records' | 'newer';
}

export interface Difference {
  field: string;
  before: unknown;
  after: unknown;
}

export interface Offer {
  writer: string;
  fields: ImportedFields;
  sources: readonly Source[];
  /** Fields with several sources. */
  shares: ReadonlySet<string>;
  /** The date is only that of reading. */
  isUndated?: boolean | undefined;
}

/**
 * Reconciles a file with the catalogue. Editors' values are never replaced; the starter's (and earlier
 * exports') are kept and only gaps filled, unless the file has that format.
 */
export function reconcile(kind: Kind, current: Held | undefined, offer: Offer): Reconciled {
  const held = current?.fields ?? {};
  const origins = current?.origins ?? {};
  const fields: ImportedFields = {};
  const differences: Difference[] = [];
  const kept: Kept[] = [];
  const accepted = new Set<string>();
  const confirmed: string[] = [];
  for (const [field, value] of Object.entries(offer.fields)) {
    if (value === undefined) continue;
    // For a new record the store normalises.
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
  const sources = mergeSources(current?.sources ?? [], offer, {
    accepted,
    changed: new Set(Object.keys(fields)),
  });
  if (current && !isDeepStrictEqual(current.sources, sources))
    differences.push({ field: 'sources', before: current.sources, after: sources });
  return { fields, sources, differences, kept, confirmed };
}

/** Owner of a value that this file may not replace. */
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
  if (origin === 'records' && offer.writer !== 'records') return 'records';
  const ours = offer.sources.filter((source) => source.fields.includes(field));
  if (ours.length === 0 || offer.shares.has(field)) return undefined;
  const isOlder = ours.every((our) =>
    sources.some(
      ({ publisher, fields, date }) =>
        publisher === our.publisher && fields.includes(field) && date > our.date,
    ),
  );
  return isOlder ? 'newer' : undefined;
}

/** The value as stored: trimmed, with defaults; invalid ones unchanged, for the store to reject. */
function normal(kind: Kind, field: string, value: unknown): unknown {
  if (value === null) return undefined;
  const schema = kind.fields.shape[field] as {
    safeParse?: (value: unknown) => { success: boolean; data?: unknown };
  };
  const parsed = schema?.safeParse?.(value);
  return parsed?.success ? plainData(parsed.data) : value;
}

/** Without undefined keys, like JSON. */
const plainData = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;

/**
 * A newer edition replaces the older in place, so that numbers on the page stay. Replaced fields lose their
 * former sources; kept values keep them.
 */
export function mergeSources(
  before: readonly Source[],
  offer: Pick<Offer, 'sources' | 'shares' | 'isUndated'>,
  { accepted, changed }: { accepted: ReadonlySet<string>; changed: ReadonlySet<string> },
): Source[] {
  const fresh = new Map<string, Source>();
  for (const source of offer.sources) {
    const fields = source.fields.filter((named) => accepted.has(citedBy(named).field));
    if (fields.length > 0 || source.fields.length === 0) fresh.set(nameOf(source), { ...source, fields });
  }
  const kept = before.flatMap((source) => {
    const newer = fresh.get(nameOf(source));
    if (newer) {
      fresh.delete(nameOf(source));
      const older = source.fields.filter((named) => {
        const { field } = citedBy(named);
        return !newer.fields.includes(named) && !accepted.has(field) && !changed.has(field);
      });
      const isNews = !offer.isUndated || newer.fields.some((named) => changed.has(citedBy(named).field));
      return [
        {
          ...newer,
          date: isNews ? newer.date : source.date,
          fields: [...older, ...newer.fields].toSorted(byPlace([...source.fields, ...newer.fields])),
        },
      ];
    }
    const fields = source.fields.filter((named) => {
      const { field } = citedBy(named);
      return !changed.has(field) || offer.shares.has(field);
    });
    return fields.length > 0 || source.fields.length === 0 ? [{ ...source, fields }] : [];
  });
  return [...kept, ...fresh.values()];
}

const nameOf = ({ title, publisher }: Source) => `${title}\n${publisher ?? ''}`;

const byPlace = (order: readonly string[]) => (one: string, other: string) =>
  order.indexOf(one) - order.indexOf(other);
