import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { resend } from '#contract/forms/access.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { useCallForm } from '../lib/useCallForm.ts';
import { useCountdown } from './useCountdown.ts';

/** Asks for the letter of confirmation once more. */
export function ResendForm({ email = '' }: { email?: string | undefined }) {
  const [sentTo, setSentTo] = useState<string>();
  const { left, start } = useCountdown();
  const { submit, isSending, problems, field } = useCallForm({
    id: 'resend',
    schema: resend,
    values: { email },
    async send(values) {
      setSentTo(undefined);
      await call('POST /api/user/confirm/resend', { form: values });
      setSentTo(values.email);
      start();
    },
  });
  return (
    <form className="form stack gap-8" noValidate onSubmit={submit} aria-label="Письмо ещё раз">
      <ErrorSummary title="Письмо не отправлено" problems={problems} />
      <TextField label="Электронная почта" type="email" autoComplete="email" required {...field('email')} />
      <Button type="submit" variant="secondary" disabled={left > 0} isBusy={isSending} busy="Отправляем…">
        {left > 0 ? `Ещё раз — через ${left} с` : 'Отправить письмо ещё раз'}
      </Button>
      <p className="callout" data-tone="ok" role="status">
        {sentTo &&
          'Письмо отправлено вам на почту, для подтверждения регистрации, перейдите по ссылке в этом письме.'}
      </p>
    </form>
  );
}
