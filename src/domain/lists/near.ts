import { formatNumber } from '../numbers.ts';

/** Nearness to a city, in straight lines: roads are longer, and how long nobody here knows. */

interface Point {
  /** Degrees. */
  latitude: number;
  longitude: number;
}

/** A city as lists name it; two cities of one name are distinguished by the code of their subject. */
export interface NamedTown {
  title: string;
  subject: string;
}

/** The city from which the records of a list are told how far they are. */
export interface Near {
  /** Nothing where no such city is known. */
  town: NamedTown | undefined;
  /** Others of the name. */
  others: readonly NamedTown[];
  /** Kilometres to the records whose city is known, by their ids; 0 in the same city. */
  kilometres: Readonly<Record<number, number>>;
}

/** What the address calls a city: its name, with the code of its subject where there are others. */
export const spellTown = ({ title, subject }: NamedTown, isAlone: boolean): string =>
  isAlone ? title : `${title} ${subject}`;

const radiusOfEarth = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometres between two points on the ground, by the great circle. */
export function kilometresBetween(one: Point, other: Point): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * radiusOfEarth * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** «в этом городе», «около 40 км», «около 2 850 км»: from centre to centre, so no exacter than that. */
export function formatDistance(kilometres: number): string {
  if (kilometres === 0) return 'в этом городе';
  const step = kilometres < 100 ? 5 : kilometres < 1000 ? 10 : 50;
  return `около ${formatNumber(Math.max(step, Math.round(kilometres / step) * step))} км`;
}
