import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Runs `done` after so many milliseconds; while it is held, or the tab is hidden, the time stands still. */
export function useTimer(milliseconds: number, isHeld: boolean, done: () => void): void {
  const left = useRef(milliseconds);
  const finish = useEffectEvent(done);
  const [isHidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const read = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, []);
  useEffect(() => {
    if (isHeld || isHidden) return undefined;
    const since = performance.now();
    const timer = setTimeout(() => finish(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [isHeld, isHidden]);
}
