import { useEffect, useRef } from 'react';
import type { SentForm } from '#domain/render-request.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { failed, passkeyWords, startLogin } from './login.ts';

interface Props {
  email?: string;
  /** The form as it came without scripts. */
  sentForm?: SentForm | undefined;
  /** Draws the button of keys at once, where it would push what stands below; elsewhere ./login.ts adds it. */
  hasPasskeys?: boolean;
}

/**
 * Sign-in (B109–B111), as it stands in pages. Without scripts it is sent by the browser and answered with a page;
 * ./login.ts brings it to life, without React: it is the way in, and React is ten times as heavy.
 */
export function LoginForm({ email, sentForm, hasPasskeys = false }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current) startLogin(form.current);
  }, []);
  const errorOf = (name: string) => sentForm?.problems.find(({ field }) => field === name)?.message;
  const problems = (sentForm?.problems ?? []).map(({ message, field }) => ({
    message,
    field: field && ['email', 'password'].includes(field) ? `login-${field}` : undefined,
  }));
  return (
    <form
      className="form stack gap-8"
      ref={form}
      action={`/api/auth/login${sentForm?.next ? `?next=${encodeURIComponent(sentForm.next)}` : ''}`}
      method="post"
      aria-label="Вход"
    >
      {sentForm?.done && (
        <p className="callout" data-tone="ok" role="status">
          {sentForm.done}
        </p>
      )}
      <ErrorSummary title={failed} problems={problems} />
      <TextField
        id="login-email"
        name="email"
        label="Электронная почта"
        type="email"
        autoComplete="username"
        spellCheck={false}
        required
        defaultValue={sentForm?.typed['email'] ?? email}
        error={errorOf('email')}
      />
      <PasswordField
        id="login-password"
        name="password"
        label="Пароль"
        autoComplete="current-password"
        required
        error={errorOf('password')}
        aside={
          <a href="/profile/restore/" data-dialog="restore">
            Восстановить пароль
          </a>
        }
      />
      <Button type="submit">Войти на сайт</Button>
      {/* Of use with scripts only: ./login.ts brings it to life. */}
      {hasPasskeys && (
        <Button className="login-passkey needs-script" variant="secondary" disabled>
          {passkeyWords}
        </Button>
      )}
    </form>
  );
}
