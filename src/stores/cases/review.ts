import { atom } from 'nanostores';
import { call, CallError, type Output } from '#contract/client/call.ts';
import type { ReviewedCase } from '#contract/client/cases.ts';
import type { CaseSection, Check, DeclineReason } from '#domain/cases.ts';
import { afterFailure, type RemoteData } from '../remote-data.ts';
import { asSignedIn } from '../signing-in.ts';
import { idInAddress } from './own.ts';

export type QueueState = 'review' | 'published';

export const $queue = atom<RemoteData<Output<'GET /api/editors/cases'>>>({ state: 'pending' });
export const $queueState = atom<QueueState>('review');
export const $reviewed = atom<RemoteData<ReviewedCase>>({ state: 'pending' });

/** Hours within which an editor answers, and after which it is late. */
const promised = { soon: 24, late: 72 } as const;
export type Urgency = 'fresh' | 'due' | 'late';
export const urgencyOf = (hours: number): Urgency =>
  hours >= promised.late ? 'late' : hours >= promised.soon ? 'due' : 'fresh';

export async function loadQueue(state: QueueState = $queueState.get(), page = 1): Promise<void> {
  $queueState.set(state);
  try {
    const found = await asSignedIn(() => call('GET /api/editors/cases', { query: { state, page } }));
    $queue.set({ state: 'success', data: found });
  } catch (error) {
    $queue.set(afterFailure(error));
  }
}

export async function loadReviewed(id = idInAddress()): Promise<void> {
  try {
    const data = await asSignedIn(() => call('GET /api/editors/cases/{id}', { path: { id } }));
    $reviewed.set({ state: 'success', data });
  } catch (error) {
    $reviewed.set(afterFailure(error));
  }
}

function current(): ReviewedCase {
  const shown = $reviewed.get();
  if (shown.state !== 'success') throw new Error('No case is shown');
  return shown.data;
}

/** A decision upon the case as the editor saw it; the author may have withdrawn it meanwhile. */
async function decide(action: () => Promise<ReviewedCase>): Promise<void> {
  try {
    $reviewed.set({ state: 'success', data: await asSignedIn(action) });
  } catch (error) {
    if (error instanceof CallError && (error.status === 409 || error.status === 404))
      await loadReviewed(current().id);
    throw error;
  }
}

export async function acceptCase(checks: readonly Check[]): Promise<void> {
  const { id, version } = current();
  await decide(() =>
    call('POST /api/editors/cases/{id}/accept', { path: { id }, json: { version, checks: [...checks] } }),
  );
}

export interface NewRemark {
  field: CaseSection;
  text: string;
}

export async function returnCase(remarks: NewRemark[]): Promise<void> {
  const { id, version } = current();
  await decide(() =>
    call('POST /api/editors/cases/{id}/return', { path: { id }, json: { version, remarks } }),
  );
}

export async function declineCase(
  action: 'decline' | 'archive',
  reason: DeclineReason,
  text: string,
): Promise<void> {
  const { id, version } = current();
  await decide(() =>
    call(`POST /api/editors/cases/{id}/${action}`, { path: { id }, json: { version, reason, text } }),
  );
}
