import { atom } from 'nanostores';
import { call, CallError } from '#contract/client/call.ts';
import type { EditedRecord } from '#contract/client/editors.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { mergeFields, patchOf } from '#domain/editing/merge.ts';
import type { How, Step } from '#domain/editing/steps.ts';
import { createPresence } from './presence.ts';
import { byWriter, dropSealed, keepSealed, readSealed } from './sealed.ts';
import { asSignedIn, hasNoSession, signInAgain } from './signing-in.ts';
import { createSteps } from './steps.ts';

export type EditedFields = Record<string, unknown>;

/** What the editor sees of the saving: nothing is ever lost without a word. */
export type RecordSaving =
  | { state: 'saved'; at: string | null }
  | { state: 'waiting' }
  | { state: 'saving' }
  | { state: 'failed'; status: number; message: string; field: string | undefined; isFinal: boolean };

/** What was typed and has not been saved, and what it rests on. */
interface Left {
  ground: EditedFields;
  values: EditedFields;
}

/** Fields that both sides have changed differently: the user chooses. */
export interface RecordConflict {
  theirs: EditedRecord;
  theirFields: EditedFields;
  fields: string[];
}

/** Sources travel beside the fields and are merged like one of them. */
const sourcesKey = 'sources';
/** After this pause in typing the draft is saved. */
const pause = 700;

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

/** One record under an editor's hands: what is typed, saved, merged and put in force. */
export function createEditing(id: number) {
  const $record = atom<EditedRecord | undefined>();
  const $values = atom<EditedFields>({});
  const $saving = atom<RecordSaving>({ state: 'saved', at: null });
  const $conflict = atom<RecordConflict | undefined>();
  const $merged = atom<string[]>([]);
  const $failure = atom<CallError | undefined>();
  const kept = `record ${id}`;
  const steps = createSteps($values, write);
  /** What the server holds of the draft, on which what is typed rests. */
  let ground: EditedFields = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSigningIn = false;
  /** Calls about the record stand in line: none brings a version back that an earlier one has left behind. */
  let line: Promise<unknown> = Promise.resolve();

  function inLine<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = line.then(action);
    line = done.catch(() => undefined);
    return done;
  }

  const whole = (record: EditedRecord): EditedFields => ({
    ...(record.draft?.fields ?? record.fields),
    [sourcesKey]: record.draft?.sources ?? record.sources,
  });

  /** Shows what came from elsewhere: from the server, from others, from what this browser has kept. */
  function show(values: EditedFields): void {
    $values.set(values);
    steps.fit();
  }

  /** Takes what the server says; what was typed since the save began stays on top of it. */
  function adopt(record: EditedRecord, sent: EditedFields = ground): void {
    const next = whole(record);
    const { fields } = mergeFields(sent, $values.get(), next);
    ground = next;
    $record.set(record);
    show(fields);
  }

  async function load(): Promise<void> {
    $failure.set(undefined);
    try {
      const record = await call('GET /api/editors/records/{id}', { path: { id } });
      open(record, await readSealed<Left>(kept));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      $failure.set(error);
    }
  }

  function open(record: EditedRecord, left: Left | undefined): void {
    ground = whole(record);
    $record.set(record);
    show(ground);
    $saving.set({ state: 'saved', at: record.draft?.updated_at ?? null });
    meetRecord(record);
    if (left) restoreLeft(left, record);
  }

  /** The record has gone on since the draft was begun: what others have put in force is taken in. */
  function meetRecord(record: EditedRecord): void {
    if (!record.draft || !record.base) return;
    const theirFields: EditedFields = { ...record.fields, [sourcesKey]: record.sources };
    const base: EditedFields = { ...record.base.fields, [sourcesKey]: record.base.sources };
    meet(base, theirFields, record);
  }

  function meet(base: EditedFields, theirFields: EditedFields, theirs: EditedRecord): void {
    const { fields, conflicts } = mergeFields(base, $values.get(), theirFields);
    show(fields);
    if (conflicts.length > 0) {
      $conflict.set({ theirs, theirFields, fields: conflicts });
      return;
    }
    const taken = Object.keys(patchOf(base, theirFields));
    if (taken.length > 0) $merged.set(taken);
    schedule();
  }

  /** What a closed tab or a lost network has left in this browser. */
  function restoreLeft(left: Left, record: EditedRecord): void {
    if (isAlike(left.values, ground)) return;
    const theirs = ground;
    show(left.values);
    meet(left.ground, theirs, record);
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
    void keepSealed(kept, { ground, values } satisfies Left);
    schedule();
  }

  function schedule(): void {
    if ($conflict.get()) return;
    $saving.set({ state: 'waiting' });
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), pause);
  }

  /** Saves what is typed, and says whether all of it is saved. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    await inLine(save);
    return $saving.get().state === 'saved' && !$conflict.get();
  }

  async function save(): Promise<void> {
    const record = $record.get();
    if (!record || $conflict.get()) return;
    const sent = $values.get();
    const patch = patchOf(ground, sent);
    const isBehind = record.draft !== null && record.base !== null;
    if (Object.keys(patch).length === 0 && !isBehind) {
      void dropSealed(kept);
      $saving.set({ state: 'saved', at: record.draft?.updated_at ?? null });
      return;
    }
    $saving.set({ state: 'saving' });
    const { [sourcesKey]: sources, ...fields } = patch;
    try {
      const saved = await call('POST /api/editors/records/{id}/draft', {
        path: { id },
        json: {
          fields: JSON.stringify(fields),
          ...(sourcesKey in patch ? { sources: JSON.stringify(sources ?? []) } : {}),
          expected_version: record.draft?.version ?? 0,
          base_version: record.version,
        },
        headers: byWriter(),
        isQuiet: true,
      });
      adopt(saved, sent);
      if (isAlike($values.get(), ground)) {
        void dropSealed(kept);
        $saving.set({ state: 'saved', at: saved.draft?.updated_at ?? saved.updated_at });
      } else schedule();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 409 && error.data) {
        meetOthers(error.data as EditedRecord);
        return;
      }
      refuse(error);
    }
  }

  /** Another user has saved: different fields are merged, equal ones are a conflict. */
  function meetOthers(theirs: EditedRecord): void {
    const before = ground;
    const theirFields = whole(theirs);
    ground = theirFields;
    $record.set(theirs);
    meet(before, theirFields, theirs);
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
    // The network comes back, the server too: what is typed waits in this browser until then.
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

  /** Does something about the record as a whole, after what is typed has been saved. */
  async function act(action: Action, more: Record<string, string | number | boolean> = {}): Promise<void> {
    const isDiscarded = action.endsWith('/discard');
    if (!isDiscarded && !(await flush())) {
      const saving = $saving.get();
      const message =
        saving.state === 'failed' ? saving.message : 'Сначала сведите правки: другой редактор изменил то же.';
      throw new CallError(409, [{ message }]);
    }
    clearTimeout(timer);
    await inLine(async () => {
      const record = $record.get();
      const done = await asSignedIn(() =>
        call(action, { path: { id }, json: { expected_version: record?.draft?.version ?? 0, ...more } }),
      );
      void dropSealed(kept);
      ground = whole(done);
      $record.set(done);
      show(ground);
      $saving.set({ state: 'saved', at: done.draft?.updated_at ?? null });
    });
  }

  /** Another editor's save was noticed: asks for it before the next word is typed over it. */
  function refresh(): Promise<void> {
    return inLine(async () => {
      const record = await call('GET /api/editors/records/{id}', { path: { id }, isQuiet: true });
      const known = $record.get();
      if (record.draft?.version === known?.draft?.version && record.version === known?.version) return;
      meetOthers(record);
      meetRecord(record);
    });
  }

  const presence = createPresence(id, async (seen) => {
    const known = $record.get();
    const isNews = seen.draft_version !== (known?.draft?.version ?? 0) || seen.version !== known?.version;
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
    act,
    refresh,
    stop: () => clearTimeout(timer),
  };
}
export type Editing = ReturnType<typeof createEditing>;
