import { identityOf, type RecordDraft } from './draft.ts';

/**
 * Batches in which no record refers to a later batch and each record occurs once. Circular references follow
 * in file order and are resolved as far as possible.
 */
export function* inOrder(drafts: readonly RecordDraft[], batchSize: number): Generator<RecordDraft[]> {
  const level = new Map<RecordDraft, number>();
  const makers = Map.groupBy(drafts, identityOf);
  for (const draft of drafts) visit(draft, makers, level);
  const levels = Map.groupBy(drafts, (draft) => level.get(draft) ?? 0);
  for (const [, group] of [...levels].toSorted(([one], [other]) => one - other)) {
    for (let start = 0; start < group.length; start += batchSize) yield group.slice(start, start + batchSize);
  }
}

/** Iterative: chains of parents may be as long as the file. */
function visit(
  first: RecordDraft,
  makers: ReadonlyMap<string, readonly RecordDraft[]>,
  level: Map<RecordDraft, number>,
): void {
  const open = new Set<RecordDraft>();
  const stack = [first];
  for (let draft = stack.at(-1); draft; draft = stack.at(-1)) {
    if (level.has(draft)) {
      stack.pop();
      continue;
    }
    open.add(draft);
    const before = predecessors(draft, makers);
    const unsettled = before.filter((other) => !level.has(other) && !open.has(other));
    if (unsettled.length > 0) {
      stack.push(...unsettled);
      continue;
    }
    level.set(draft, 1 + Math.max(-1, ...before.map((other) => level.get(other) ?? -1)));
    open.delete(draft);
    stack.pop();
  }
}

function predecessors(
  draft: RecordDraft,
  makers: ReadonlyMap<string, readonly RecordDraft[]>,
): RecordDraft[] {
  const same = makers.get(identityOf(draft)) ?? [];
  const earlier = same.slice(0, same.indexOf(draft)).slice(-1);
  const linked = (draft.links ?? []).flatMap((external) => makers.get(external)?.slice(0, 1) ?? []);
  return [...earlier, ...linked.filter((other) => other !== draft)];
}
