import { asSignedIn } from '#stores/signing-in.ts';
import { addNotice } from '#stores/notices.ts';
import type { ReviewedCase } from '#contract/cases.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { idInAddress } from '../../lib/useSearchState.ts';

/** The case in the address as an editor sees it. */
export const useReviewedCase = () => useQuery('GET /api/editors/cases/{id}', { path: { id: idInAddress() } });

/** A decision upon the case as the editor saw it; the author may have withdrawn it meanwhile. */
export function useDecision(forget: () => void) {
  const { refetch, replace } = useReviewedCase();
  const { run, isBusy, error } = useMutation();
  const decide = async (action: () => Promise<ReviewedCase>, done: string) => {
    const result = await run(() => asSignedIn(action));
    if (result.ok) {
      forget();
      replace(result.data);
      addNotice({ icon: 'success', html: done });
    } else if (result.error.status === 409 || result.error.status === 404) refetch();
  };
  return { isBusy, problems: error?.errors ?? [], decide };
}
