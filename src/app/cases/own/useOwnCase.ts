import { call } from '#contract/client/call.ts';
import { asSignedIn } from '#stores/signing-in.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { idInAddress } from '../../lib/useSearchState.ts';

type Action = 'withdraw' | 'archive' | 'discard' | 'submit';

/** The own case in the address, one for all parts of its page, and what its author does with it. */
export function useOwnCase() {
  const path = { id: idInAddress() };
  const { query, refetch, replace } = useQuery('GET /api/user/cases/{id}', { path });
  return {
    query,
    refetch,
    /** Runs an action on a version; the error store shows failures. */
    act: async (action: Action, version: number) =>
      replace(
        await asSignedIn(() =>
          call(`POST /api/user/cases/{id}/${action}`, { path, json: { version }, isWatched: true }),
        ),
      ),
    resolveRemark: async (remark: number, resolved: boolean, answer?: string) => {
      const json = { remark, resolved, ...(answer !== undefined && { answer }) };
      // A form tells what was wrong itself.
      const isWatched = answer === undefined;
      replace(await asSignedIn(() => call('POST /api/user/cases/{id}/remarks', { path, json, isWatched })));
    },
  };
}
