import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { importOrReload } from '#stores/importOrReload.ts';

/** Anonymous visitors' forms have no use for it. */
const encryptedDrafts = () => importOrReload(() => import('#stores/encrypted-drafts.ts'));
const saveDraft = (name: string, value: unknown) =>
  void encryptedDrafts().then((drafts) => drafts.saveDraft(name, value));
const deleteDraft = (name: string) => void encryptedDrafts().then((drafts) => drafts.deleteDraft(name));
const loadDraft = async <Value>(name: string) => await (await encryptedDrafts()).loadDraft<Value>(name);

/**
 * A signed-in user's input until it is sent: it outlives a reload, a closed tab, a dead
 * network and the end of the session (stores/encrypted-drafts.ts). `name` says what it is about: `remarks 12`, `report 7`.
 */
export function useDraftState<Value>(
  name: string,
  empty: Value,
): [value: Value, change: (value: Value) => void, forget: () => void] {
  const [value, setValue] = useState(empty);
  const isTyped = useRef(false);
  useEffect(() => {
    let isGone = false;
    isTyped.current = false;
    void loadDraft<Value>(name).then(
      // What was typed while it was read is newer.
      (left) => left !== undefined && !isGone && !isTyped.current && setValue(left),
      // The session has ended, or there is no network: the page itself says so.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [name]);
  const change = useCallback(
    (next: Value) => {
      isTyped.current = true;
      setValue(next);
      saveDraft(name, next);
    },
    [name],
  );
  const forget = useCallback(() => deleteDraft(name), [name]);
  return [value, change, forget];
}

/** Never kept: credentials, files, consents and what a search field shows by itself. */
const secret = /password|^code$|^word$|^ssid$|^altcha$|^files?$|consent|^record_id$/;

/** The same for the fields of a form; without a name it keeps nothing. Gives what forgets them. */
export function useKeptForm<Values extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<Values>,
  values: DefaultValues<Values>,
): () => void {
  const empty = useRef(values);
  useEffect(() => {
    if (!name) return undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values: typed }) => saveDraft(name, publicFields(typed)),
    });
    void loadDraft<Record<string, unknown>>(name).then(
      (left) => {
        for (const [field, value] of Object.entries(left ?? {})) {
          const path = field as Path<Values>;
          const isUntouched = isSame(form.getValues(path), (empty.current as Record<string, unknown>)[field]);
          if (isUntouched && !isSame(value, form.getValues(path)))
            form.setValue(path, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
        }
      },
      // As above.
      () => undefined,
    );
    return stop;
  }, [name, form]);
  return useCallback(() => {
    if (name) deleteDraft(name);
  }, [name]);
}

const publicFields = (typed: object) =>
  Object.fromEntries(Object.entries(typed).filter(([field]) => !secret.test(field)));

/** A field that was never written in and an empty one are the same. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
