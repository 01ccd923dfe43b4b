import { useEffect, useState } from 'react';
import { call, CallError, type SentValues } from '#contract/client/call.ts';
import type { ImportDetail } from '#contract/client/editors.ts';
import { isBusy } from './words.ts';

type ImportAction =
  | 'POST /api/editors/imports/{id}/choose'
  | 'POST /api/editors/imports/{id}/compare'
  | 'POST /api/editors/imports/{id}/apply'
  | 'POST /api/editors/imports/{id}/undo'
  | 'POST /api/editors/imports/{id}/drop';

type RunAction = <Name extends ImportAction>(name: Name, json?: SentValues<Name>['json']) => Promise<boolean>;

/** A choice of rows or of a field. */
export type RowsChoice = NonNullable<SentValues<'POST /api/editors/imports/{id}/choose'>['json']>;

/** One import as it is now: asked again while the server works on it, and now and then for what colleagues do. */
export function useImport(id: number) {
  const [detail, setDetail] = useState<ImportDetail>();
  const [failure, setFailure] = useState<CallError>();
  const [message, setMessage] = useState('');
  const [isDoing, setDoing] = useState(false);
  const [turn, setTurn] = useState(0);
  const state = detail?.state;

  const question = `${id} ${turn}`;
  useEffect(() => {
    const stop = new AbortController();
    const [asked = 0] = question.split(' ').map(Number);
    call('GET /api/editors/imports/{id}', { path: { id: asked }, isQuiet: true, signal: stop.signal }).then(
      (found) => {
        setDetail(found);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setFailure(error);
      },
    );
    return () => stop.abort();
  }, [question]);

  useEffect(() => {
    if (state === undefined || ['undone', 'dropped', 'refused'].includes(state)) return undefined;
    const timer = setInterval(
      () => {
        if (!document.hidden) setTurn((count) => count + 1);
      },
      isBusy(state) ? 700 : 10_000,
    );
    return () => clearInterval(timer);
  }, [state]);

  async function run(name: ImportAction, json?: unknown): Promise<boolean> {
    setDoing(true);
    setMessage('');
    try {
      setDetail(await call(name, { path: { id }, isQuiet: true, json } as SentValues<ImportAction>));
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
      setTurn((count) => count + 1);
      return false;
    } finally {
      setDoing(false);
    }
  }
  return {
    detail,
    failure,
    message,
    isDoing,
    run: run as RunAction,
    refetch: () => setTurn((count) => count + 1),
  };
}
