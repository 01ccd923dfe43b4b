import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { passwordChange } from '#contract/forms/profile.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { PasswordPair } from '../account/PasswordPair.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { Panel } from './Panel.tsx';

export function Password() {
  const [state, setState] = useState<'seen' | 'changing' | 'changed'>('seen');
  const { form, submit, isSending, problems, field } = useCallForm({
    id: 'password',
    schema: passwordChange,
    values: { current_password: '', password: '', confirm_password: '' },
    async send(values) {
      await call('POST /api/user/password', { form: values });
      form.reset();
      setState('changed');
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
        <form className="form" noValidate onSubmit={submit} aria-label="Новый пароль">
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
          />
          <div className="row">
            <Button type="submit" isBusy={isSending} busy="Сохраняем…">
              Сохранить
            </Button>
            <Button variant="secondary" onClick={() => setState('seen')}>
              Отменить
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
