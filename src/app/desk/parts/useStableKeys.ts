import { useState } from 'react';

/**
 * Keys of the rows of a list, which move with them: a row keeps its open parts and the focus. Whoever moves or
 * removes a row does the same here; rows that come from elsewhere get keys at the end.
 */
export function useStableKeys(length: number) {
  const [known, setKnown] = useState<readonly number[]>([]);
  const first = Math.max(-1, ...known) + 1;
  const keys = Array.from({ length }, (_, index) => known[index] ?? first + index);
  return {
    keys,
    moveKey: (from: number, to: number) => setKnown(moved(keys, from, to)),
    removeKey: (index: number) => setKnown(keys.toSpliced(index, 1)),
  };
}

/** The list with one row in another place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
