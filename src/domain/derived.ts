import { shapeText } from './kinds/current-shape.ts';
import { letterOf, sortKey, type AlphabetLetter } from './alphabet.ts';
import {
  cardOf,
  closedFields,
  isHiddenByDefault,
  kinds,
  openPart,
  valuesAt,
  withComputed,
  type AnyCard,
  type AnyRecord,
  type Kind,
} from './kinds/index.ts';

/** Data of lists and cards derived from a record, in one place for the server's tables and the replica. */
interface Derived {
  /** Card for other pages; never contains closed fields. */
  card: AnyCard;
  /** Alphabetical sort key, compared bytewise. */
  titleKey: string;
  /** Sort key of newest-first lists: the digit of `ahead` and the date; empty for others. */
  newestKey: string;
  /** Position in the kind's lists, ascending: both keys and the id. */
  place: string;
  letter: AlphabetLetter;
  /** Hidden from lists unless its facet is chosen. */
  isLeftOut: boolean;
  isThin: boolean;
  facets: FacetValue[];
  /** Links, unique for each field. */
  links: { field: string; to: number }[];
}

interface FacetValue {
  field: string;
  value: string;
}

/** `today`: day of derivation, 2026-11-23; facets and position may depend on it. */
export function derive(kind: Kind, written: AnyRecord, today: string): Derived {
  const record = openPart(kind, withComputed(kind, written));
  const titleKey = sortKey(record.title);
  const newestKey = newestKeyOf(kind, record, today);
  return {
    card: cardOf(kind, record),
    titleKey,
    newestKey,
    place: kind.order.by === 'title' ? titleKey : upsideDown(newestKey, record.id),
    letter: letterOf(record.title),
    isLeftOut: isHiddenByDefault(kind, record),
    isThin: kind.isThin?.(record) ?? false,
    facets: facetsOf(kind, record, today),
    links: Object.keys(kind.links).flatMap((field) =>
      [...new Set(valuesAt(written, field))].map((to) => ({ field, to: Number(to) })),
    ),
  };
}

/** Longer values are cut: they are used in indexes and addresses. */
const longestValue = 200;

/** Closed fields have no facets: counts would reveal their values. */
function facetsOf(kind: Kind, record: AnyRecord, today: string): FacetValue[] {
  return kind.facets.flatMap(({ field, valueOn }) => {
    const given = valueOn ? [valueOn(record, today) ?? []].flat() : valuesAt(record, field);
    const values = new Set(given.map((value) => String(value).slice(0, longestValue)));
    return [...values].map((value) => ({ field, value }));
  });
}

function newestKeyOf({ order }: Kind, record: AnyRecord, today: string): string {
  if (order.by !== 'newest') return '';
  const date = String(record[order.field] ?? '');
  if (!order.ahead) return date;
  const ahead = order.ahead(record, today);
  return `${ahead}${ahead > 0 && order.isAheadAscending ? inverted(date) : date}`;
}

/** The date of a key, without the digit of `ahead`. */
export function dateIn({ order }: Kind, newestKey: string): string {
  if (order.by !== 'newest' || !order.ahead) return newestKey;
  const date = newestKey.slice(1);
  return newestKey[0] !== '0' && order.isAheadAscending ? inverted(date) : date;
}

/** Whether derived data depend on the day. */
export const growsOld = ({ facets, order }: Kind): boolean =>
  facets.some(({ valueOn }) => valueOn) || (order.by === 'newest' && order.ahead !== undefined);

/** A date whose digits sort in reverse; twice gives the date. */
const inverted = (date: string): string => date.replace(/\d/g, (digit) => String(9 - Number(digit)));

/** Inverted key: later first, exact before vague, undated last; newer record first on ties. */
const upsideDown = (key: string, id: number): string =>
  `${inverted(key)}~${String(2 ** 31 - id).padStart(10, '0')}`;

/** Raised when the derivation changes. */
const edition = 2;

/** Version of derived data; others are recomputed. */
export const formOfDerived: string = JSON.stringify([
  edition,
  kinds.map((kind) => [
    kind.name,
    kind.order,
    kind.leftOut,
    kind.facets.map(({ field, from }) => [field, from]),
    kind.links,
    kind.card,
    kind.searched,
    kind.ranked,
    Object.keys(kind.computed ?? {}),
    shapeText(kind),
    closedFields(kind),
  ]),
]);
