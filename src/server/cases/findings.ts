import { createHash } from 'node:crypto';
import type { CaseFinding } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { passagesOf } from '#contract/forms/passages.ts';
import type { ThreadTasks } from '../thread/deeds.ts';
import { inThread } from '../thread/thread.ts';

type Found = Awaited<ReturnType<ThreadTasks['findPersonalData']>>;

/** Texts that were looked at last, by their digest: a case that is sent was checked a moment before. */
const looked = new Map<string, Promise<Found>>();
const mostLooked = 50;

/** Places of a case that look like personal data; those that the author has cleared are marked. */
export async function findingsOf(content: CaseContent): Promise<CaseFinding[]> {
  const cleared = new Set(content.cleared.map(({ field, words }) => `${field} ${words}`));
  const passages = passagesOf(content);
  const found = await lookAt(
    passages.map(({ text }) => text),
    content.sex === '' ? {} : { sex: content.sex },
  );
  return passages.flatMap(({ section: field, path }, index) =>
    (found[index] ?? []).map(({ kind, start, end, words, suggestions }) => ({
      field,
      path,
      kind,
      words,
      start,
      end,
      suggestions,
      cleared: cleared.has(`${field} ${words}`),
    })),
  );
}

/** A long text takes the detector a second: it is read in the thread. */
function lookAt(texts: string[], patient: { sex?: 'male' | 'female' }): Promise<Found> {
  const key = createHash('sha256')
    .update(JSON.stringify([texts, patient]))
    .digest('base64');
  const found = looked.get(key) ?? inThread('findPersonalData', texts, patient);
  looked.delete(key);
  looked.set(key, found);
  if (looked.size > mostLooked) looked.delete(looked.keys().next().value as string);
  // What failed is tried again.
  found.catch(() => looked.delete(key));
  return found;
}
