import { atom } from 'nanostores';
import { call, CallError, type SentValues } from '#contract/client/call.ts';
import type { EditedRecord } from '#contract/client/editors.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { mergeFields, patchOf } from '#domain/editing/merge.ts';
import type { How, Step } from './step-history.ts';
import { createPresence } from './presence.ts';
import { writerHeaders, deleteDraft, saveDraft, loadDraft } from './encrypted-drafts.ts';
import { asSignedIn, hasNoSession, signInAgain } from './signing-in.ts';
import { createSteps } from './steps.ts';

export type EditedFields = Record<string, unknown>;

/** State of saving, as the editor sees it. */
export type RecordSaving =
  | { state: 'saved'; at: string | null }
  | { state: 'waiting' }
  | { state: 'saving' }
  | { state: 'failed'; status: number; message: string; field: string | undefined; isFinal: boolean };

/** Values that the server does not have, and those they were typed over. */
interface UnsavedDraft {
  /** Missing in drafts of older versions of the site. */
  base?: EditedFields;
  values: EditedFields;
}

/** Fields changed differently by both sides; the user chooses. */
export interface RecordConflict {
  theirs: EditedRecord;
  theirFields: EditedFields;
  fields: string[];
}

/** Sources travel beside the fields and are merged like one of them. */
const sourcesKey = 'sources';
const autosaveDelayMs = 700;

type Action =
  | 'POST /api/editors/records/{id}/publish'
  | 'POST /api/editors/records/{id}/submit'
  | 'POST /api/editors/records/{id}/return'
  | 'POST /api/editors/records/{id}/unpublish'
  | 'POST /api/editors/records/{id}/discard'
  | 'POST /api/editors/records/{id}/restore'
  | 'POST /api/editors/records/{id}/owner'
  | 'POST /api/editors/records/{id}/schedule'
  | 'POST /api/editors/records/{id}/schedule/cancel';

type RunAction = <Name extends Action>(
  action: Name,
  input: Omit<NonNullable<SentValues<Name>['json']>, 'expected_version'>,
) => Promise<void>;

/** Editing of one record: typed values, saving, merging and actions. */
export function createEditing(id: number) {
  const $record = atom<EditedRecord | undefined>();
  const $values = atom<EditedFields>({});
  const $saving = atom<RecordSaving>({ state: 'saved', at: null });
  const $conflict = atom<RecordConflict | undefined>();
  const $merged = atom<string[]>([]);
  const $failure = atom<CallError | undefined>();
  const draftName = `record ${id}`;
  const steps = createSteps($values, write);
  /** The draft as the server has it. */
  let base: EditedFields = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSigningIn = false;
  /** Calls about the record run one after another, so that no response is older than the shown version. */
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = queue.then(action);
    queue = done.catch(() => undefined);
    return done;
  }

  const fieldsOf = (record: EditedRecord): EditedFields => ({
    ...(record.draft?.fields ?? record.fields),
    [sourcesKey]: record.draft?.sources ?? record.sources,
  });

  /** Shows values from the server or from storage. */
  function setValues(values: EditedFields): void {
    $values.set(values);
    steps.fit();
  }

  /** Takes the saved record; values typed since the save began stay. */
  function acceptSaved(record: EditedRecord, sent: EditedFields = base): void {
    const next = fieldsOf(record);
    const { fields } = mergeFields(sent, $values.get(), next);
    base = next;
    $record.set(record);
    setValues(fields);
  }

  async function load(): Promise<void> {
    $failure.set(undefined);
    try {
      const record = await call('GET /api/editors/records/{id}', { path: { id } });
      open(record, await loadDraft<UnsavedDraft>(draftName));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      $failure.set(error);
    }
  }

  function open(record: EditedRecord, unsaved: UnsavedDraft | undefined): void {
    base = fieldsOf(record);
    $record.set(record);
    setValues(base);
    $saving.set({ state: 'saved', at: record.draft?.updated_at ?? null });
    mergePublished(record);
    if (unsaved) restoreUnsaved(unsaved, record);
  }

  /** Merges what others have published since the draft was begun. */
  function mergePublished(record: EditedRecord): void {
    if (!record.draft || !record.base) return;
    const theirFields: EditedFields = { ...record.fields, [sourcesKey]: record.sources };
    const baseFields: EditedFields = { ...record.base.fields, [sourcesKey]: record.base.sources };
    merge(baseFields, theirFields, record);
  }

  function merge(baseFields: EditedFields, theirFields: EditedFields, theirs: EditedRecord): void {
    const { fields, conflicts } = mergeFields(baseFields, $values.get(), theirFields);
    setValues(fields);
    if (conflicts.length > 0) {
      $conflict.set({ theirs, theirFields, fields: conflicts });
      return;
    }
    const taken = Object.keys(patchOf(baseFields, theirFields));
    if (taken.length > 0) $merged.set(taken);
    schedule();
  }

  /** Restores values that a closed tab or a lost network left in this browser. */
  function restoreUnsaved(unsaved: UnsavedDraft, record: EditedRecord): void {
    if (isAlike(unsaved.values, base)) return;
    const theirs = base;
    setValues(unsaved.values);
    merge(unsaved.base ?? {}, theirs, record);
  }

  function set(name: string, value: unknown, how?: How): void {
    steps.add({ field: name, before: $values.get()[name], after: value }, how);
    write(name, value);
  }

  /** Undoes or redoes the last change; disabled during a conflict. */
  const move = (step: () => Step | undefined) => () => ($conflict.get() ? undefined : step());

  function write(name: string, value: unknown): void {
    const values = { ...$values.get() };
    if (value === undefined || value === null || value === '') delete values[name];
    else values[name] = value;
    $values.set(values);
    void saveDraft(draftName, { base, values } satisfies UnsavedDraft);
    schedule();
  }

  function schedule(): void {
    if ($conflict.get()) return;
    $saving.set({ state: 'waiting' });
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), autosaveDelayMs);
  }

  /** Saves the values; true when all are saved. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    await enqueue(save);
    return $saving.get().state === 'saved' && !$conflict.get();
  }

  async function save(): Promise<void> {
    const record = $record.get();
    if (!record || $conflict.get()) return;
    const sent = $values.get();
    const patch = patchOf(base, sent);
    const isBehind = record.draft !== null && record.base !== null;
    if (Object.keys(patch).length === 0 && !isBehind) {
      void deleteDraft(draftName);
      $saving.set({ state: 'saved', at: record.draft?.updated_at ?? null });
      return;
    }
    $saving.set({ state: 'saving' });
    const { [sourcesKey]: sources, ...fields } = patch;
    try {
      const saved = await call('POST /api/editors/records/{id}/draft', {
        path: { id },
        json: {
          fields,
          ...(sourcesKey in patch ? { sources: (sources ?? []) as unknown[] } : {}),
          expected_version: record.draft?.version ?? 0,
          base_version: record.version,
        },
        headers: writerHeaders(),
        isQuiet: true,
      });
      acceptSaved(saved, sent);
      if (isAlike($values.get(), base)) {
        void deleteDraft(draftName);
        $saving.set({ state: 'saved', at: saved.draft?.updated_at ?? saved.updated_at });
      } else schedule();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 409 && error.data) {
        mergeSaved(error.data as EditedRecord);
        return;
      }
      refuse(error);
    }
  }

  /** Another user has saved: different fields are merged, equal ones are a conflict. */
  function mergeSaved(theirs: EditedRecord): void {
    const before = base;
    const theirFields = fieldsOf(theirs);
    base = theirFields;
    $record.set(theirs);
    merge(before, theirFields, theirs);
  }

  function refuse(error: CallError): void {
    const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429;
    $saving.set({
      state: 'failed',
      status: error.status,
      message: error.message,
      field: error.errors[0]?.customData?.field,
      isFinal,
    });
    if (hasNoSession(error)) {
      if (isSigningIn) return;
      isSigningIn = true;
      void signInAgain().then(() => {
        isSigningIn = false;
        return flush();
      });
      return;
    }
    // Values stay in this browser until the network or the server is back.
    if (!isFinal) {
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), (error.retryAfter ?? 5) * 1000);
    }
  }

  /** Ends a conflict with the chosen value of every field in it. */
  async function resolve(chosen: EditedFields): Promise<void> {
    for (const [name, value] of Object.entries(chosen)) write(name, value);
    steps.fit();
    $conflict.set(undefined);
    await flush();
  }

  /** Runs an action on the whole record after saving the values. */
  async function runAction(action: Action, input: object): Promise<void> {
    const isDiscarded = action.endsWith('/discard');
    if (!isDiscarded && !(await flush())) {
      const saving = $saving.get();
      const message =
        saving.state === 'failed' ? saving.message : 'Сначала сведите правки: другой редактор изменил то же.';
      throw new CallError(409, [{ message }]);
    }
    clearTimeout(timer);
    await enqueue(async () => {
      const record = $record.get();
      const done = await asSignedIn(() =>
        call(action, {
          path: { id },
          json: { expected_version: record?.draft?.version ?? 0, ...input },
        }),
      );
      void deleteDraft(draftName);
      base = fieldsOf(done);
      $record.set(done);
      setValues(base);
      $saving.set({ state: 'saved', at: done.draft?.updated_at ?? null });
    });
  }

  /** Loads and merges another editor's save. */
  function refresh(): Promise<void> {
    return enqueue(async () => {
      const record = await call('GET /api/editors/records/{id}', { path: { id }, isQuiet: true });
      const current = $record.get();
      if (record.draft?.version === current?.draft?.version && record.version === current?.version) return;
      mergeSaved(record);
      mergePublished(record);
    });
  }

  const presence = createPresence(id, async (seen) => {
    const current = $record.get();
    const isNews = seen.draft_version !== (current?.draft?.version ?? 0) || seen.version !== current?.version;
    if (isNews && $saving.get().state === 'saved') await refresh();
  });

  return {
    $record,
    $values,
    $saving,
    $conflict,
    $merged,
    $failure,
    $presence: presence.$presence,
    $steps: steps.$steps,
    load,
    sendPresence: presence.send,
    watchPresence: presence.watch,
    set,
    undo: move(steps.undo),
    redo: move(steps.redo),
    flush,
    resolve,
    runAction: runAction as RunAction,
    refresh,
    stop: () => clearTimeout(timer),
  };
}
export type Editing = ReturnType<typeof createEditing>;
