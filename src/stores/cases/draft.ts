import { atom } from 'nanostores';
import { call, CallError } from '#contract/client/call.ts';
import type { CaseCheck, CaseFile, OwnCase } from '#contract/client/cases.ts';
import { afterFailure, type RemoteData } from '../asking.ts';
import { $isOnline } from '../online.ts';
import { $user } from '../session.ts';
import { asSignedIn, hasNoSession, signInAgain } from '../signing-in.ts';
import { differences, emptyContent, saysTheSame, type CaseContent } from './content.ts';
import {
  byWriter,
  dropSealed,
  hasSealed,
  keepSealed,
  lockDrafts,
  readSealed,
  unlockDrafts,
} from '../sealed.ts';

/** Between two savings while somebody types. */
const pause = 5000;
/** Before the next try when nobody answers. */
const retry = 10_000;

export type CaseSaving =
  | { state: 'untouched' }
  | { state: 'changed' }
  | { state: 'saving' }
  | { state: 'saved'; at: Date }
  | { state: 'offline' }
  | { state: 'signed-out' }
  | { state: 'conflict' }
  | { state: 'failed'; message: string };

/** Somebody, perhaps the author in another window, has saved meanwhile. */
export interface CaseConflict {
  mine: CaseContent;
  current: OwnCase;
  /** Sections in which the two differ. */
  fields: (keyof CaseContent)[];
}

/** The case as the server has it; `null` before it has been saved for the first time. */
export const $opened = atom<RemoteData<OwnCase | null>>({ state: 'asking' });
export const $saving = atom<CaseSaving>({ state: 'untouched' });
export const $conflict = atom<CaseConflict | undefined>(undefined);
/** A content that the form must show instead of its own: after opening, restoring, merging. */
export const $incoming = atom<CaseContent | undefined>(undefined);
/** What was typed earlier, did not reach the server and has been put back. */
export const $isRestored = atom(false);
/** What stands in the way of sending for review. */
export const $check = atom<CaseCheck | undefined>(undefined);

let content: CaseContent = emptyContent();
let saved: CaseContent = emptyContent();
let savedAt: Date | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | undefined;
/** One key for all tries to create the case: a cut network makes no second one (target D-10). */
let creation = crypto.randomUUID();

/** What was typed and has not reached the server. */
interface Left {
  content: CaseContent;
  /** The version that was edited; 0 for a case that the server does not know yet. */
  version: number;
}

const nameOf = (id: number | null) => `${id ?? 'new'}`;
/** Whoever writes here, whatever session the browser gets meanwhile. */
let author: number | undefined;
const opened = () => {
  const asked = $opened.get();
  return asked.state === 'there' ? asked.thing : null;
};

/** Opens a case for editing, or a new one; what was left on this device comes back. */
export async function openDraft(id: number | null): Promise<void> {
  $opened.set({ state: 'asking' });
  $saving.set({ state: 'untouched' });
  $check.set(undefined);
  savedAt = undefined;
  creation = crypto.randomUUID();
  try {
    author = await unlockDrafts();
    const own = id === null ? null : await call('GET /api/user/cases/{id}', { path: { id } });
    saved = own?.content ?? { ...emptyContent(), diseases: askedDisease() };
    content = saved;
    const local = await readSealed<Left>(nameOf(id));
    $opened.set({ state: 'there', thing: own });
    if (local && !saysTheSame(local.content, saved)) restore(local.content, local.version, own);
    $incoming.set(content);
  } catch (error) {
    if (hasNoSession(error)) {
      await signInAgain();
      return await openDraft(id);
    }
    const failure = afterFailure(error);
    const isWaiting = failure.state === 'failed' && failure.isOffline && (await hasSealed());
    $opened.set(isWaiting ? { ...failure, message: `${failure.message} ${sealedWords}` } : failure);
  }
}

/** The disease from whose page a question was begun. */
function askedDisease(): number[] {
  const disease = Number(new URLSearchParams(location.search).get('disease'));
  return Number.isSafeInteger(disease) && disease > 0 ? [disease] : [];
}

const sealedWords =
  'То, что вы набрали раньше и не успели сохранить, лежит на этом устройстве запечатанным: текст откроется, когда появится связь.';

// Somebody else has signed in over the page: nothing of the author stays in it.
$user.listen((user) => {
  if (!user?.id || author === undefined || user.id === author) return;
  clearTimeout(timer);
  lockDrafts();
  author = undefined;
  content = saved = emptyContent();
  $conflict.set(undefined);
  $opened.set({ state: 'asking' });
});

function restore(mine: CaseContent, version: number, own: OwnCase | null): void {
  content = mine;
  if (own && own.version !== version) {
    $conflict.set({ mine, current: own, fields: differences(mine, own.content) });
    $saving.set({ state: 'conflict' });
    return;
  }
  $isRestored.set(true);
  $saving.set({ state: 'changed' });
  schedule();
}

/** The form has changed. It is kept on the device at once and sent within five seconds. */
export function typed(next: CaseContent): void {
  content = next;
  if (!hasUnsaved()) return atRest();
  keepSealed(nameOf(opened()?.id ?? null), { content, version: opened()?.version ?? 0 } satisfies Left);
  const { state } = $saving.get();
  if (state === 'conflict' || state === 'signed-out') return;
  if (state !== 'offline') $saving.set({ state: 'changed' });
  if (timer === undefined) schedule();
}

/** Nothing is left to send: what was typed has been saved, or taken back. */
function atRest(): void {
  if ($saving.get().state !== 'changed') return;
  clearTimeout(timer);
  timer = undefined;
  void dropSealed(nameOf(opened()?.id ?? null));
  $saving.set(savedAt ? { state: 'saved', at: savedAt } : { state: 'untouched' });
}

function schedule(after = pause): void {
  clearTimeout(timer);
  timer = setTimeout(() => void save(), after);
}

/** Sends what is not saved yet; true when nothing is left to send. One saving at a time. */
export async function save(): Promise<boolean> {
  clearTimeout(timer);
  timer = undefined;
  if (running) {
    await running;
    return hasUnsaved() ? await save() : true;
  }
  if ($conflict.get()) return false;
  if (!hasUnsaved() && opened()) {
    atRest();
    return true;
  }
  running = send().finally(() => (running = undefined));
  return await running;
}

export const hasUnsaved = () => !saysTheSame(content, saved);

async function send(): Promise<boolean> {
  const sent = content;
  const own = opened();
  $saving.set({ state: 'saving' });
  try {
    const answer = own
      ? await call('PUT /api/user/cases/{id}', {
          path: { id: own.id },
          json: { version: own.version, content: sent },
          headers: byWriter(),
          isQuiet: true,
        })
      : await call('POST /api/cases/add', {
          json: { content: sent },
          headers: { 'idempotency-key': creation, ...byWriter() },
          isQuiet: true,
        });
    accept(answer, sent);
    if (!own) await dropSealed(nameOf(null));
    return true;
  } catch (error) {
    return await refused(error, sent);
  }
}

function accept(answer: OwnCase, sent: CaseContent): void {
  saved = sent;
  savedAt = new Date();
  $opened.set({ state: 'there', thing: answer });
  $saving.set({ state: 'saved', at: savedAt });
  if (saysTheSame(content, sent)) void dropSealed(nameOf(answer.id));
  else {
    $saving.set({ state: 'changed' });
    schedule();
  }
}

async function refused(error: unknown, sent: CaseContent): Promise<boolean> {
  if (!(error instanceof CallError)) throw error;
  if (error.isOffline) {
    $saving.set({ state: 'offline' });
    schedule(retry);
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
    if (saysTheSame(current.content, sent)) {
      accept(current, sent);
      return true;
    }
    $conflict.set({ mine: content, current, fields: differences(content, current.content) });
    $saving.set({ state: 'conflict' });
    return false;
  }
  if (error.status === 429 || error.status >= 500) schedule((error.retryAfter ?? 15) * 1000);
  $saving.set({ state: 'failed', message: error.message });
  return false;
}

// What waits for a network goes out as soon as there is one.
$isOnline.listen((isOnline) => {
  if (isOnline && $saving.get().state === 'offline') void save();
});

/** Ends a conflict: of each section that differs either the author's words or those of the server. */
export async function settle(choice: Partial<Record<keyof CaseContent, 'mine' | 'theirs'>>): Promise<void> {
  const conflict = $conflict.get();
  if (!conflict) return;
  const { current, fields } = conflict;
  const merged = { ...content };
  for (const field of fields)
    if (choice[field] === 'theirs') Object.assign(merged, { [field]: current.content[field] });
  content = merged;
  saved = current.content;
  $opened.set({ state: 'there', thing: current });
  $conflict.set(undefined);
  $incoming.set(merged);
  $saving.set({ state: 'changed' });
  if (hasUnsaved()) await save();
  else {
    $saving.set({ state: 'saved', at: new Date() });
    await dropSealed(nameOf(current.id));
  }
}

/** Uploads a picture or the patient's consent; the case is saved first, so that it has a number. */
export async function upload(file: File, role: 'figure' | 'consent'): Promise<CaseFile> {
  return await asSignedIn(async () => {
    if (!opened() && !(await save()))
      throw new CallError(0, [{ message: 'Сначала нужно сохранить случай: нет связи.' }]);
    const own = opened();
    if (!own) throw new CallError(0, [{ message: 'Случай не сохранён.' }]);
    const added = await call('POST /api/user/cases/{id}/files', {
      path: { id: own.id },
      form: { file, role },
    });
    $opened.set({
      state: 'there',
      thing: { ...own, ...opened(), files: [...(opened()?.files ?? []), added] },
    });
    return added;
  });
}

/** Deletes a file for good. The server takes the picture out of the text too, and counts a version. */
export async function removeFile(file: number): Promise<void> {
  if (!(await save())) return;
  const own = opened();
  if (!own) return;
  const answer = await asSignedIn(() =>
    call('POST /api/user/cases/{id}/files/{file}/remove', { path: { id: own.id, file }, isWatched: true }),
  );
  saved = answer.content;
  content = answer.content;
  $opened.set({ state: 'there', thing: answer });
  $incoming.set(answer.content);
}

/** Saves and asks what is missing; true when nothing is. */
export async function checkDraft(): Promise<CaseCheck | undefined> {
  if (!(await save())) return undefined;
  const own = opened();
  if (!own) return undefined;
  const check = await asSignedIn(() => call('GET /api/user/cases/{id}/check', { path: { id: own.id } }));
  $check.set(check);
  return check;
}

/** Sends the case for review. */
export async function submitDraft(): Promise<OwnCase> {
  const sent = await asSignedIn(() => {
    const own = opened();
    if (!own) throw new CallError(0, [{ message: 'Случай не сохранён.' }]);
    return call('POST /api/user/cases/{id}/submit', { path: { id: own.id }, json: { version: own.version } });
  });
  $opened.set({ state: 'there', thing: sent });
  return sent;
}
