import { trackTag } from './collect-tags.ts';

const mostRemembered = 50_000;

/** Answers of the copy by the facts that they rest on. Each answer that is given is noted as read. */
export function openMemory() {
  // Pages ask for the same menus, names and cards, and lists for the counts of thousands of records; few facts change.
  const memories: Map<string, Map<string, unknown>>[] = [];
  return {
    remembering<Arguments extends readonly unknown[], Result>(
      ask: (...question: Arguments) => Result,
      factOf: (...question: Arguments) => string,
      /** The fact that always changes with the answer, where that is another one. */
      lastingFactOf = factOf,
    ) {
      const byFact = new Map<string, Map<string, unknown>>();
      memories.push(byFact);
      return (...question: Arguments): Result => {
        trackTag(factOf(...question));
        const fact = lastingFactOf(...question);
        const key = JSON.stringify(question);
        const known = byFact.get(fact) ?? new Map<string, unknown>();
        if (!known.has(key)) {
          if (byFact.size > mostRemembered) byFact.clear();
          byFact.set(fact, known.set(key, ask(...question)));
        }
        return known.get(key) as Result;
      };
    },
    forget(touched: ReadonlySet<string> | undefined): void {
      for (const memory of memories)
        if (!touched) memory.clear();
        else for (const fact of touched) memory.delete(fact);
    },
  };
}
