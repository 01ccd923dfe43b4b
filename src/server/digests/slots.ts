import { msPerDay, msPerMinute, msPerWeek } from '#domain/durations.ts';
import type { SentFrequency } from '#domain/subscriptions.ts';

const monday = Date.parse('2026-01-05T06:00:00Z');

const slots: Record<SentFrequency, { length: number; start: number }> = {
  now: { length: msPerMinute, start: 0 },
  daily: { length: msPerDay, start: monday },
  weekly: { length: msPerWeek, start: monday },
};

/** The last time of sending; earlier changes are due. */
export function lastSlot(frequency: SentFrequency, time: Date): Date {
  const { length, start } = slots[frequency];
  return new Date(start + Math.floor((time.getTime() - start) / length) * length);
}

/** Weekly letters go on their Monday only. */
export const isMondayOf = (slot: Date, time: Date): boolean => time.getTime() - slot.getTime() < msPerDay;

export const weekBefore = (slot: Date): Date => new Date(slot.getTime() - msPerWeek);

export const nextSlot = (frequency: SentFrequency, time: Date): Date =>
  new Date(lastSlot(frequency, time).getTime() + slots[frequency].length);
