import { atom } from 'nanostores';
import { CallError } from '#contract/client/call.ts';
import { mergeFields, patchOf } from '#domain/editing/merge.ts';
import {
  deleteDraft,
  hasDrafts,
  loadDraft,
  lockDrafts,
  saveDraft,
  unlockDrafts,
} from './encrypted-drafts.ts';
import { $isOnline } from './online.ts';
import type { QueryState } from './queries.ts';
import { $user } from './session.ts';
import { hasNoSession, signInAgain } from './signing-in.ts';

/** Retry without a delay from the server. */
const retryMs = 10_000;

export type DraftSaving =
  | {
      state: 'saved';
      /** Time of the last save; `null` before the first. */
      at: string | null;
      /** Number of places that look like personal data and are not sent. */
      withheld: number;
      /** Whether this browser stores the withheld words. */
      isKept: boolean;
    }
  | { state: 'changed' }
  | { state: 'saving' }
  | { state: 'offline' }
  | { state: 'signed-out' }
  | { state: 'conflict' }
  | { state: 'failed'; status: number; message: string; field: string | undefined; isFinal: boolean };

/** What the server has, and what the form shows for it. */
interface Saved<Values> {
  /** Values on the server. */
  base: Values;
  /** The same values with the words that are not sent. */
  values: Values;
  withheld?: number;
}

interface Merged<Values> {
  /** Changes of both sides; conflicts have mine. */
  values: Values;
  /** Fields that the user has to choose. */
  conflicts: string[];
  /** Values of the other side. */
  theirs: Values;
  /** Number of withheld places when the values need no saving; undefined compares them with the server's. */
  withheld?: number;
}

/** Fields changed on both sides; saving waits for the user's choice. */
export interface DraftConflict<Doc, Values> {
  /** The newest document on the server. */
  doc: Doc;
  theirs: Values;
  fields: string[];
}

export type Choice = Readonly<Record<string, 'mine' | 'theirs'>>;

interface DraftOptions<Doc, Values> {
  empty: Values;
  /** Delay of autosave, from the first change or, with `isDebounced`, from the last one. */
  delayMs: number;
  isDebounced?: boolean;
  /** Name in the encrypted storage. */
  key(doc: Doc): string;
  load(): Promise<Doc>;
  valuesOf(doc: Doc): Values;
  savedAt(doc: Doc): string | null;
  /** Whether an explicit save is sent without changes. */
  mustSave(doc: Doc): boolean;
  /** Throws a CallError; 409 with the current document is a conflict. */
  save(doc: Doc, values: Values, base: Values): Promise<{ doc: Doc } & Saved<Values>>;
  /** The current document in the data of a 409. */
  currentIn(data: unknown): Doc | undefined;
  merge(base: Values, mine: Values, doc: Doc): Merged<Values> | Promise<Merged<Values>>;
}

/** Values in this browser that the server does not have. */
interface UnsavedDraft<Values> {
  base: Values;
  values: Values;
}

const fieldsOf = (values: object): Record<string, unknown> => ({ ...values });

/** Names of the fields in which two values differ. */
export const differences = (one: object, other: object): string[] =>
  Object.keys(patchOf(fieldsOf(one), fieldsOf(other)));

const storedMessage =
  'То, что вы набрали раньше и не успели сохранить, лежит на этом устройстве запечатанным: текст откроется, когда появится связь.';

/**
 * Editing of one document: values of a form, autosave, merging with other writers, and the copy in this browser until the
 * server has everything.
 */
export function createDraft<Doc, Values extends object>(options: DraftOptions<Doc, Values>) {
  /** The document as the server has it. */
  const $opened = atom<QueryState<Doc>>({ state: 'pending' });
  const $values = atom<Values>(options.empty);
  /** Values that did not come from the form: after opening, restoring, merging. */
  const $incoming = atom<Values>(options.empty);
  const $saving = atom<DraftSaving>({ state: 'saved', at: null, withheld: 0, isKept: true });
  const $conflict = atom<DraftConflict<Doc, Values> | undefined>();
  /** Fields taken over from another writer. */
  const $merged = atom<string[]>([]);
  /** Whether unsaved values of this browser were restored. */
  const $isRestored = atom(false);
  let saved: Saved<Values> = { base: options.empty, values: options.empty };
  let savedAt: string | null = null;
  let author: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSigningIn = false;
  let unlisten: (() => void)[] = [];
  /** Calls about the document run one after another, so that no response is older than the shown one. */
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = queue.then(action);
    queue = done.catch(() => undefined);
    return done;
  }

  async function open(): Promise<void> {
    stop();
    unlisten = [$user.listen(lock), $isOnline.listen(resume)];
    $opened.set({ state: 'pending' });
    $conflict.set(undefined);
    try {
      author = await unlockDrafts();
      const doc = await options.load();
      const unsaved = unsavedIn<Values>(await loadDraft(options.key(doc)));
      const theirs = options.valuesOf(doc);
      const mine = unsaved?.values ?? theirs;
      const merged = await options.merge(unsaved?.base ?? theirs, mine, doc);
      // No pause from here on: the form must not draw the server's values before the restored ones.
      saved = { base: unsaved?.base ?? theirs, values: unsaved?.base ?? theirs };
      $opened.set({ state: 'success', data: doc });
      show(mine);
      applyMerge(doc, merged, merged.values);
      $isRestored.set($saving.get().state === 'changed' && unsaved !== undefined);
    } catch (error) {
      if (hasNoSession(error)) {
        await signInAgain();
        return await open();
      }
      if (!(error instanceof CallError)) throw error;
      const isStored = error.isOffline && (await hasDrafts());
      const message = `${error.message} ${storedMessage}`;
      $opened.set({ state: 'failed', error: isStored ? new CallError(0, [{ message }]) : error });
    }
  }

  /** Another user has signed in: the author's text is removed. */
  function lock(user: { id?: number } | null | undefined): void {
    if (!user?.id || author === undefined || user.id === author) return;
    clearTimer();
    lockDrafts();
    author = undefined;
    saved = { base: options.empty, values: options.empty };
    show(options.empty);
    $conflict.set(undefined);
    $opened.set({ state: 'pending' });
  }

  function resume(isOnline: boolean): void {
    if (isOnline && $saving.get().state === 'offline') void flush();
  }

  function clearTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function stop(): void {
    clearTimer();
    for (const end of unlisten) end();
    unlisten = [];
  }

  function schedule(afterMs = options.delayMs): void {
    clearTimer();
    timer = setTimeout(() => void flush(), afterMs);
  }

  function show(values: Values): void {
    $values.set(values);
    $incoming.set(values);
  }

  const hasUnsaved = () => differences($values.get(), saved.values).length > 0;

  /** Takes values of the form: stores them in this browser at once, on the server after a delay. */
  function set(values: Values): void {
    $values.set(values);
    const { state } = $saving.get();
    if (!hasUnsaved()) {
      if (state === 'changed' || state === 'failed') markSaved();
      return;
    }
    void store();
    if (state === 'conflict' || state === 'signed-out') return;
    if (state !== 'offline') $saving.set({ state: 'changed' });
    if (options.isDebounced || timer === undefined) schedule();
  }

  const store = async (): Promise<boolean> => {
    const { data } = $opened.get();
    if (data === undefined) return false;
    const { base } = saved;
    return await saveDraft(options.key(data), { base, values: $values.get() } satisfies UnsavedDraft<Values>);
  };

  /** Nothing is left to send; withheld words stay in this browser. */
  function markSaved(): void {
    clearTimer();
    const doc = $opened.get().data as Doc;
    const { withheld = 0 } = saved;
    if (withheld === 0) void deleteDraft(options.key(doc));
    else
      void store().then((isKept) => {
        const now = $saving.get();
        if (now.state === 'saved') $saving.set({ ...now, isKept });
      });
    $saving.set({ state: 'saved', at: savedAt, withheld, isKept: true });
  }

  /** Sends unsaved values; true when nothing is left to send. */
  async function flush(): Promise<boolean> {
    clearTimer();
    const isSaved = await enqueue(() => save());
    return isSaved && (!hasUnsaved() || (await flush()));
  }

  async function save(isMerged = false): Promise<boolean> {
    const { data: doc } = $opened.get();
    if (doc === undefined || $conflict.get()) return false;
    if (!hasUnsaved() && !options.mustSave(doc)) {
      markSaved();
      return true;
    }
    const sent = $values.get();
    $saving.set({ state: 'saving' });
    try {
      const answer = await options.save(doc, sent, saved.base);
      const at = options.savedAt(answer.doc) ?? new Date().toISOString();
      take(answer.doc, answer, withInput(sent, answer.values), at);
      if (options.key(doc) !== options.key(answer.doc)) await deleteDraft(options.key(doc));
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const current = error.status === 409 && !isMerged ? options.currentIn(error.data) : undefined;
      if (current === undefined) {
        refuse(error);
        return false;
      }
      await mergeWith(current);
      return await save(true);
    }
  }

  /** Input since `before` over those that came for it. */
  const withInput = (before: Values, came: Values): Values =>
    mergeFields(fieldsOf(before), fieldsOf($values.get()), fieldsOf(came)).fields as Values;

  /** Takes the saved document; `values` are shown. */
  function take(doc: Doc, answer: Saved<Values>, values: Values, at = options.savedAt(doc)): void {
    savedAt = at;
    saved = { base: answer.base, values: answer.values, withheld: answer.withheld ?? 0 };
    $opened.set({ state: 'success', data: doc });
    if (differences($values.get(), values).length > 0) show(values);
    if (!hasUnsaved()) return markSaved();
    $saving.set({ state: 'changed' });
    void store();
    schedule();
  }

  /** Merges a document that another writer has saved. */
  async function mergeWith(doc: Doc): Promise<void> {
    const mine = $values.get();
    const merged = await options.merge(saved.base, mine, doc);
    applyMerge(doc, merged, withInput(mine, merged.values));
  }

  function applyMerge(
    doc: Doc,
    { values, conflicts, theirs, withheld }: Merged<Values>,
    shown: Values,
  ): void {
    if (conflicts.length > 0) {
      clearTimer();
      if (differences($values.get(), shown).length > 0) show(shown);
      // The base stays until the choice: a reload finds the same conflict.
      $conflict.set({ doc, theirs, fields: conflicts });
      $saving.set({ state: 'conflict' });
      return;
    }
    const taken = differences($values.get(), shown);
    if (taken.length > 0) $merged.set(taken);
    $conflict.set(undefined);
    const base = options.valuesOf(doc);
    take(doc, withheld === undefined ? { base, values: base } : { base, values, withheld }, shown);
  }

  function refuse(error: CallError): void {
    const { status, message, isOffline } = error;
    if (hasNoSession(error)) {
      $saving.set({ state: 'signed-out' });
      if (isSigningIn) return;
      isSigningIn = true;
      void signInAgain().then(() => {
        isSigningIn = false;
        return flush();
      });
      return;
    }
    const isFinal = status >= 400 && status < 500 && status !== 429;
    if (isOffline) $saving.set({ state: 'offline' });
    else
      $saving.set({ state: 'failed', status, message, field: error.errors[0]?.customData?.field, isFinal });
    if (!isFinal) schedule(error.retryAfter === undefined ? retryMs : error.retryAfter * 1000);
  }

  /** Ends a conflict with the chosen side of every field in it. */
  async function resolve(choice: Choice): Promise<void> {
    const conflict = $conflict.get();
    if (!conflict) return;
    const { doc, theirs, fields } = conflict;
    const chosen = fields.filter((field) => choice[field] === 'theirs');
    const values = {
      ...$values.get(),
      ...Object.fromEntries(chosen.map((field) => [field, theirs[field as keyof Values]])),
    };
    $conflict.set(undefined);
    const base = options.valuesOf(doc);
    take(doc, { base, values: base }, values);
    await flush();
  }

  /** Whether leaving the page loses input: unsent, or withheld in a browser that stores nothing. */
  function wouldLose(): boolean {
    const saving = $saving.get();
    return hasUnsaved() || (saving.state === 'saved' && !saving.isKept);
  }

  return {
    $opened,
    $values,
    $incoming,
    $saving,
    $conflict,
    $merged,
    $isRestored,
    open,
    stop,
    set,
    flush,
    resolve,
    wouldLose,
    enqueue,
    take,
    mergeWith,
    getSaved: () => saved,
  };
}
export type Draft<Doc, Values extends object> = ReturnType<typeof createDraft<Doc, Values>>;

/** Cases of older versions of the site name the same parts `saved` and `content`. */
function unsavedIn<Values>(stored: unknown): UnsavedDraft<Values> | undefined {
  if (stored === undefined) return undefined;
  const found = stored as Partial<UnsavedDraft<Values>> & { saved?: Values; content?: Values };
  const values = found.values ?? found.content;
  return values && { base: found.base ?? found.saved ?? ({} as Values), values };
}
