import { useEffect, useEffectEvent, useState } from 'react';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
import type * as z from 'zod/v4/core';
import { CallError } from '#contract/client/call.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';
import { createCaptcha } from '#stores/captcha.ts';
import { openDialog } from '#stores/dialogs.ts';
import { forgetDraft, keepDraft, readDraft } from '#stores/drafts.ts';
import { $registered } from '#stores/registered.ts';
import { useCallForm } from '../lib/useCallForm.ts';
import type { FormProps } from './FormProps.ts';

/** Either the word of a picture or a solved task. */
interface Proof {
  ssid: string | undefined;
  altcha: string | undefined;
}

interface Options<Values extends FieldValues> extends FormProps {
  form: CaptchaForm;
  schema: z.$ZodType<Values, FieldValues>;
  empty: DefaultValues<Values>;
  register(sent: { form: Values & Proof; headers: Record<string, string> }): Promise<{ email: string }>;
}

/** What all registrations do: a draft without secrets, a proof for each try, the letter at the end (B174). */
export function useRegistration<Values extends FieldValues>({
  typed,
  form: kind,
  schema,
  empty,
  register,
}: Options<Values>) {
  const [captcha] = useState(() => createCaptcha(kind));
  const [isRegistered, setRegistered] = useState(false);
  const [draft] = useState(() => readDraft(kind));
  // What was typed before, unless it is the form's own beginning.
  const [isRestored, setRestored] = useState(() =>
    Object.entries(draft).some(([name, value]) => isTyped(name, value)),
  );
  const callForm = useCallForm<Values>({
    id: kind,
    schema,
    values: { ...empty, ...draft, ...typed },
    extraErrors: ({ word }): Record<string, string> =>
      word || captcha.$solution.get() || !captcha.isNeeded() ? {} : { word: 'Введите слово с картинки.' },
    async send(values, key) {
      const solution = captcha.$solution.get();
      const ssid = captcha.$picture.get()?.ssid;
      try {
        const { email } = await register({
          form: { ...values, ssid, altcha: solution || undefined },
          headers: { 'idempotency-key': key },
        });
        forgetDraft(kind);
        $registered.set({ email, form: kind });
        // The page of this form has no dialogs: the sentence stands in its place.
        if (document.getElementById('confirm')) openDialog('confirm');
        else setRegistered(true);
      } catch (error) {
        if (!(error instanceof CallError) || error.isOffline) throw error;
        // Each try that has arrived uses up its proof.
        void captcha.renew();
        throw error;
      }
    },
  });
  const { form } = callForm;
  const word = 'word' as Path<Values>;
  const clearError = useEffectEvent(() => callForm.clearError(word));
  useEffect(() => captcha.$solution.listen((solution) => solution && clearError()), [captcha]);
  const clearWord = useEffectEvent(() => form.setValue(word, '' as Values[Path<Values>]));
  useEffect(() => captcha.$picture.listen(clearWord), [captcha]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          keepDraft(kind, values);
          captcha.$email.set(values['email'] ?? '');
        },
      }),
    [form, kind, captcha],
  );
  const startAnew = () => {
    form.reset(empty);
    forgetDraft(kind);
    setRestored(false);
  };
  const { submit, isSending, problems } = callForm;
  return {
    ...callForm,
    captcha,
    /** For RegistrationFrame. */
    frame: {
      problems,
      isSending,
      onSubmit: submit,
      trap: form.register('website' as Path<Values>),
      isTyped: form.formState.isDirty && !isRegistered,
      isRegistered,
      onCorrect: () => setRegistered(false),
      onAnew: isRestored ? startAnew : undefined,
    },
  };
}

/** A ticked box alone is not worth keeping. */
const isTyped = (name: string, value: unknown) =>
  name !== 'website' && (typeof value === 'string' ? value !== '' : Array.isArray(value) && value.length > 0);
