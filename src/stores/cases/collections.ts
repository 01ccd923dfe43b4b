import { atom } from 'nanostores';
import { call } from '#contract/client/call.ts';
import type { CaseCollection, OpenedCollection } from '#contract/client/cases.ts';
import { afterFailure, type RemoteData } from '../remote-data.ts';
import { asSignedIn } from '../signing-in.ts';
import { idInAddress } from './own.ts';

/** The doctor's own collections with the numbers of their cases; rows and pages of cases tell by them what is kept. */
export const $collections = atom<RemoteData<readonly CaseCollection[]>>({ state: 'pending' });
/** The one whose page is open. */
export const $collection = atom<RemoteData<OpenedCollection>>({ state: 'pending' });

let asking: Promise<void> | undefined;

/** Asked once for all rows of a list; after a failure, once more. */
export function needCollections(): void {
  asking ??= loadCollections().finally(() => {
    if ($collections.get().state !== 'success') asking = undefined;
  });
}

export async function loadCollections(): Promise<void> {
  try {
    show(await call('GET /api/user/collections', { isQuiet: true }));
  } catch (error) {
    $collections.set(afterFailure(error));
  }
}

export async function loadCollection(id = idInAddress()): Promise<void> {
  try {
    const data = await asSignedIn(() => call('GET /api/user/collections/{id}', { path: { id } }));
    $collection.set({ state: 'success', data });
  } catch (error) {
    $collection.set(afterFailure(error));
  }
}

const show = (data: readonly CaseCollection[]) => $collections.set({ state: 'success', data });

/** A new one, with this case in it where one is named. */
export async function addCollection(title: string, first: number | undefined, key: string): Promise<void> {
  const json = { title, ...(first !== undefined && { case: first }) };
  show(await call('POST /api/user/collections/add', { json, headers: { 'idempotency-key': key } }));
}

export async function renameCollection(id: number, title: string): Promise<void> {
  show(await call('POST /api/user/collections/{id}', { path: { id }, json: { title } }));
  await loadCollection(id);
}

export async function removeCollection(id: number): Promise<void> {
  show(
    await asSignedIn(() => call('POST /api/user/collections/{id}/remove', { path: { id }, isWatched: true })),
  );
}

/** Adds or removes a case; the error store shows failures. */
export async function keepCase(
  id: number,
  { note, ...choice }: { case: number; kept: boolean; note?: string },
): Promise<void> {
  const json = { ...choice, ...(note !== undefined && { note }) };
  show(
    await asSignedIn(() =>
      call('POST /api/user/collections/{id}/cases', { path: { id }, json, isWatched: note === undefined }),
    ),
  );
}
