import { atom } from 'nanostores';
import { call, CallError } from '#contract/client/call.ts';
import type { CaseCheck, CaseFile, OwnCase } from '#contract/client/cases.ts';
import { refilled, type WithheldContent } from '#contract/forms/masked-text.ts';
import { afterFailure, type RemoteData } from '../asking.ts';
import { $isOnline } from '../online.ts';
import { $user } from '../session.ts';
import { asSignedIn, hasNoSession, signInAgain } from '../signing-in.ts';
import { differences, emptyContent, saysTheSame, type CaseContent } from './content.ts';
import { withheld } from './findings.ts';
import {
  byWriter,
  dropSealed,
  hasSealed,
  keepSealed,
  lockDrafts,
  readSealed,
  unlockDrafts,
} from '../sealed.ts';

/** Between two saves while typing. */
const pause = 5000;
/** Before a retry without a response. */
const retry = 10_000;

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
/** What the form held when the server got all of it that may leave this device. */
let settled: CaseContent = emptyContent();
/** What the server has: the same with marks for words that stay here. */
let saved: CaseContent = emptyContent();
let stayed = 0;
let savedAt: Date | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | undefined;
/** One key for all tries to create the case: a cut network makes no second one (target D-10). */
let creation = crypto.randomUUID();

/** What was typed and has not reached the server, or may not. */
interface Left {
  content: CaseContent;
  /** The version that was edited; 0 for a case that the server does not know yet. */
  version: number;
  /** What the server had of it then. */
  saved?: CaseContent;
}

const nameOf = (id: number | null) => `${id ?? 'new'}`;
/** Anyone who writes here, whatever session the browser gets meanwhile. */
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
    const theirs = own?.content ?? { ...emptyContent(), diseases: askedDisease() };
    const local = await readSealed<Left>(nameOf(id));
    const restore = local && (await restoring(local, theirs, own));
    // From here on without a pause: the form must not draw what is on the server before what is here.
    content = settled = saved = theirs;
    stayed = 0;
    $opened.set({ state: 'there', thing: own });
    restore?.();
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

// Another user has signed in: the author's text is removed.
$user.listen((user) => {
  if (!user?.id || author === undefined || user.id === author) return;
  clearTimeout(timer);
  lockDrafts();
  author = undefined;
  content = settled = saved = emptyContent();
  stayed = 0;
  $conflict.set(undefined);
  $opened.set({ state: 'asking' });
});

/** What may leave this device of a content; where the detector cannot be had, nothing is known of it yet. */
const mayLeave = (typedContent: CaseContent): Promise<WithheldContent> =>
  withheld(typedContent).catch(() => ({ content: typedContent, pieces: [], count: 0 }));

/** How to put back what this device has kept: words that the server may not have, and what had no time to be sent. */
async function restoring(local: Left, theirs: CaseContent, own: OwnCase | null): Promise<() => void> {
  const mine = await mayLeave(local.content);
  const goOn = (typedContent: CaseContent) => () => {
    content = typedContent;
    $isRestored.set(true);
    $saving.set({ state: 'changed' });
    schedule();
  };
  if (saysTheSame(mine.content, theirs)) return () => remain(local.content, mine, own);
  if (own === null || own.version === local.version) return goOn(local.content);
  if (!local.saved || !saysTheSame(mine.content, local.saved))
    return () => {
      content = local.content;
      clash(own, differences(mine.content, theirs), mine);
    };
  // Nothing waited here but words that stay: what was saved elsewhere is newer, and they go back to their places.
  const { content: filled, unlike } = refilled(theirs, mine);
  if (unlike.length > 0)
    return () => {
      content = filled;
      for (const section of unlike) content = { ...content, [section]: local.content[section as 'title'] };
      clash(own, unlike as (keyof CaseContent)[], mine);
    };
  const again = await mayLeave(filled);
  return saysTheSame(again.content, theirs) ? () => remain(filled, again, own) : goOn(filled);
}

/** The server has all that may leave this device. */
function remain(typedContent: CaseContent, { count }: WithheldContent, own: OwnCase | null): void {
  content = settled = typedContent;
  stayed = count;
  savedAt = own && count > 0 ? new Date(own.updated_at) : undefined;
  if (count > 0) atRest();
  else void dropSealed(nameOf(own?.id ?? null));
}

function clash(current: OwnCase, fields: (keyof CaseContent)[], mine: WithheldContent): void {
  $conflict.set({ mine: content, current, theirs: refilled(current.content, mine).content, fields });
  $saving.set({ state: 'conflict' });
}

/** The form has changed. It is kept on the device at once and sent within five seconds. */
export function typed(next: CaseContent): void {
  content = next;
  if (!hasUnsaved()) {
    if ($saving.get().state === 'changed') atRest();
    return;
  }
  void keep();
  const { state } = $saving.get();
  if (state === 'conflict' || state === 'signed-out') return;
  if (state !== 'offline') $saving.set({ state: 'changed' });
  if (timer === undefined) schedule();
}

const keep = (): Promise<boolean> =>
  keepSealed(nameOf(opened()?.id ?? null), {
    content,
    version: opened()?.version ?? 0,
    saved,
  } satisfies Left);

/** Nothing is left to send: it has been saved, or taken back. Only what may not be sent stays on this device. */
function atRest(): void {
  clearTimeout(timer);
  timer = undefined;
  if (stayed === 0) void dropSealed(nameOf(opened()?.id ?? null));
  else
    void keep().then((isKept) => {
      const now = $saving.get();
      if (now.state === 'saved') $saving.set({ ...now, isKept });
    });
  $saving.set(
    savedAt ? { state: 'saved', at: savedAt, withheld: stayed, isKept: true } : { state: 'untouched' },
  );
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

export const hasUnsaved = () => !saysTheSame(content, settled);

/** Whether something goes with the page: not sent yet, or not to be sent in a browser that keeps nothing. */
export function wouldLose(): boolean {
  const saving = $saving.get();
  return hasUnsaved() || (saving.state === 'saved' && saving.withheld > 0 && !saving.isKept);
}

async function send(): Promise<boolean> {
  const whole = content;
  const own = opened();
  $saving.set({ state: 'saving' });
  let sent: WithheldContent;
  try {
    sent = await withheld(whole);
  } catch {
    schedule(retry);
    $saving.set({ state: 'failed', message: unchecked });
    return false;
  }
  try {
    const answer = own
      ? await call('PUT /api/user/cases/{id}', {
          path: { id: own.id },
          json: { version: own.version, content: sent.content },
          headers: byWriter(),
          isQuiet: true,
        })
      : await call('POST /api/cases/add', {
          json: { content: sent.content },
          headers: { 'idempotency-key': creation, ...byWriter() },
          isQuiet: true,
        });
    accept(answer, whole, sent);
    if (!own) await dropSealed(nameOf(null));
    return true;
  } catch (error) {
    return await refused(error, whole, sent);
  }
}

const unchecked =
  'Проверка на личные данные не загрузилась, а без неё текст никуда не уходит: он остаётся на этом устройстве. Попробуем ещё раз; если не выйдет, обновите страницу.';

function accept(answer: OwnCase, whole: CaseContent, sent: WithheldContent): void {
  settled = whole;
  saved = sent.content;
  stayed = sent.count;
  savedAt = new Date();
  $opened.set({ state: 'there', thing: answer });
  if (!hasUnsaved()) return atRest();
  void keep();
  $saving.set({ state: 'changed' });
  schedule();
}

async function refused(error: unknown, whole: CaseContent, sent: WithheldContent): Promise<boolean> {
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
    if (saysTheSame(current.content, sent.content)) {
      accept(current, whole, sent);
      return true;
    }
    const mine = await mayLeave(content);
    clash(current, differences(mine.content, current.content), mine);
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
  const { current, fields, theirs } = conflict;
  const merged = { ...content };
  for (const field of fields)
    if (choice[field] === 'theirs') Object.assign(merged, { [field]: theirs[field] });
  content = merged;
  settled = saved = current.content;
  stayed = 0;
  $opened.set({ state: 'there', thing: current });
  $conflict.set(undefined);
  $incoming.set(merged);
  $saving.set({ state: 'changed' });
  savedAt = new Date();
  if (hasUnsaved()) await save();
  else atRest();
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
  const without = (whole: CaseContent) => ({
    ...whole,
    figures: whole.figures.filter((figure) => figure.file !== file),
  });
  saved = answer.content;
  settled = without(settled);
  content = without(content);
  stayed = (await mayLeave(settled)).count;
  $opened.set({ state: 'there', thing: answer });
  $incoming.set(content);
  if (!hasUnsaved()) atRest();
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
