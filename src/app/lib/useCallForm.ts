import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/v4/core';
import { CallError } from '#contract/client/call.ts';
import type { SentForm } from '#domain/render-request.ts';
import { $user } from '#stores/session.ts';
import { asSignedIn } from '#stores/signing-in.ts';
import type { FormProblem } from '#ui/ErrorSummary.tsx';
import { afterPress } from './afterPress.ts';
import { createKeys } from './idempotency.ts';
import { useKeptForm } from './kept.ts';

export interface CallFormOptions<Values extends FieldValues> {
  /** Begins the ids of the form's fields. */
  id: string;
  /** The schema of the contract: the same rules on both sides. */
  schema: z.$ZodType<Values, FieldValues>;
  values: DefaultValues<Values>;
  /** Where what is typed is kept until it is sent: `answer 12`. For those who have signed in. */
  kept?: string | undefined;
  /** The form as it came without scripts: drawn with what was typed and what was wrong. */
  sentForm?: SentForm | undefined;
  /** What the schema cannot know, by field: `{ word: 'Введите слово с картинки.' }`. */
  extraErrors?: (values: Values) => Record<string, string>;
  /** Sends the form; a CallError is shown at its fields. */
  send(values: Values, idempotencyKey: string, form: UseFormReturn<Values>): Promise<void>;
}

interface FieldState {
  id: string;
  error: string | undefined;
}

interface Chosen<Value> extends FieldState {
  value: Value;
  onChange(value: Value): void;
  onBlur(): void;
}

/** What a group of fields needs of the form that it stands in, whichever form that is. */
export interface FieldsOf<Name extends string> {
  /** For a field of the kit: its id, its error and how it is registered. */
  field(name: Name): FieldState & UseFormRegisterReturn;
  /** For one of a list, and for several of one. */
  select(name: Name): Chosen<string>;
  multiSelect(name: Name): Chosen<string[]>;
}

/** A form that a call answers: checked by the contract's schema, refused at the field, sent once at a time. */
export function useCallForm<Values extends FieldValues>({
  id,
  schema,
  values,
  kept,
  sentForm,
  extraErrors,
  send,
}: CallFormOptions<Values>) {
  const idOf = (name: string) => `${id}-${name.replaceAll('.', '-')}`;
  const fieldIn = (name: string | undefined) =>
    name && Object.hasOwn(values, name) ? idOf(name) : undefined;
  const form = useForm<Values>({
    ...(sentForm && { errors: errorsOf(sentForm) as FieldErrors<Values> }),
    resolver: afterPress(withExtraErrors(zodResolver(schema as z.$ZodType<Values, Values>), extraErrors)),
    defaultValues: values,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const forget = useKeptForm(kept, form, values);
  const { errors, isSubmitting } = form.formState;
  const current = useWatch({ control: form.control }) as Record<string, unknown>;
  const [problems, setProblems] = useState<readonly FormProblem[]>(
    () => sentForm?.problems.map(({ message, field }) => ({ message, field: fieldIn(field) })) ?? [],
  );
  const [isOffline, setOffline] = useState(false);
  const [keyOf] = useState(createKeys);

  const submit = form.handleSubmit(
    async (filled) => {
      setProblems([]);
      setOffline(false);
      try {
        const post = () => send(filled, keyOf(filled), form);
        // Anyone who was signed in when the page came is asked to sign in again over it, and nothing is typed twice.
        await ($user.get()?.id ? asSignedIn(post) : post());
        forget();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        refuse(error);
      }
    },
    (found) =>
      setProblems(
        inPageOrder(problemsOf(found).map(({ name, message }) => ({ field: idOf(name), message }))),
      ),
  );

  // What could not leave for want of a network leaves when it is back; its key keeps it from being done twice (ruling G53).
  const resend = useEffectEvent(() => void submit());
  useEffect(() => {
    if (!isOffline) return undefined;
    addEventListener('online', resend);
    return () => removeEventListener('online', resend);
  }, [isOffline]);

  function refuse(error: CallError): void {
    setOffline(error.isOffline);
    if (error.isOffline && !navigator.onLine) {
      setProblems([
        { message: 'Нет соединения. Введённое не потеряется: отправим, как только связь вернётся.' },
      ]);
      return;
    }
    const known = new Set(Object.keys(form.getValues()));
    const named = error.errors.map(({ message, customData }) => {
      const name = customData?.field?.split('.')[0];
      return { message, name: name && known.has(name) ? name : undefined };
    });
    for (const { name, message } of named)
      if (name) form.setError(name as Path<Values>, { type: 'server', message });
    setProblems(
      named.length > 0
        ? named.map(({ name, message }) => ({ message, field: name && idOf(name) }))
        : [{ message: error.message }],
    );
  }

  const selectProps = (name: Path<Values>) => ({
    id: idOf(name),
    error: messageOf(errors[name]),
    onChange: (value: string | File | string[] | File[] | undefined) =>
      form.setValue(name, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      }),
    onBlur: () => void form.trigger(name),
  });

  return {
    form,
    /** What was kept is not wanted any more: the form was given up. */
    forget,
    select: (name: Path<Values>) => ({ ...selectProps(name), value: (current[name] ?? '') as string }),
    multiSelect: (name: Path<Values>) => ({ ...selectProps(name), value: (current[name] ?? []) as string[] }),
    /** Nothing is wrong with this field any more: what the summary says of it goes too. */
    clearError: (name: Path<Values>) => {
      form.clearErrors(name);
      setProblems((all) => all.filter(({ field }) => field !== idOf(name)));
    },
    /** For `onSubmit`. */
    submit: (event: React.SyntheticEvent) => void submit(event),
    isSending: isSubmitting,
    /** For the summary above the form. */
    problems,
    field: (name: Path<Values>) => ({
      id: idOf(name),
      error: messageOf(errors[name]),
      ...(sentForm && { defaultValue: sentForm.typed[name] }),
      ...form.register(name),
    }),
    files: (name: Path<Values>) => ({
      ...selectProps(name),
      value: [current[name] ?? []].flat() as File[],
    }),
  };
}

export type CallForm<Values extends FieldValues> = ReturnType<typeof useCallForm<Values>>;

const errorsOf = ({ problems }: SentForm) =>
  Object.fromEntries(
    problems.flatMap(({ field, message }) => (field ? [[field, { type: 'server', message }]] : [])),
  );

/** The schema's answer, and what is missing beside. */
function withExtraErrors<Values extends FieldValues>(
  resolver: Resolver<Values>,
  extraErrors: CallFormOptions<Values>['extraErrors'],
): Resolver<Values> {
  if (!extraErrors) return resolver;
  return async (values, context, options) => {
    const { values: parsed, errors } = await resolver(values, context, options);
    const added = Object.entries(extraErrors(values)).map(
      ([name, message]) => [name, { type: 'required', message }] as const,
    );
    const all = { ...Object.fromEntries(added), ...errors };
    if (Object.keys(all).length > 0) return { values: {}, errors: all as FieldErrors<Values> };
    return { values: parsed as Values, errors: {} };
  };
}

/** In the order in which the reader meets them. */
function inPageOrder(problems: FormProblem[]): FormProblem[] {
  const place = ({ field }: FormProblem) => (field ? document.getElementById(field) : null);
  return problems.toSorted((one, other) => {
    const [first, second] = [place(one), place(other)];
    if (!first || !second) return 0;
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

/** A list may carry its error on itself or on one of its items. */
function messageOf(error: unknown): string | undefined {
  if (!error || typeof error !== 'object') return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(messageOf)
    .find((message) => message !== undefined);
}

const problemsOf = (errors: FieldErrors) =>
  Object.entries(errors).map(([name, error]) => ({ name, message: messageOf(error) ?? 'Проверьте поле.' }));
