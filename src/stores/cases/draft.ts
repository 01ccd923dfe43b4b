import { atom } from 'nanostores';
import { call, CallError } from '#contract/client/call.ts';
import type { CaseCheck, CaseFile, OwnCase } from '#contract/cases.ts';
import { refilled } from '#contract/forms/masked-text.ts';
import { createDraft, differences } from '../draft.ts';
import { writerHeaders } from '../encrypted-drafts.ts';
import { asSignedIn } from '../signing-in.ts';
import { emptyContent, isSameContent, type CaseContent } from './content.ts';
import { withheld } from './findings.ts';

/** Problems that prevent sending for review. */
export const $check = atom<CaseCheck | undefined>(undefined);

let openedId: number | null = null;
/** Key of the creation: a repeated request creates no second case (target D-10). */
let idempotencyKey = crypto.randomUUID();

/** The case in the editor; the document is `null` before its first save. */
export const draft = createDraft<OwnCase | null, CaseContent>({
  empty: emptyContent(),
  delayMs: 5000,
  key: (own) => `${own?.id ?? 'new'}`,
  load: async () =>
    openedId === null ? null : await call('GET /api/user/cases/{id}', { path: { id: openedId } }),
  valuesOf: contentOf,
  savedAt: (own) => own?.updated_at ?? null,
  mustSave: (own) => own === null,
  save: saveCase,
  currentIn,
  merge: mergeCase,
});

/** Opens a case for editing, or a new one. */
export async function openDraft(id: number | null): Promise<void> {
  openedId = id;
  idempotencyKey = crypto.randomUUID();
  $check.set(undefined);
  await draft.open();
}

function contentOf(own: OwnCase | null): CaseContent {
  return own?.content ?? { ...emptyContent(), diseases: diseaseInAddress() };
}

/** The disease from whose page a question was begun. */
function diseaseInAddress(): number[] {
  const disease = Number(new URLSearchParams(location.search).get('disease'));
  return Number.isSafeInteger(disease) && disease > 0 ? [disease] : [];
}

/** The case on the server, in the data of a 409. */
function currentIn(data: unknown): OwnCase | undefined {
  return ((data ?? {}) as { current?: OwnCase }).current;
}

async function saveCase(own: OwnCase | null, values: CaseContent) {
  const sent = await withheld(values).catch(() => {
    throw new CallError(503, [{ message: checkFailedMessage }]);
  });
  const doc = await send(own, sent.content).catch((error: unknown) => {
    const current = error instanceof CallError ? currentIn(error.data) : undefined;
    // The response to the last save was lost: the server has what was sent.
    if (current && isSameContent(current.content, sent.content)) return current;
    throw error;
  });
  return { doc, base: sent.content, values, withheld: sent.count };
}

const send = (own: OwnCase | null, content: CaseContent): Promise<OwnCase> =>
  own
    ? call('PUT /api/user/cases/{id}', {
        path: { id: own.id },
        json: { version: own.version, content },
        headers: writerHeaders(),
        isQuiet: true,
      })
    : call('POST /api/cases/add', {
        json: { content },
        headers: { 'idempotency-key': idempotencyKey, ...writerHeaders() },
        isQuiet: true,
      });

const checkFailedMessage =
  'Проверка на личные данные не загрузилась, а без неё текст никуда не уходит: он остаётся на этом устройстве. Попробуем ещё раз; если не выйдет, обновите страницу.';

/** Content without personal data; unchanged when the detector cannot be loaded. */
const withholdPersonal = (content: CaseContent) =>
  withheld(content).catch(() => ({ content, pieces: [], count: 0 }));

/**
 * A case that both sides have changed is never merged without its author. When only withheld words are on this side,
 * they return to their places.
 */
async function mergeCase(base: CaseContent, mine: CaseContent, own: OwnCase | null) {
  const theirs = contentOf(own);
  if (isSameContent(mine, theirs)) return { values: mine, conflicts: [], theirs };
  const masked = await withholdPersonal(mine);
  if (isSameContent(masked.content, theirs))
    return { values: mine, conflicts: [], theirs, withheld: masked.count };
  if (own === null || isSameContent(base, theirs)) return { values: mine, conflicts: [], theirs };
  const { content: filled, unlike } = refilled(theirs, masked);
  if (!isSameContent(masked.content, base))
    return { values: mine, conflicts: differences(masked.content, theirs), theirs: filled };
  const values = { ...filled, ...Object.fromEntries(unlike.map((field) => [field, mine[field as 'title']])) };
  if (unlike.length > 0) return { values, conflicts: unlike, theirs: filled };
  const again = await withholdPersonal(filled);
  const isSent = isSameContent(again.content, theirs);
  return { values, conflicts: [], theirs, ...(isSent ? { withheld: again.count } : {}) };
}

/** Uploads a picture or the patient's consent; the case is saved first, so that it has a number. */
export async function upload(file: File, role: 'figure' | 'consent'): Promise<CaseFile> {
  return await asSignedIn(async () => {
    if (!openedCase() && !(await draft.flush()))
      throw new CallError(0, [{ message: 'Сначала нужно сохранить случай: нет связи.' }]);
    const { id } = getOpenedCase();
    const added = await call('POST /api/user/cases/{id}/files', { path: { id }, form: { file, role } });
    const own = getOpenedCase();
    draft.$opened.set({ state: 'success', data: { ...own, files: [...own.files, added] } });
    return added;
  });
}

const openedCase = () => draft.$opened.get().data ?? undefined;

function getOpenedCase(): OwnCase {
  const own = openedCase();
  if (!own) throw new CallError(0, [{ message: 'Случай не сохранён.' }]);
  return own;
}

/** Deletes a file for good. The server takes the picture out of the text too, and counts a version. */
export async function removeFile(file: number): Promise<void> {
  if (!(await draft.flush())) return;
  await draft.enqueue(async () => {
    const { id } = getOpenedCase();
    const answer = await asSignedIn(() =>
      call('POST /api/user/cases/{id}/files/{file}/remove', { path: { id, file }, isWatched: true }),
    );
    const without = (content: CaseContent) => ({
      ...content,
      figures: content.figures.filter((figure) => figure.file !== file),
    });
    const values = without(draft.getSaved().values);
    const { count } = await withholdPersonal(values);
    draft.take(answer, { base: answer.content, values, withheld: count }, without(draft.$values.get()));
  });
}

/** Saves and checks whether the case can be sent for review. */
export async function checkDraft(): Promise<CaseCheck | undefined> {
  if (!(await draft.flush())) return undefined;
  const { id } = getOpenedCase();
  const check = await asSignedIn(() => call('GET /api/user/cases/{id}/check', { path: { id } }));
  $check.set(check);
  return check;
}

/** Sends the case for review. */
export async function submitDraft(): Promise<OwnCase> {
  const sent = await asSignedIn(() => {
    const { id, version } = getOpenedCase();
    return call('POST /api/user/cases/{id}/submit', { path: { id }, json: { version } });
  });
  draft.$opened.set({ state: 'success', data: sent });
  return sent;
}
