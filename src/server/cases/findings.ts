import { LRUCache } from 'lru-cache';
import type { CaseFinding } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { passagesOf } from '#contract/forms/case-texts.ts';
import { caseSections } from '#domain/cases.ts';
import { isBeyondMark, marksIn } from '#domain/deidentification/withheld.ts';
import { hashOf } from '../base/secret.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { ThreadTasks } from '../thread/tasks.ts';
import { inThread } from '../thread/thread.ts';

/** The account whose turn in the thread it is. */
type Reader = { user: Pick<UserRow, 'id'> };
type Found = Awaited<ReturnType<ThreadTasks['findPersonalData']>>;

/** Recent findings by digest of the text: a saved draft differs in one passage. */
const looked = new LRUCache<string, Promise<Found[number]>>({ max: 1000 });

/**
 * Suspected personal data of a case, with clearances of the author. Marks of withheld words are included and
 * cannot be cleared.
 */
export async function findingsOf(caller: Reader, content: CaseContent): Promise<CaseFinding[]> {
  const cleared = new Set(content.cleared.map(({ field, words }) => `${field} ${words}`));
  const passages = passagesOf(content);
  const found = await lookAt(
    caller,
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
export async function requireNoOpenFindings(caller: Reader, content: CaseContent): Promise<void> {
  const open = (await findingsOf(caller, content)).find(({ cleared, words }) => !cleared && !isMark(words));
  if (open)
    throw new HttpError(
      400,
      `В разделе «${caseSections[open.field]}» слова, похожие на личные данные: на сервер такой черновик не принимаем. Обновите страницу: написанное остаётся на этом устройстве.`,
      open.path,
    );
}

const isMark = (words: string) => marksIn(words)[0]?.words === words;

/** Runs in a thread: a long text takes the detector a second. */
async function lookAt(
  { user }: Reader,
  texts: string[],
  patient: { sex?: 'male' | 'female' },
): Promise<Found> {
  const passages = texts.map((text) => {
    const key = hashOf(JSON.stringify([text, patient]));
    return { text, key, known: looked.get(key) };
  });
  const fresh = passages.filter(({ known }) => !known).map(({ text }) => text);
  const read = fresh.length > 0 ? inThread(String(user.id), 'findPersonalData', fresh, patient) : undefined;
  return await Promise.all(
    passages.map(({ text, key, known }) => {
      if (known) return known;
      const found = read!.then((all) => all[fresh.indexOf(text)]!);
      // Failures are retried.
      found.catch(() => looked.delete(key));
      looked.set(key, found);
      return found;
    }),
  );
}

/**
 * Throws for personal data, at its field. Reads in a thread: call it outside transactions, after checking the
 * owner.
 */
export async function refusePersonalData(
  { user }: Reader,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const found = await inThread(String(user.id), 'findPersonalData', Object.values(fields), {});
  Object.keys(fields).forEach((field, index) => {
    const [finding] = found[index] ?? [];
    if (finding)
      throw new HttpError(
        400,
        `Похоже на персональные данные: «${finding.words}». Напишите иначе, например «пациент» или «через 3 месяца».`,
        field,
      );
  });
}
