import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { isEditor, type User } from '#contract/client/user.ts';
import { shortestEditorPassword, shortestPassword } from '#contract/forms/password.ts';
import { passwordChange } from '#contract/forms/profile.ts';
import { invalidate } from '#stores/queries.ts';
import { loadAccount } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { PasswordPair } from '../account/PasswordPair.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { Panel } from './Panel.tsx';

/** The password; one that is too short for a new role is changed before all else. */
export function Password({ user }: { user: User }) {
  const isDue = user.must_renew_password;
  const [state, setState] = useState<'seen' | 'changing' | 'changed'>(isDue ? 'changing' : 'seen');
  return (
    <Panel
      title="Пароль"
      action={
        state !== 'changing' && (
          <Button variant="secondary" size="small" onClick={() => setState('changing')}>
            Изменить
          </Button>
        )
      }
    >
      <p className="callout" data-tone="ok" role="status">
        {state === 'changed' && 'Пароль изменён, остальные входы завершены.'}
      </p>
      {state === 'changing' && (
        <ApiForm
          id="password"
          schema={passwordChange}
          values={{ current_password: '', password: '', confirm_password: '' }}
          label="Новый пароль"
          failed="Пароль не изменён"
          submit="Сохранить"
          busy="Сохраняем…"
          onCancel={isDue ? undefined : () => setState('seen')}
          send={async (form) => {
            await call('POST /api/user/password', { form });
            setState('changed');
            invalidate('GET /api/user/sessions');
            if (isDue) await loadAccount();
          }}
        >
          {({ field, select }) => (
            <>
              <PasswordField
                label="Нынешний пароль"
                autoComplete="current-password"
                required
                {...field('current_password')}
              />
              <PasswordPair
                first={field('password')}
                second={field('confirm_password')}
                value={select('password').value}
                label="Новый пароль"
                least={isEditor(user) ? shortestEditorPassword : shortestPassword}
              />
            </>
          )}
        </ApiForm>
      )}
    </Panel>
  );
}
