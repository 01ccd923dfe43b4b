import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import {
  call,
  CallError,
  type CallName,
  type SentArguments,
  type SentValues,
} from '#contract/client/call.ts';

export type QueryState<Data> =
  | { state: 'pending'; data?: Data | undefined }
  | { state: 'success'; data: Data }
  | { state: 'failed'; error: CallError; data?: Data | undefined };

interface Known<Data> {
  /** The question that was answered. */
  question: string;
  data?: Data | undefined;
  error?: CallError;
}

/**
 * What a part of a page asks for when it appears, asked again when the question becomes another or `again` is called; what
 * was known stays meanwhile. `replace` puts in its place what a mutation has answered.
 */
export function useQuery<Data>(ask: (signal: AbortSignal) => Promise<Data>, question = '') {
  const [known, setKnown] = useState<Known<Data>>({ question: '' });
  const [turn, setTurn] = useState(1);
  const askNow = useEffectEvent(ask);
  const asked = `${turn} ${question}`;
  useEffect(() => {
    const stop = new AbortController();
    askNow(stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setKnown({ question: asked, data });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setKnown(({ data }) => ({ question: asked, data, error }));
      },
    );
    return () => stop.abort();
  }, [asked]);
  const refetch = useCallback(() => setTurn((count) => count + 1), []);
  const replace = useCallback((data: Data) => setKnown({ question: asked, data }), [asked]);
  return { query: answerOf(known, asked), refetch, replace };
}

/** The answer to a call, without the bar of progress over the page. */
export const useApiQuery = <Name extends CallName>(name: Name, ...[sent]: SentArguments<Name>) =>
  useQuery(
    (signal) => call(name, { ...sent, signal, isQuiet: true } as SentValues<Name>),
    JSON.stringify([name, sent]),
  );

function answerOf<Data>({ question, data, error }: Known<Data>, asked: string): QueryState<Data> {
  if (question !== asked) return { state: 'pending', data };
  if (error) return { state: 'failed', error, data };
  return { state: 'success', data: data as Data };
}
