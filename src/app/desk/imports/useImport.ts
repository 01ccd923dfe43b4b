import { call, type SentValues } from '#contract/client/call.ts';
import type { ImportDetail } from '#contract/imports.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { useQuery } from '../../lib/useQuery.ts';
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
  const { query, refetch, replace } = useQuery('GET /api/editors/imports/{id}', {
    path: { id },
    refetchInterval,
  });
  const { run: mutate, isBusy: isDoing, message } = useMutation();
  const run: RunAction = async (name, json) => {
    const sent = { path: { id }, isQuiet: true, json } as SentValues<ImportAction>;
    const result = await mutate(() => call<ImportAction>(name, sent));
    if (result.ok) replace(result.data);
    else refetch();
    return result.ok;
  };
  const failure = query.state === 'failed' ? query.error : undefined;
  return { detail: query.data, failure, message, isDoing, run, refetch };
}

function refetchInterval(detail: ImportDetail | undefined): number | undefined {
  if (!detail || ['undone', 'dropped', 'refused'].includes(detail.state)) return undefined;
  return isBusy(detail.state) ? 700 : 10_000;
}
