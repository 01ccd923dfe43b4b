import { daysAfter, formatDay, hasEnded, monthsAfter, portalDay } from './dates.ts';
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
  if (reviewed_at) return reviewAfter(kind, portalDay(reviewed_at));
  if (!review || review.of?.(fields) === false) return null;
  return daysAfter(today, atRest + (id % (review.months * daysOfMonth - atRest)));
}

/** Months for which a comparison of the treatment with the approved drugs is taken for current. */
const therapyMonths = 12;

/** «Одобренные препараты сверены 22 ноября 2026.», until it grows stale; `today` is called with the day of that. */
export function formatTherapyCheck(checked: string, today: (until: string) => string): string {
  return hasEnded(monthsAfter(checked, therapyMonths), today)
    ? `Одобренные препараты давно не сверялись: последний раз ${formatDay(checked)}.`
    : `Одобренные препараты сверены ${formatDay(checked)}.`;
}
