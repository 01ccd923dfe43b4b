import { call } from '#contract/client/call.ts';
import type { SavedCase } from '#contract/saved-cases.ts';
import { asSignedIn } from '#stores/signing-in.ts';
import { useQuery } from '../../lib/useQuery.ts';

export type SavedEntry = Pick<SavedCase, 'folder' | 'note' | 'following'>;

/** The doctor's saved cases, one list for all rows and pages, and the ways to change it. */
export function useSaved() {
  const { query, refetch, replace } = useQuery('GET /api/user/saved');
  return {
    query,
    refetch,
    /** Saves a case, or changes how it is saved. */
    put: async (id: number, { folder, note, following }: SavedEntry) =>
      replace(await call('POST /api/user/saved/{id}', { path: { id }, json: { folder, note, following } })),
    /** The error store shows failures. */
    remove: async (id: number) =>
      replace(
        await asSignedIn(() => call('POST /api/user/saved/{id}/remove', { path: { id }, isWatched: true })),
      ),
    /** Without a title the folder is removed, and its cases stay. */
    changeFolder: async (folder: string, title?: string) => {
      const json = { folder, ...(title !== undefined && { title }) };
      replace(
        await asSignedIn(() => call('POST /api/user/saved/folder', { json, isWatched: title === undefined })),
      );
    },
  };
}
