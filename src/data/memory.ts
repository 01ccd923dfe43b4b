import { trackTag } from './collect-tags.ts';

const maxCached = 50_000;

/** Caches replica reads by tag; each read records its tag. */
export function openMemory() {
  // Pages repeat the same menus, titles, cards and counts; few tags change.
  const memories: Map<string, Map<string, unknown>>[] = [];
  return {
    /** A tag and the first argument, as the kind of a record, determine the value. */
    remembering<Arguments extends readonly [string, ...unknown[]], Result>(
      read: (...question: Arguments) => Result,
      factOf: (...question: Arguments) => string,
      /** The tag that always changes with the value, if it differs. */
      lastingFactOf = factOf,
    ) {
      const byFact = new Map<string, Map<string, unknown>>();
      memories.push(byFact);
      return (...question: Arguments): Result => {
        trackTag(factOf(...question));
        const fact = lastingFactOf(...question);
        const [key] = question;
        const known = byFact.get(fact) ?? new Map<string, unknown>();
        if (!known.has(key)) {
          if (byFact.size > maxCached) byFact.clear();
          byFact.set(fact, known.set(key, read(...question)));
        }
        return known.get(key) as Result;
      };
    },
    forget(invalidated: ReadonlySet<string> | undefined): void {
      for (const memory of memories)
        if (!invalidated) memory.clear();
        else for (const fact of invalidated) memory.delete(fact);
    },
  };
}
