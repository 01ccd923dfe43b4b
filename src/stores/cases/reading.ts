import { atom } from 'nanostores';
import { call } from '#contract/client/call.ts';
import type { PublishedCase } from '#contract/client/cases.ts';
import { afterFailure, type RemoteData } from '../asking.ts';

/** The published case that the page shows. */
export const $case = atom<RemoteData<PublishedCase>>({ state: 'asking' });

/** The number in the address /cases/17/. */
const numberInAddress = () => Number(/^\/cases\/(\d{1,9})\/$/.exec(location.pathname)?.[1] ?? 0);

export async function loadCase(id = numberInAddress()): Promise<void> {
  if ($case.get().state !== 'there') $case.set({ state: 'asking' });
  try {
    $case.set({ state: 'there', thing: await call('GET /api/cases/{id}', { path: { id } }) });
  } catch (error) {
    $case.set(afterFailure(error));
  }
}

function current(): PublishedCase {
  const shown = $case.get();
  if (shown.state !== 'there') throw new Error('No case is shown');
  return shown.thing;
}

export async function followCase(following: boolean): Promise<void> {
  const { id } = current();
  const answer = await call('POST /api/cases/{id}/follow', {
    path: { id },
    json: { following },
    isWatched: true,
  });
  $case.set({ state: 'there', thing: { ...current(), following: answer.following } });
}

interface NewAnswer {
  opinion: string;
  next_steps: string;
  experience: string;
}

/** A structured answer to the author's question. */
export async function answerCase(answer: NewAnswer): Promise<void> {
  const { id } = current();
  $case.set({
    state: 'there',
    thing: await call('POST /api/cases/{id}/answers', { path: { id }, json: answer }),
  });
}

export async function removeAnswer(answer: number): Promise<void> {
  const { id } = current();
  const thing = await call('POST /api/cases/{id}/answers/{answer}/remove', {
    path: { id, answer },
    isWatched: true,
  });
  $case.set({ state: 'there', thing });
}

export async function reportCase(text: string): Promise<void> {
  await call('POST /api/cases/{id}/report', { path: { id: current().id }, json: { text } });
}
