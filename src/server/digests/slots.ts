/** Frequencies at which letters about changes go. */
export type SentDigest = 'now' | 'weekly';

const minute = 60_000;
const week = 7 * 24 * 60 * minute;
/** Changes of ten minutes go in one letter: an editor saves more than once. */
const coalesced = 10 * minute;
/** Monday, 9:00 in Moscow. */
const monday = Date.parse('2026-01-05T06:00:00Z');

const slots: Record<SentDigest, { length: number; start: number }> = {
  now: { length: coalesced, start: 0 },
  weekly: { length: week, start: monday },
};

/** The last moment at which letters went, or should have gone: what changed before it is due. */
export function lastSlot(frequency: SentDigest, time: Date): Date {
  const { length, start } = slots[frequency];
  return new Date(start + Math.floor((time.getTime() - start) / length) * length);
}

export const nextSlot = (frequency: SentDigest, time: Date): Date =>
  new Date(lastSlot(frequency, time).getTime() + slots[frequency].length);
