import { availableParallelism, loadavg } from 'node:os';
import { expect } from 'vitest';

/** `LONG=1`: thoroughly, before a release. */
export const isLong = process.env['LONG'] === '1';

/** Prints a figure and fails on a miss, with up to ten examples. */
export function expectKept(
  { figure, goal }: { figure: string; goal: string },
  isKept: boolean,
  examples: readonly string[] = [],
): void {
  console.log(`${isKept ? 'да ' : 'НЕТ'} ${figure} (нужно: ${goal})`);
  const misses = examples.slice(0, 10).join('\n');
  expect.soft(isKept, `${figure} (нужно: ${goal})\n${misses}`).toBe(true);
}

/** The same for a time: a miss counts on an idle machine only. */
export function expectSoon(promise: { figure: string; goal: string }, isKept: boolean): void {
  const load = loadavg()[0] ?? 0;
  const cores = availableParallelism();
  if (isKept || load < cores) expectKept(promise, isKept);
  else console.log(`—   ${promise.figure}; машина занята: нагрузка ${load.toFixed(1)} на ${cores} ядра`);
}
