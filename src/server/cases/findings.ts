import { createHash } from 'node:crypto';
import type { CaseFinding } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { passagesOf } from '#contract/forms/case-texts.ts';
import { caseSections } from '#domain/cases.ts';
import { isBeyondMark, marksIn } from '#domain/deidentification/withheld.ts';
import { HttpError } from '../http-error.ts';
import type { ThreadTasks } from '../thread/tasks.ts';
import { inThread } from '../thread/thread.ts';

type Found = Awaited<ReturnType<ThreadTasks['findPersonalData']>>;

/** Recent findings by digest of the text: a saved draft differs in one passage. */
const looked = new Map<string, Promise<Found[number]>>();
const maxCached = 1000;

/**
 * Suspected personal data of a case, with clearances of the author. Marks of withheld words are included and
 * cannot be cleared.
 */
export async function findingsOf(owner: string, content: CaseContent): Promise<CaseFinding[]> {
  const cleared = new Set(content.cleared.map(({ field, words }) => `${field} ${words}`));
  const passages = passagesOf(content);
  const found = await lookAt(
    owner,
    passages.map(({ text }) => text),
    content.sex === '' ? {} : { sex: content.sex },
  );
  return passages.flatMap(({ section: field, path, text }, index) => {
    const marked = marksIn(text);
    return [
      ...marked.map(({ kind, ...place }) => ({
        field,
        path,
        ...place,
        kind: kind ?? '',
        suggestions: [],
        cleared: false,
      })),
      ...(found[index] ?? [])
        .filter((finding) => isBeyondMark(marked, finding))
        .map(({ kind, start, end, words, suggestions }) => ({
          field,
          path,
          kind,
          words,
          start,
          end,
          suggestions,
          cleared: cleared.has(`${field} ${words}`),
        })),
    ].toSorted((one, other) => one.start - other.start);
  });
}

/**
 * Throws for a draft with uncleared personal data: browsers send marks instead. Other senders are old tabs or
 * programs, which lose nothing.
 */
export async function requireNoOpenFindings(owner: string, content: CaseContent): Promise<void> {
  const open = (await findingsOf(owner, content)).find(({ cleared, words }) => !cleared && !isMark(words));
  if (open)
    throw new HttpError(
      400,
      `В разделе «${caseSections[open.field]}» слова, похожие на личные данные: на сервер такой черновик не принимаем. Обновите страницу: написанное остаётся на этом устройстве.`,
      open.path,
    );
}

const isMark = (words: string) => marksIn(words)[0]?.words === words;

/** Runs in a thread: a long text takes the detector a second. */
async function lookAt(owner: string, texts: string[], patient: { sex?: 'male' | 'female' }): Promise<Found> {
  const keys = texts.map((text) =>
    createHash('sha256')
      .update(JSON.stringify([text, patient]))
      .digest('base64'),
  );
  const fresh = texts.filter((_, index) => !looked.has(keys[index]!));
  if (fresh.length > 0) {
    const read = inThread(owner, 'findPersonalData', fresh, patient);
    keys.forEach((key, index) => {
      if (looked.has(key)) return;
      const place = fresh.indexOf(texts[index]!);
      const found = read.then((all) => all[place] ?? []);
      // Failures are retried.
      found.catch(() => looked.delete(key));
      looked.set(key, found);
    });
  }
  const found = keys.map((key) => looked.get(key)!);
  for (const key of looked.keys()) {
    if (looked.size <= maxCached) break;
    looked.delete(key);
  }
  return await Promise.all(found);
}
