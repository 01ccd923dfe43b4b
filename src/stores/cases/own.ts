import { atom } from 'nanostores';
import { call, type Output } from '#contract/client/call.ts';
import type { OwnCase } from '#contract/client/cases.ts';
import type { CaseState } from '#domain/cases.ts';
import { afterFailure, type RemoteData } from '../remote-data.ts';
import { deleteDraft, unlockDrafts } from '../encrypted-drafts.ts';
import { asSignedIn } from '../signing-in.ts';

/** The author's table. */
export const $ownCases = atom<RemoteData<Output<'GET /api/user/cases'>>>({ state: 'pending' });
export const $shownState = atom<CaseState | ''>('');
export const $ownPage = atom(1);

/** The table for the address as it is: `?state=draft&page=2`. */
export async function followOwnAddress(): Promise<void> {
  const query = new URLSearchParams(location.search);
  $shownState.set((query.get('state') ?? '') as CaseState | '');
  $ownPage.set(Number(query.get('page')) || 1);
  await loadOwnCases();
}

export async function showOwn(state: CaseState | '', page = 1): Promise<void> {
  history.pushState(null, '', location.pathname + ownAddress(state, page));
  await followOwnAddress();
}

export function ownAddress(state: string, page: number): string {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `?${query.toString()}` : '';
}

export async function loadOwnCases(): Promise<void> {
  const state = $shownState.get();
  try {
    const found = await call('GET /api/user/cases', {
      query: { ...(state && { state }), page: $ownPage.get() },
    });
    $ownCases.set({ state: 'success', data: found });
  } catch (error) {
    $ownCases.set(afterFailure(error));
  }
}

/** One own case with remarks and history. */
export const $ownCase = atom<RemoteData<OwnCase>>({ state: 'pending' });

export const idInAddress = () =>
  Number(/^\d{1,9}$/.exec(new URLSearchParams(location.search).get('id') ?? '')?.[0] ?? 0);

export async function loadOwnCase(id = idInAddress()): Promise<void> {
  if (id === 0) {
    $ownCase.set({ state: 'notFound' });
    return;
  }
  try {
    $ownCase.set({
      state: 'success',
      data: await asSignedIn(() => call('GET /api/user/cases/{id}', { path: { id } })),
    });
  } catch (error) {
    $ownCase.set(afterFailure(error));
  }
}

function current(): OwnCase {
  const shown = $ownCase.get();
  if (shown.state !== 'success') throw new Error('No case is shown');
  return shown.data;
}

type Action = 'withdraw' | 'archive' | 'discard' | 'submit';

/** Runs an action on the shown version; the error store shows failures. */
export async function doOwn(action: Action): Promise<void> {
  const { id, version } = current();
  const answer = await asSignedIn(() =>
    call(`POST /api/user/cases/{id}/${action}`, { path: { id }, json: { version }, isWatched: true }),
  );
  $ownCase.set({ state: 'success', data: answer });
}

export async function removeOwn(): Promise<void> {
  const { id, version } = current();
  await asSignedIn(() =>
    call('POST /api/user/cases/{id}/remove', { path: { id }, json: { version }, isWatched: true }),
  );
  // Words that were never sent go with it.
  await unlockDrafts();
  await deleteDraft(String(id));
}

export async function resolveRemark(remark: number, resolved: boolean, answer?: string): Promise<void> {
  const { id } = current();
  const data = await asSignedIn(() =>
    call('POST /api/user/cases/{id}/remarks', {
      path: { id },
      json: { remark, resolved, ...(answer !== undefined && { answer }) },
      // A form tells what was wrong itself.
      isWatched: answer === undefined,
    }),
  );
  $ownCase.set({ state: 'success', data });
}
