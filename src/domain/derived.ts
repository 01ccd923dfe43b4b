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

/**
 * All that lists and cards know of a record, worked out of it in this one place: the tables of the server and the copy
 * that pages read keep the same.
 */
interface Derived {
  /** What others show of it; closed fields never reach a card. */
  card: AnyCard;
  /** Order of the Russian alphabet, bytewise. */
  titleKey: string;
  /** The date by which the newest come first, after the digit of those that are ahead; empty without one, and for kinds that run from А to Я. */
  newestKey: string;
  /** Its place in the lists of its kind, ascending: both keys and the number that decides between equal ones in one. */
  place: string;
  letter: AlphabetLetter;
  /** Lists leave it out until its like is asked for. */
  isLeftOut: boolean;
  /** It is not for search engines. */
  isThin: boolean;
  /** Values by which lists are narrowed, each once. */
  facets: FacetValue[];
  /** Records that it names, each once for a field. */
  links: { field: string; to: number }[];
}

interface FacetValue {
  field: string;
  value: string;
}

/** `today`: the day on which it is worked out, 2026-11-23; another day may give other facets and another place. */
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

/** Longer values are cut: what lists are narrowed by stands in indexes and addresses. */
const longestValue = 200;

/** Closed fields give none: a count would tell what they hold. */
function facetsOf(kind: Kind, record: AnyRecord, today: string): FacetValue[] {
  return kind.facets.flatMap(({ field, valueOn }) => {
    const given = valueOn ? [valueOn(record, today) ?? []].flat() : valuesAt(record, field);
    const values = new Set(given.map((value) => String(value).slice(0, longestValue)));
    return [...values].map((value) => ({ field, value }));
  });
}

function newestKeyOf({ order }: Kind, record: AnyRecord, today: string): string {
  if (order.by !== 'newest') return '';
  return `${order.ahead?.(record, today) ?? ''}${String(record[order.field] ?? '')}`;
}

/** The date in the key of a kind, without the digit of those that are ahead. */
export const dateIn = ({ order }: Kind, newestKey: string): string =>
  newestKey.slice(order.by === 'newest' && order.ahead ? 1 : 0);

/** Whether what is worked out of its records may be other tomorrow. */
export const growsOld = ({ facets }: Kind): boolean => facets.some(({ valueOn }) => valueOn);

/** Later dates before earlier ones, the exact before the vague, those without one last; of equal ones the newer record. */
const upsideDown = (date: string, id: number): string =>
  `${date.replace(/\d/g, (digit) => String(9 - Number(digit)))}~${String(2 ** 31 - id).padStart(10, '0')}`;

/** To be raised when something else is worked out of the same facts of a kind. */
const edition = 2;

/** What was worked out under other words than these is to be worked out again. */
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
