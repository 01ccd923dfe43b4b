import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { isEditor, type User } from '#contract/client/user.ts';
import { shortestEditorPassword, shortestPassword } from '#contract/forms/password.ts';
import { passwordChange } from '#contract/forms/profile.ts';
import { invalidate } from '#stores/queries.ts';
import { loadAccount } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { PasswordPair } from '../account/PasswordPair.tsx';
import { SubmitRow } from '../form/SubmitRow.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { Panel } from './Panel.tsx';

/** The password; one that is too short for a new role is changed before all else. */
export function Password({ user }: { user: User }) {
  const isDue = user.must_renew_password;
  const [state, setState] = useState<'seen' | 'changing' | 'changed'>(isDue ? 'changing' : 'seen');
  const { form, submit, isSending, problems, field } = useCallForm({
    id: 'password',
    schema: passwordChange,
    values: { current_password: '', password: '', confirm_password: '' },
    async send(values) {
      await call('POST /api/user/password', { form: values });
      form.reset();
      setState('changed');
      invalidate('GET /api/user/sessions');
      if (isDue) await loadAccount();
    },
  });
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
      <p className="form-done" role="status">
        {state === 'changed' && 'Пароль изменён, остальные входы завершены.'}
      </p>
      {state === 'changing' && (
        <form className="form stack gap-8" noValidate onSubmit={submit} aria-label="Новый пароль">
          <ErrorSummary title="Пароль не изменён" problems={problems} />
          <PasswordField
            label="Нынешний пароль"
            autoComplete="current-password"
            required
            {...field('current_password')}
          />
          <PasswordPair
            first={field('password')}
            second={field('confirm_password')}
            value={form.watch('password')}
            label="Новый пароль"
            least={isEditor(user) ? shortestEditorPassword : shortestPassword}
          />
          <SubmitRow
            isSending={isSending}
            busy="Сохраняем…"
            onCancel={isDue ? undefined : () => setState('seen')}
          >
            Сохранить
          </SubmitRow>
        </form>
      )}
    </Panel>
  );
}
