import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { passkeyWords, startLogin } from './login.ts';
import './form.css';

interface Props {
  email?: string;
  /** Draws the button of keys at once, where it would push what stands below; elsewhere ./login.ts adds it. */
  hasPasskeys?: boolean;
}

/**
 * Sign-in (B109–B111), as it stands in pages. Without scripts it is sent by the browser and answered with a page;
 * ./login.ts brings it to life, without React: it is the way in, and React is ten times as heavy.
 */
export function LoginForm({ email, hasPasskeys = false }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current) startLogin(form.current);
  }, []);
  return (
    <form className="form" ref={form} action="/api/auth/login" method="post" aria-label="Вход">
      <TextField
        id="login-email"
        name="email"
        label="Электронная почта"
        type="email"
        autoComplete="username"
        spellCheck={false}
        required
        defaultValue={email}
      />
      <PasswordField
        id="login-password"
        name="password"
        label="Пароль"
        autoComplete="current-password"
        required
        aside={
          <a href="/profile/restore/" data-dialog="restore">
            Восстановить пароль
          </a>
        }
      />
      <Button type="submit">Войти на сайт</Button>
      {/* Of use with scripts only: ./login.ts brings it to life. */}
      {hasPasskeys && (
        <Button className="login-passkey" variant="secondary" disabled>
          {passkeyWords}
        </Button>
      )}
    </form>
  );
}
