import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Collects the cache tags that a page reads while it is rendered: `e:7` is record 7, `n:disease` the number
 * of diseases. Changes invalidate tags, and tags lead to pages.
 */
const reading = new AsyncLocalStorage<Set<string>>();

export function trackTag(fact: string): void {
  reading.getStore()?.add(fact);
}

/** Runs the work and returns its result with the tags it has read; enclosing collectors get them too. */
export async function collectTags<Result>(
  work: () => Promise<Result> | Result,
): Promise<{ result: Result; facts: ReadonlySet<string> }> {
  const facts = new Set<string>();
  let result: Result;
  try {
    result = await reading.run(facts, work);
  } catch (error) {
    // A failed page depends on what it had read before.
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { facts });
  }
  trackTags(facts);
  return { result, facts };
}

export function trackTags(facts: Iterable<string>): void {
  const noted = reading.getStore();
  if (noted) for (const fact of facts) noted.add(fact);
}

/** A tag hashed to 52 bits; a collision costs a needless render, never a stale page. */
export function tagNumber(fact: string): number {
  let one = 0x811c9dc5;
  let other = 0x1b873593;
  for (let index = 0; index < fact.length; index += 1) {
    const code = fact.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
    other ^= other >>> 13;
  }
  return ((other >>> 0) & 0xfffff) * 0x1_0000_0000 + (one >>> 0);
}
