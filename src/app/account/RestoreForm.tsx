import { call } from '#contract/client/call.ts';
import { restoreRequest } from '#contract/forms/access.ts';
import { openDialog } from '#stores/dialogs.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { useState } from 'react';
import { useCallForm } from '../lib/useCallForm.ts';
import { useCountdown } from './useCountdown.ts';
import type { FormProps } from './FormProps.ts';

/** Asks for a letter with a link to a new password (B113–B115); the answer is the same for every address. */
export function RestoreForm({ typed, sentForm }: FormProps) {
  const [sentTo, setSentTo] = useState<string>();
  const { left, start } = useCountdown();
  const { submit, isSending, problems, field } = useCallForm({
    id: 'restore',
    schema: restoreRequest,
    values: { email: typed?.['email'] ?? '' },
    sentForm,
    async send(values) {
      const { email } = await call('POST /api/auth/restore/send', { form: values });
      start();
      // The page of this form has no dialogs: the sentence stands in its place.
      if (document.getElementById('success')) openDialog('success', 'restore');
      else setSentTo(email);
    },
  });
  return (
    <form
      className="form stack gap-8"
      action="/api/auth/restore/send"
      method="post"
      noValidate={Boolean(typed)}
      onSubmit={submit}
      aria-label="Восстановление пароля"
    >
      <ErrorSummary title="Письмо не отправлено" problems={problems} />
      <p className="callout" data-tone="ok" role="status">
        {sentTo &&
          `Письмо отправлено на ${sentTo}. Чтобы задать новый пароль, перейдите по ссылке в этом письме.`}
      </p>
      <TextField
        label="Электронная почта"
        hint="введите почту указанную при регистрации"
        type="email"
        autoComplete="username"
        spellCheck={false}
        required
        {...field('email')}
      />
      <Button type="submit" disabled={left > 0} isBusy={isSending} busy="Отправляем…">
        {left > 0 ? `Ещё раз — через ${left} с` : 'Восстановить пароль'}
      </Button>
    </form>
  );
}
