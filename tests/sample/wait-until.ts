import { setTimeout as pause } from 'node:timers/promises';

/** Polls `look` until it is truthy; throws an error with what it waited for. */
export async function waitUntil<Found>(
  what: string,
  look: () => Found | Promise<Found>,
  /** Sufficient for a busy machine: more means a hang. */
  limitMs = 60_000,
): Promise<Exclude<Awaited<Found>, false | null | undefined>> {
  const startedAt = performance.now();
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<Awaited<Found>, false | null | undefined>;
    if (performance.now() - startedAt > limitMs)
      throw new Error(`Waited ${limitMs / 1000} s in vain until ${what}`);
    await pause(20);
  }
}
