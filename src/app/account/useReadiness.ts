import { useEffect, useState } from 'react';

/** B189, B262: a form that needs dictionaries shows a preloader so long at least. */
export const readinessDelay = 500;

type Readiness = 'loading' | 'ready' | 'failed';

/** Whether all that a form needs has come; `retry` asks once more. */
export function useReadiness(prepare: () => Promise<unknown>, delay = readinessDelay) {
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<Readiness>('loading');
  const [wasReady, setWasReady] = useState(false);
  useEffect(() => {
    let isLatest = true;
    const pause = new Promise((resolve) => {
      setTimeout(resolve, delay);
    });
    Promise.all([prepare(), pause]).then(
      () => {
        if (!isLatest) return;
        setState('ready');
        setWasReady(true);
      },
      () => isLatest && setState('failed'),
    );
    return () => {
      isLatest = false;
    };
    // What is prepared does not change while the form stands.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt, delay]);
  const retry = () => {
    setState('loading');
    setAttempt((last) => last + 1);
  };
  return { state, wasReady, retry };
}
