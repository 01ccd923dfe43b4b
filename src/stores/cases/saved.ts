import { atom } from 'nanostores';
import { call } from '#contract/client/call.ts';
import type { SavedCase } from '#contract/client/cases.ts';
import { afterFailure, type RemoteData } from '../remote-data.ts';
import { asSignedIn } from '../signing-in.ts';

/** The doctor's saved cases; rows and pages of cases show by it what is saved. */
export const $saved = atom<RemoteData<readonly SavedCase[]>>({ state: 'pending' });

let asking: Promise<void> | undefined;

/** Asked once for all rows of a list; after a failure, once more. */
export function needSaved(): void {
  asking ??= loadSaved().finally(() => {
    if ($saved.get().state !== 'success') asking = undefined;
  });
}

export async function loadSaved(): Promise<void> {
  try {
    show(await call('GET /api/user/saved', { isQuiet: true }));
  } catch (error) {
    $saved.set(afterFailure(error));
  }
}

const show = (data: readonly SavedCase[]) => $saved.set({ state: 'success', data });

export type SavedEntry = Pick<SavedCase, 'folder' | 'note' | 'following'>;

/** Saves a case, or changes how it is saved. */
export async function putSaved(id: number, { folder, note, following }: SavedEntry): Promise<void> {
  show(await call('POST /api/user/saved/{id}', { path: { id }, json: { folder, note, following } }));
}

/** The error store shows failures. */
export async function removeSaved(id: number): Promise<void> {
  show(await asSignedIn(() => call('POST /api/user/saved/{id}/remove', { path: { id }, isWatched: true })));
}

/** Without a title the folder is removed, and its cases stay. */
export async function changeFolder(folder: string, title?: string): Promise<void> {
  const json = { folder, ...(title !== undefined && { title }) };
  show(await asSignedIn(() => call('POST /api/user/saved/folder', { json, isWatched: title === undefined })));
}
