import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { restore } from '#contract/forms/access.ts';
import { shortestEditorPassword, shortestPassword } from '#contract/forms/password.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { useCallForm } from '../lib/useCallForm.ts';
import type { FormProps } from './FormProps.ts';
import { LoginForm } from './LoginForm.tsx';
import { PasswordPair } from './PasswordPair.tsx';

/** A new password by the code of a letter (ruling G15); then the way in. */
export function NewPasswordForm({ code, typed, sentForm }: FormProps & { code: string }) {
  const [email, setEmail] = useState<string>();
  // The operator's link makes the first account: it needs an address.
  const isFounding = code.startsWith('first-');
  const { form, submit, isSending, problems, field } = useCallForm({
    id: 'newpassword',
    schema: restore,
    values: {
      code,
      ...(isFounding ? { email: '' } : {}),
      password: typed?.['password'] ?? '',
      confirm_password: typed?.['confirm_password'] ?? '',
    },
    sentForm,
    async send(values) {
      const answer = await call('POST /api/auth/restore', { form: values });
      setEmail(answer.email);
    },
  });
  if (email !== undefined)
    return (
      <div className="form stack gap-8">
        <p className="callout" data-tone="ok" role="status">
          {isFounding
            ? 'Учётная запись администратора создана. Войдите и настройте второй шаг входа.'
            : 'Пароль изменён, прежние входы завершены. Войдите с новым паролем.'}
        </p>
        <LoginForm email={email} />
      </div>
    );
  return (
    <form
      className="form stack gap-8"
      action="/api/auth/restore"
      method="post"
      noValidate={Boolean(typed)}
      onSubmit={submit}
      aria-label="Новый пароль"
    >
      <ErrorSummary title="Пароль не изменён" problems={problems} />
      {!typed && <input type="hidden" name="code" value={code} />}
      {isFounding && (
        <TextField
          label="Электронная почта администратора"
          hint="С ней вы будете входить; сюда же придут письма о важном."
          type="email"
          autoComplete="username"
          spellCheck={false}
          required
          {...field('email')}
        />
      )}
      <PasswordPair
        first={field('password')}
        second={field('confirm_password')}
        value={form.watch('password')}
        least={isFounding ? shortestEditorPassword : shortestPassword}
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
