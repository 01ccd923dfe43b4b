import { useEffect, useState } from 'react';
import { CallError } from '#contract/client/call.ts';

export type Loaded<Value> =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; value: Value };

/** What a part of a page asks for when it appears; `again` asks once more. */
export function useLoaded<Value>(load: () => Promise<Value>) {
  const [attempt, setAttempt] = useState(1);
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (value) => isWanted && setLoaded({ state: 'ready', value }),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (isWanted) setLoaded({ state: 'failed', message: error.message });
      },
    );
    return () => {
      isWanted = false;
    };
    // The question is the same as long as the part stands.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt]);
  return {
    loaded,
    again: () => setAttempt(attempt + 1),
    replace: (value: Value) => setLoaded({ state: 'ready', value }),
  };
}
