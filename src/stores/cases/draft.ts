import { atom } from 'nanostores';
import { call, CallError } from '#contract/client/call.ts';
import type { CaseCheck, CaseFile, OwnCase } from '#contract/client/cases.ts';
import { refilled, type WithheldContent } from '#contract/forms/masked-text.ts';
import { $isOnline } from '../online.ts';
import type { QueryState } from '../queries.ts';
import { $user } from '../session.ts';
import { asSignedIn, hasNoSession, signInAgain } from '../signing-in.ts';
import { differences, emptyContent, isSameContent, type CaseContent } from './content.ts';
import { withheld } from './findings.ts';
import {
  writerHeaders,
  deleteDraft,
  hasDrafts,
  saveDraft,
  lockDrafts,
  loadDraft,
  unlockDrafts,
} from '../encrypted-drafts.ts';

/** Between two saves while typing. */
const autosaveDelayMs = 5000;
/** Before a retry without a response. */
const retryMs = 10_000;

export type CaseSaving =
  | { state: 'untouched' }
  | { state: 'changed' }
  | { state: 'saving' }
  | {
      state: 'saved';
      at: Date;
      /** Places whose words look like personal data and have stayed on this device. */
      withheld: number;
      /** Whether this browser keeps them once the page is gone. */
      isKept: boolean;
    }
  | { state: 'offline' }
  | { state: 'signed-out' }
  | { state: 'conflict' }
  | { state: 'failed'; message: string };

/** Another window or user has saved meanwhile. */
export interface CaseConflict {
  mine: CaseContent;
  current: OwnCase;
  /** What the server has, with the words that have stayed here where their marks still stand in it. */
  theirs: CaseContent;
  /** Sections in which the two differ. */
  fields: (keyof CaseContent)[];
}

/** The case as the server has it; `null` before it has been saved for the first time. */
export const $opened = atom<QueryState<OwnCase | null>>({ state: 'pending' });
export const $saving = atom<CaseSaving>({ state: 'untouched' });
export const $conflict = atom<CaseConflict | undefined>(undefined);
/** A content that the form must show instead of its own: after opening, restoring, merging. */
export const $incoming = atom<CaseContent | undefined>(undefined);
/** Whether input that had not reached the server was restored. */
export const $isRestored = atom(false);
/** Problems that prevent sending for review. */
export const $check = atom<CaseCheck | undefined>(undefined);

let content: CaseContent = emptyContent();
/** Content of the form at the last complete save. */
let lastSaved: CaseContent = emptyContent();
/** The same as the server has it, with marks for words that stay on this device. */
let saved: CaseContent = emptyContent();
let withheldCount = 0;
let savedAt: Date | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let currentSave: Promise<boolean> | undefined;
/** Key of the creation: a repeated request creates no second case (target D-10). */
let idempotencyKey = crypto.randomUUID();

/** Content that has not reached the server, or must not. */
interface UnsavedDraft {
  content: CaseContent;
  /** The version that was edited; 0 for a case that the server does not know yet. */
  version: number;
  /** What the server had of it then. */
  saved?: CaseContent;
}

const nameOf = (id: number | null) => `${id ?? 'new'}`;
/** The writer, whatever session the browser gets meanwhile. */
let author: number | undefined;
const openedCase = () => $opened.get().data ?? null;

/** Opens a case for editing, or a new one; what was left on this device comes back. */
export async function openDraft(id: number | null): Promise<void> {
  $opened.set({ state: 'pending' });
  $saving.set({ state: 'untouched' });
  $check.set(undefined);
  savedAt = undefined;
  idempotencyKey = crypto.randomUUID();
  try {
    author = await unlockDrafts();
    const own = id === null ? null : await call('GET /api/user/cases/{id}', { path: { id } });
    const theirs = own?.content ?? { ...emptyContent(), diseases: diseaseInAddress() };
    const local = await loadDraft<UnsavedDraft>(nameOf(id));
    const restore = local && (await restoring(local, theirs, own));
    // From here on without a pause: the form must not draw what is on the server before what is here.
    content = lastSaved = saved = theirs;
    withheldCount = 0;
    $opened.set({ state: 'success', data: own });
    restore?.();
    $incoming.set(content);
  } catch (error) {
    if (hasNoSession(error)) {
      await signInAgain();
      return await openDraft(id);
    }
    if (!(error instanceof CallError)) throw error;
    const isWaiting = error.isOffline && (await hasDrafts());
    const waiting = () => new CallError(0, [{ message: `${error.message} ${encryptedMessage}` }]);
    $opened.set({ state: 'failed', error: isWaiting ? waiting() : error });
  }
}

/** The disease from whose page a question was begun. */
function diseaseInAddress(): number[] {
  const disease = Number(new URLSearchParams(location.search).get('disease'));
  return Number.isSafeInteger(disease) && disease > 0 ? [disease] : [];
}

const encryptedMessage =
  'То, что вы набрали раньше и не успели сохранить, лежит на этом устройстве запечатанным: текст откроется, когда появится связь.';

// Another user has signed in: the author's text is removed.
$user.listen((user) => {
  if (!user?.id || author === undefined || user.id === author) return;
  clearTimeout(timer);
  lockDrafts();
  author = undefined;
  content = lastSaved = saved = emptyContent();
  withheldCount = 0;
  $conflict.set(undefined);
  $opened.set({ state: 'pending' });
});

/** Content without personal data; unchanged when the detector cannot be loaded. */
const withholdPersonal = (draftContent: CaseContent): Promise<WithheldContent> =>
  withheld(draftContent).catch(() => ({ content: draftContent, pieces: [], count: 0 }));

/** Chooses how to restore the content of this device: words to withhold, and input not sent in time. */
async function restoring(local: UnsavedDraft, theirs: CaseContent, own: OwnCase | null): Promise<() => void> {
  const mine = await withholdPersonal(local.content);
  const continueFrom = (draftContent: CaseContent) => () => {
    content = draftContent;
    $isRestored.set(true);
    $saving.set({ state: 'changed' });
    schedule();
  };
  if (isSameContent(mine.content, theirs)) return () => keepWithheld(local.content, mine, own);
  if (own === null || own.version === local.version) return continueFrom(local.content);
  if (!local.saved || !isSameContent(mine.content, local.saved))
    return () => {
      content = local.content;
      reportConflict(own, differences(mine.content, theirs), mine);
    };
  // Nothing waited here but words that stay: what was saved elsewhere is newer, and they go back to their places.
  const { content: filled, unlike } = refilled(theirs, mine);
  if (unlike.length > 0)
    return () => {
      content = filled;
      for (const section of unlike) content = { ...content, [section]: local.content[section as 'title'] };
      reportConflict(own, unlike as (keyof CaseContent)[], mine);
    };
  const again = await withholdPersonal(filled);
  return isSameContent(again.content, theirs) ? () => keepWithheld(filled, again, own) : continueFrom(filled);
}

/** Restores content of which the server has all that may leave this device. */
function keepWithheld(draftContent: CaseContent, { count }: WithheldContent, own: OwnCase | null): void {
  content = lastSaved = draftContent;
  withheldCount = count;
  savedAt = own && count > 0 ? new Date(own.updated_at) : undefined;
  if (count > 0) markSaved();
  else void deleteDraft(nameOf(own?.id ?? null));
}

function reportConflict(current: OwnCase, fields: (keyof CaseContent)[], mine: WithheldContent): void {
  $conflict.set({ mine: content, current, theirs: refilled(current.content, mine).content, fields });
  $saving.set({ state: 'conflict' });
}

/** Stores changed content on the device at once and sends it within five seconds. */
export function setContent(next: CaseContent): void {
  content = next;
  if (!hasUnsaved()) {
    if ($saving.get().state === 'changed') markSaved();
    return;
  }
  void persist();
  const { state } = $saving.get();
  if (state === 'conflict' || state === 'signed-out') return;
  if (state !== 'offline') $saving.set({ state: 'changed' });
  if (timer === undefined) schedule();
}

const persist = (): Promise<boolean> =>
  saveDraft(nameOf(openedCase()?.id ?? null), {
    content,
    version: openedCase()?.version ?? 0,
    saved,
  } satisfies UnsavedDraft);

/** Nothing is left to send; only withheld words stay on this device. */
function markSaved(): void {
  clearTimeout(timer);
  timer = undefined;
  if (withheldCount === 0) void deleteDraft(nameOf(openedCase()?.id ?? null));
  else
    void persist().then((isKept) => {
      const now = $saving.get();
      if (now.state === 'saved') $saving.set({ ...now, isKept });
    });
  $saving.set(
    savedAt ? { state: 'saved', at: savedAt, withheld: withheldCount, isKept: true } : { state: 'untouched' },
  );
}

function schedule(after = autosaveDelayMs): void {
  clearTimeout(timer);
  timer = setTimeout(() => void save(), after);
}

/** Sends unsaved content, one save at a time; true when nothing is left to send. */
export async function save(): Promise<boolean> {
  clearTimeout(timer);
  timer = undefined;
  if (currentSave) {
    await currentSave;
    return hasUnsaved() ? await save() : true;
  }
  if ($conflict.get()) return false;
  if (!hasUnsaved() && openedCase()) {
    markSaved();
    return true;
  }
  currentSave = send().finally(() => (currentSave = undefined));
  return await currentSave;
}

export const hasUnsaved = () => !isSameContent(content, lastSaved);

/** Whether closing the page loses input: unsent, or withheld in a browser that stores nothing. */
export function wouldLose(): boolean {
  const saving = $saving.get();
  return hasUnsaved() || (saving.state === 'saved' && saving.withheld > 0 && !saving.isKept);
}

async function send(): Promise<boolean> {
  const whole = content;
  const own = openedCase();
  $saving.set({ state: 'saving' });
  let sent: WithheldContent;
  try {
    sent = await withheld(whole);
  } catch {
    schedule(retryMs);
    $saving.set({ state: 'failed', message: checkFailedMessage });
    return false;
  }
  try {
    const answer = own
      ? await call('PUT /api/user/cases/{id}', {
          path: { id: own.id },
          json: { version: own.version, content: sent.content },
          headers: writerHeaders(),
          isQuiet: true,
        })
      : await call('POST /api/cases/add', {
          json: { content: sent.content },
          headers: { 'idempotency-key': idempotencyKey, ...writerHeaders() },
          isQuiet: true,
        });
    accept(answer, whole, sent);
    if (!own) await deleteDraft(nameOf(null));
    return true;
  } catch (error) {
    return await refused(error, whole, sent);
  }
}

const checkFailedMessage =
  'Проверка на личные данные не загрузилась, а без неё текст никуда не уходит: он остаётся на этом устройстве. Попробуем ещё раз; если не выйдет, обновите страницу.';

function accept(answer: OwnCase, whole: CaseContent, sent: WithheldContent): void {
  lastSaved = whole;
  saved = sent.content;
  withheldCount = sent.count;
  savedAt = new Date();
  $opened.set({ state: 'success', data: answer });
  if (!hasUnsaved()) return markSaved();
  void persist();
  $saving.set({ state: 'changed' });
  schedule();
}

async function refused(error: unknown, whole: CaseContent, sent: WithheldContent): Promise<boolean> {
  if (!(error instanceof CallError)) throw error;
  if (error.isOffline) {
    $saving.set({ state: 'offline' });
    schedule(retryMs);
    return false;
  }
  if (hasNoSession(error)) {
    $saving.set({ state: 'signed-out' });
    await signInAgain();
    $saving.set({ state: 'changed' });
    // This saving is over; the next one is its repetition.
    schedule(0);
    return false;
  }
  const { current } = (error.data ?? {}) as { current?: OwnCase };
  if (error.status === 409 && current) {
    // The answer to the last saving was lost on its way: the server has what was sent.
    if (isSameContent(current.content, sent.content)) {
      accept(current, whole, sent);
      return true;
    }
    const mine = await withholdPersonal(content);
    reportConflict(current, differences(mine.content, current.content), mine);
    return false;
  }
  if (error.status === 429 || error.status >= 500) schedule((error.retryAfter ?? 15) * 1000);
  $saving.set({ state: 'failed', message: error.message });
  return false;
}

// Unsent content is sent when the network is back.
$isOnline.listen((isOnline) => {
  if (isOnline && $saving.get().state === 'offline') void save();
});

/** Ends a conflict: of each section that differs either the author's words or those of the server. */
export async function resolveConflict(
  choice: Partial<Record<keyof CaseContent, 'mine' | 'theirs'>>,
): Promise<void> {
  const conflict = $conflict.get();
  if (!conflict) return;
  const { current, fields, theirs } = conflict;
  const merged = { ...content };
  for (const field of fields)
    if (choice[field] === 'theirs') Object.assign(merged, { [field]: theirs[field] });
  content = merged;
  lastSaved = saved = current.content;
  withheldCount = 0;
  $opened.set({ state: 'success', data: current });
  $conflict.set(undefined);
  $incoming.set(merged);
  $saving.set({ state: 'changed' });
  savedAt = new Date();
  if (hasUnsaved()) await save();
  else markSaved();
}

/** Uploads a picture or the patient's consent; the case is saved first, so that it has a number. */
export async function upload(file: File, role: 'figure' | 'consent'): Promise<CaseFile> {
  return await asSignedIn(async () => {
    if (!openedCase() && !(await save()))
      throw new CallError(0, [{ message: 'Сначала нужно сохранить случай: нет связи.' }]);
    const own = openedCase();
    if (!own) throw new CallError(0, [{ message: 'Случай не сохранён.' }]);
    const added = await call('POST /api/user/cases/{id}/files', {
      path: { id: own.id },
      form: { file, role },
    });
    $opened.set({
      state: 'success',
      data: { ...own, ...openedCase(), files: [...(openedCase()?.files ?? []), added] },
    });
    return added;
  });
}

/** Deletes a file for good. The server takes the picture out of the text too, and counts a version. */
export async function removeFile(file: number): Promise<void> {
  if (!(await save())) return;
  const own = openedCase();
  if (!own) return;
  const answer = await asSignedIn(() =>
    call('POST /api/user/cases/{id}/files/{file}/remove', { path: { id: own.id, file }, isWatched: true }),
  );
  const without = (whole: CaseContent) => ({
    ...whole,
    figures: whole.figures.filter((figure) => figure.file !== file),
  });
  saved = answer.content;
  lastSaved = without(lastSaved);
  content = without(content);
  withheldCount = (await withholdPersonal(lastSaved)).count;
  $opened.set({ state: 'success', data: answer });
  $incoming.set(content);
  if (!hasUnsaved()) markSaved();
}

/** Saves and checks whether the case can be sent for review. */
export async function checkDraft(): Promise<CaseCheck | undefined> {
  if (!(await save())) return undefined;
  const own = openedCase();
  if (!own) return undefined;
  const check = await asSignedIn(() => call('GET /api/user/cases/{id}/check', { path: { id: own.id } }));
  $check.set(check);
  return check;
}

/** Sends the case for review. */
export async function submitDraft(): Promise<OwnCase> {
  const sent = await asSignedIn(() => {
    const own = openedCase();
    if (!own) throw new CallError(0, [{ message: 'Случай не сохранён.' }]);
    return call('POST /api/user/cases/{id}/submit', { path: { id: own.id }, json: { version: own.version } });
  });
  $opened.set({ state: 'success', data: sent });
  return sent;
}
