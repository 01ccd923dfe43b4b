import { trackTag } from './collect-tags.ts';

const maxCached = 50_000;

/** Caches replica reads by tag; each read records its tag. */
export function openMemory() {
  // Pages repeat the same menus, titles, cards and counts; few tags change.
  const memories: Map<string, { of: string; value: unknown }>[] = [];
  return {
    /** A tag and the first argument, as the kind of a record, determine the value. */
    remembering<Arguments extends readonly [string, ...unknown[]], Result>(
      read: (...question: Arguments) => Result,
      factOf: (...question: Arguments) => string,
      /** The tag that always changes with the value, if it differs. */
      lastingFactOf = factOf,
    ) {
      const byFact = new Map<string, { of: string; value: unknown }>();
      memories.push(byFact);
      return (...question: Arguments): Result => {
        trackTag(factOf(...question));
        const fact = lastingFactOf(...question);
        const [of] = question;
        const known = byFact.get(fact);
        if (known?.of === of) return known.value as Result;
        if (byFact.size > maxCached) byFact.clear();
        const value = read(...question);
        byFact.set(fact, { of, value });
        return value;
      };
    },
    forget(invalidated: ReadonlySet<string> | undefined): void {
      for (const memory of memories)
        if (!invalidated) memory.clear();
        else for (const fact of invalidated) memory.delete(fact);
    },
  };
}
