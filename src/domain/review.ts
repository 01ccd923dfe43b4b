import { daysAfter, monthsAfter } from './dates.ts';
import type { Kind } from './kinds/kind.ts';

/** Days after import without a review. */
const atRest = 30;
const daysOfMonth = 30;

/** Day of the next review after one on a day ('2026-11-23'); null for kinds that do not age. */
export const reviewAfter = ({ review }: Kind, day: string): string | null =>
  review ? monthsAfter(day, review.months) : null;

/** Facts that determine the review day. */
interface Published {
  id: number;
  fields: Readonly<Record<string, unknown>>;
  reviewed_at: string | null;
}

/**
 * First review of an imported record: after the kind's months if reviewed, otherwise spread over them, so
 * that an import is not due all at once.
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
