import { daysAfter, monthsAfter } from './dates.ts';
import type { Kind } from './kinds/kind.ts';

/** Nobody is asked to look again at what came into the catalogue within these days. */
const atRest = 30;
const daysOfMonth = 30;

/** The day by which a record that somebody looked at on a day ('2026-11-23') is looked at again; none where its kind does not grow old. */
export const reviewAfter = ({ review }: Kind, day: string): string | null =>
  review ? monthsAfter(day, review.months) : null;

/** What a day of review depends on. */
interface Published {
  id: number;
  fields: Readonly<Record<string, unknown>>;
  reviewed_at: string | null;
}

/**
 * The same for a record that came from a file: after the months of its kind, if somebody has looked at it; else within
 * them, each on a day of its own, so that a catalogue that came in an hour is not due in an hour.
 */
export function firstReview(
  kind: Kind,
  { id, fields, reviewed_at }: Published,
  today: string,
): string | null {
  const { review } = kind;
  if (reviewed_at) return reviewAfter(kind, reviewed_at.slice(0, 10));
  if (!review || review.of?.(fields) === false) return null;
  return daysAfter(today, atRest + (id % (review.months * daysOfMonth - atRest)));
}
