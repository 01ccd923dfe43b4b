import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition gives something truthy and returns it; fails by the name of what it waited for. */
export async function waitUntil<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  { timeoutMs = 60_000, intervalMs = 10 } = {},
): Promise<Exclude<Value, false | 0 | '' | null | undefined>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<Value, false | 0 | '' | null | undefined>;
    if (performance.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    await pause(intervalMs);
  }
}
