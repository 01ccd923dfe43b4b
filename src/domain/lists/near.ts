import { formatNumber } from '../numbers.ts';

/** Distance to a city in a straight line; road distances are unknown. */

interface Point {
  latitude: number;
  longitude: number;
}

/** A city; cities of one name are distinguished by the code of their subject. */
export interface NamedTown {
  title: string;
  subject: string;
}

/** A city with distances of records. */
export interface Near {
  /** Undefined when unknown. */
  town: NamedTown | undefined;
  /** Other cities of the name. */
  others: readonly NamedTown[];
  /** Kilometres by record id, where the city is known; 0 in the same city. */
  kilometres: Readonly<Record<number, number>>;
}

/** Spelling of a city in addresses: its name, with the subject's code if ambiguous. */
export const spellTown = ({ title, subject }: NamedTown, isAlone: boolean): string =>
  isAlone ? title : `${title} ${subject}`;

const radiusOfEarth = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres. */
export function kilometresBetween(one: Point, other: Point): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * radiusOfEarth * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** «в этом городе», «около 40 км», «около 2 850 км»: rounded, because it is from centre to centre. */
export function formatDistance(kilometres: number): string {
  if (kilometres === 0) return 'в этом городе';
  const step = kilometres < 100 ? 5 : kilometres < 1000 ? 10 : 50;
  return `около ${formatNumber(Math.max(step, Math.round(kilometres / step) * step))} км`;
}
