import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { restore } from '#contract/forms/access.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import type { FormProps } from './forms.ts';
import { LoginForm } from './LoginForm.tsx';
import { PasswordPair } from './PasswordPair.tsx';
import './form.css';

/** A new password by the code of a letter (ruling G15); then the way in. */
export function NewPasswordForm({ code, typed }: FormProps & { code?: string }) {
  const [email, setEmail] = useState<string>();
  const { form, submit, isSending, problems, field } = useCallForm({
    id: 'newpassword',
    schema: restore,
    values: {
      code: code ?? '',
      password: typed?.['password'] ?? '',
      confirm_password: typed?.['confirm_password'] ?? '',
    },
    async send(values) {
      const answer = await call('POST /api/auth/restore', { form: values });
      setEmail(answer.email);
    },
  });
  if (email !== undefined)
    return (
      <div className="form">
        <p className="form-done" role="status">
          Пароль изменён, прежние входы завершены. Войдите с новым паролем.
        </p>
        <LoginForm email={email} />
      </div>
    );
  return (
    <form
      className="form"
      action="/api/auth/restore"
      method="post"
      noValidate={code !== undefined}
      onSubmit={submit}
      aria-label="Новый пароль"
    >
      <ErrorSummary title="Пароль не изменён" problems={problems} />
      {code === undefined && <input type="hidden" name="code" data-code />}
      <PasswordPair
        first={field('password')}
        second={field('confirm_password')}
        value={form.watch('password')}
      />
      <Button type="submit" isBusy={isSending} busy="Сохраняем…">
        Сохранить пароль
      </Button>
      {problems.some(({ field: at }) => at === 'newpassword-code') && (
        <p>
          <a href="/profile/restore/">Запросить новую ссылку</a>
        </p>
      )}
    </form>
  );
}
