import { useEffect, useState } from 'react';
import { call, CallError, type CallName, type Output, type Sent } from '#contract/client/call.ts';

interface Found<Data> {
  question: string;
  items: Data | undefined;
  isFailed: boolean;
}

/** What a look-up finds, asked after a pause in typing; an older answer never overtakes a newer question. */
export function useFound<Name extends CallName>(name: Name, query: Sent['query'], isOpen: boolean) {
  const [found, setFound] = useState<Found<Output<Name>>>({
    question: '',
    items: undefined,
    isFailed: false,
  });
  const question = JSON.stringify([name, query]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const [asked, words] = JSON.parse(question) as [Name, Sent['query']];
      call(asked, { ...(words ? { query: words } : {}), signal: stop.signal, isQuiet: true }).then(
        (items) => setFound({ question, items, isFailed: false }),
        (error: unknown) => {
          if (!stop.signal.aborted && error instanceof CallError)
            setFound({ question, items: undefined, isFailed: true });
        },
      );
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question, isOpen]);
  return {
    items: found.items,
    isAsking: isOpen && found.question !== question,
    isFailed: found.question === question && found.isFailed,
  };
}
