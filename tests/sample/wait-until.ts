import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a busy machine: what takes longer hangs. */
const limitMs = 60_000;

/** The first answer of `look` that is true; an error that names what it waited for when there is none in time. */
export async function waitUntil<Found>(
  what: string,
  look: () => Found | Promise<Found>,
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
