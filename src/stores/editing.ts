import { call, CallError, type SentValues } from '#contract/client/call.ts';
import type { EditedRecord } from '#contract/editors.ts';
import { mergeFields, patchOf } from '#domain/editing/merge.ts';
import { createDraft } from './draft.ts';
import { writerHeaders } from './encrypted-drafts.ts';
import { createPresence } from './presence.ts';
import { asSignedIn } from './signing-in.ts';
import type { How, Step } from './step-history.ts';
import { createSteps } from './steps.ts';

export type EditedFields = Record<string, unknown>;

/** Sources travel beside the fields and are merged like one of them. */
const sourcesKey = 'sources';

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

type WithSources = Pick<EditedRecord, 'fields'> & { sources: unknown };

const fieldsOf = ({ fields, sources }: WithSources): EditedFields => ({ ...fields, [sourcesKey]: sources });
const draftOf = (record: EditedRecord): EditedFields => fieldsOf(record.draft ?? record);

/** Merges another editor's draft, and what has been published since the draft was begun. */
function mergeRecord(base: EditedFields, mine: EditedFields, record: EditedRecord) {
  const theirs = draftOf(record);
  const merged = mergeFields(base, mine, theirs);
  if (!record.draft || !record.base) return { values: merged.fields, conflicts: merged.conflicts, theirs };
  const published = fieldsOf(record);
  const { fields, conflicts } = mergeFields(fieldsOf(record.base), merged.fields, published);
  for (const name of conflicts) theirs[name] = published[name];
  return { values: fields, conflicts: [...new Set([...merged.conflicts, ...conflicts])], theirs };
}

async function saveRecord(record: EditedRecord, values: EditedFields, base: EditedFields) {
  const { [sourcesKey]: sources, ...fields } = patchOf(base, values);
  const doc = await call('POST /api/editors/records/{id}/draft', {
    path: { id: record.id },
    json: {
      fields,
      ...(sources === undefined ? {} : { sources: (sources ?? []) as unknown[] }),
      expected_version: record.draft?.version ?? 0,
      base_version: record.version,
    },
    headers: writerHeaders(),
    isQuiet: true,
  });
  return { doc, base: draftOf(doc), values: draftOf(doc) };
}

/** Editing of one record: its draft, steps back and forth, actions, and others at the same record. */
export function createEditing(id: number) {
  const draft = createDraft<EditedRecord, EditedFields>({
    empty: {},
    delayMs: 700,
    isDebounced: true,
    key: () => `record ${id}`,
    load: () => call('GET /api/editors/records/{id}', { path: { id } }),
    valuesOf: draftOf,
    savedAt: (record) => record.draft?.updated_at ?? null,
    mustSave: ({ draft: written, base }) => written !== null && base !== null,
    save: saveRecord,
    currentIn: (data) => (data ?? undefined) as EditedRecord | undefined,
    merge: mergeRecord,
  });
  const steps = createSteps(draft.$values, write);
  draft.$incoming.listen(steps.fit);

  function set(name: string, value: unknown, how?: How): void {
    steps.add({ field: name, before: draft.$values.get()[name], after: value }, how);
    write(name, value);
  }

  /** Undoes or redoes the last change; disabled during a conflict. */
  const move = (step: () => Step | undefined) => () => (draft.$conflict.get() ? undefined : step());

  function write(name: string, value: unknown): void {
    const values = { ...draft.$values.get() };
    if (value === undefined || value === null || value === '') delete values[name];
    else values[name] = value;
    draft.set(values);
  }

  /** Runs an action on the whole record after saving the values. */
  async function runAction(action: Action, input: object): Promise<void> {
    const isDiscarded = action.endsWith('/discard');
    if (!isDiscarded && !(await draft.flush())) {
      const saving = draft.$saving.get();
      const message = saving.state === 'failed' ? saving.message : unsavedMessages[saving.state];
      throw new CallError(409, [{ message: message ?? 'Правки ещё не сохранены.' }]);
    }
    await draft.enqueue(async () => {
      const record = draft.$opened.get().data;
      const done = await asSignedIn(() =>
        call(action, {
          path: { id },
          json: { expected_version: record?.draft?.version ?? 0, ...input },
        }),
      );
      const values = draftOf(done);
      draft.$conflict.set(undefined);
      draft.take(done, { base: values, values }, values);
    });
  }

  /** Loads and merges another editor's save. */
  function refresh(): Promise<void> {
    return draft.enqueue(async () => {
      const record = await call('GET /api/editors/records/{id}', { path: { id }, isQuiet: true });
      if (isNews(record.version, record.draft?.version)) await draft.mergeWith(record);
    });
  }

  function isNews(version: number, draftVersion = 0): boolean {
    const record = draft.$opened.get().data;
    return version !== record?.version || draftVersion !== (record.draft?.version ?? 0);
  }

  const presence = createPresence(id, async (seen) => {
    if (isNews(seen.version, seen.draft_version) && draft.$saving.get().state === 'saved') await refresh();
  });

  return {
    ...draft,
    set,
    $presence: presence.$presence,
    $steps: steps.$steps,
    sendPresence: presence.send,
    watchPresence: presence.watch,
    undo: move(steps.undo),
    redo: move(steps.redo),
    runAction: runAction as RunAction,
    refresh,
  };
}
export type Editing = ReturnType<typeof createEditing>;

const unsavedMessages: Record<string, string> = {
  conflict: 'Сначала сведите правки: другой редактор изменил то же.',
  offline: 'Нет связи: правки ещё не сохранены.',
  'signed-out': 'Вход закончился: войдите, и правки сохранятся.',
};
