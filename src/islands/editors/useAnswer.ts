import { useCallback, useEffect, useState } from 'react';
import { call, CallError, type CallName, type Output, type Sent } from '#contract/client/call.ts';

export type Answer<Data> =
  | { state: 'asking'; data?: Data | undefined }
  | { state: 'found'; data: Data }
  | { state: 'failed'; error: CallError; data?: Data | undefined };

interface Known<Data> {
  /** The question that was answered. */
  question: string;
  data?: Data | undefined;
  error?: CallError;
}

/** The answer to a call, asked anew when the question changes or somebody says so; what was known stays meanwhile. */
export function useAnswer<Name extends CallName>(name: Name, sent: Sent = {}) {
  const [known, setKnown] = useState<Known<Output<Name>>>({ question: '' });
  const [turn, setTurn] = useState(0);
  const question = JSON.stringify([name, sent, turn]);
  useEffect(() => {
    const stop = new AbortController();
    const [asked, more] = JSON.parse(question) as [Name, Sent];
    call(asked, { ...more, signal: stop.signal, isQuiet: true }).then(
      (data) => setKnown({ question, data }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setKnown(({ data }) => ({ question, data, error }));
      },
    );
    return () => stop.abort();
  }, [question]);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  return { answer: answerOf(known, question), again };
}

function answerOf<Data>({ question, data, error }: Known<Data>, asked: string): Answer<Data> {
  if (question !== asked) return { state: 'asking', data };
  if (error) return { state: 'failed', error, data };
  return { state: 'found', data: data as Data };
}
