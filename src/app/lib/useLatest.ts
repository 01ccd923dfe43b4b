import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function for what ends later than it began, an upload or an editor with a state of its own: it calls that of the
 * newest rendering, so nothing that was typed meanwhile is written over with what stood there before.
 */
export function useLatest<Given extends unknown[]>(
  newest: (...given: Given) => void,
): (...given: Given) => void {
  const kept = useRef(newest);
  useLayoutEffect(() => {
    kept.current = newest;
  });
  return useCallback((...given: Given) => kept.current(...given), []);
}
