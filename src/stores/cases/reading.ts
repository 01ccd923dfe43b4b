import { atom } from 'nanostores';
import { call } from '#contract/client/call.ts';
import type { PublishedCase } from '#contract/client/cases.ts';
import type { Experience } from '#domain/cases.ts';
import { afterFailure, type RemoteData } from '../remote-data.ts';

/** The published case that the page shows. */
export const $case = atom<RemoteData<PublishedCase>>({ state: 'pending' });

/** The number in the address /cases/17/. */
const numberInAddress = () => Number(/^\/cases\/(\d{1,9})\/$/.exec(location.pathname)?.[1] ?? 0);

export async function loadCase(id = numberInAddress()): Promise<void> {
  if ($case.get().state !== 'success') $case.set({ state: 'pending' });
  try {
    $case.set({ state: 'success', data: await call('GET /api/cases/{id}', { path: { id } }) });
  } catch (error) {
    $case.set(afterFailure(error));
  }
}

function current(): PublishedCase {
  const shown = $case.get();
  if (shown.state !== 'success') throw new Error('No case is shown');
  return shown.data;
}

interface Words {
  opinion: string;
  next_steps: string;
}
interface NewMessage extends Words {
  experience: Experience | '';
  /** The message that it replies to. */
  parent?: number;
}

const show = (data: PublishedCase) => $case.set({ state: 'success', data });

/** A message under the case: a structured answer to the author's question, a remark or a reply. */
export async function answerCase(message: NewMessage): Promise<void> {
  show(await call('POST /api/cases/{id}/answers', { path: { id: current().id }, json: message }));
}

export async function editAnswer(answer: number, words: Words): Promise<void> {
  const path = { id: current().id, answer };
  show(await call('POST /api/cases/{id}/answers/{answer}', { path, json: words }));
}

export async function removeAnswer(answer: number): Promise<void> {
  const path = { id: current().id, answer };
  show(await call('POST /api/cases/{id}/answers/{answer}/remove', { path }));
}

export async function agreeWith(answer: number, agreeing: boolean): Promise<void> {
  const path = { id: current().id, answer };
  show(await call('POST /api/cases/{id}/answers/{answer}/agree', { path, json: { agreeing } }));
}

/** The author tells how it ended, and whose answer helped. */
export async function closeQuestion(outcome: string, answer: number | null): Promise<void> {
  const { id } = current();
  await call('POST /api/user/cases/{id}/close', { path: { id }, json: { outcome, answer } });
  await loadCase(id);
}

/** Of the case, or of a message under it. */
export async function reportCase(text: string, answer?: number): Promise<void> {
  await call('POST /api/cases/{id}/report', {
    path: { id: current().id },
    json: { text, ...(answer && { answer }) },
  });
}
