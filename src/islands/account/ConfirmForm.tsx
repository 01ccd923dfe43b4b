import { useEffect, useState } from 'react';
import { call, CallError, type Output } from '#contract/client/call.ts';
import { registrationConfirmation } from '#contract/forms/access.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { useCallForm, type FieldsOf } from '../form/useCallForm.ts';
import { codeInAddress } from './codeInAddress.ts';
import type { FormProps } from './FormProps.ts';
import { LoginForm } from './LoginForm.tsx';
import { PasswordPair } from './PasswordPair.tsx';
import { ResendForm } from './ResendForm.tsx';
import './form.css';

type State =
  | { name: 'asking' }
  /** `new`: none was made with the registration. */
  | { name: 'waiting'; password: 'known' | 'new' }
  | { name: 'confirmed'; answer: Output<'POST /api/user/confirm'> }
  | { name: 'refused'; message: string }
  | { name: 'cut'; message: string };

/**
 * Confirms a registration (B043): the code of the letter shows whose mailbox it is, the password whose registration. What
 * the link is worth is asked for at once; that alone changes nothing (target D-6).
 */
export function ConfirmForm({ typed, told, code }: FormProps & { code?: string | undefined }) {
  if (!typed) return <WithPassword code={code} told={told} />;
  return <Confirming typed={typed} />;
}

function Confirming({ typed }: { typed: Record<string, string> }) {
  const [state, setState] = useState<State>(() =>
    codeInAddress()
      ? { name: 'asking' }
      : { name: 'refused', message: 'В ссылке нет кода. Откройте её из письма ещё раз.' },
  );
  const isAsking = state.name === 'asking';
  useEffect(() => {
    if (isAsking) void look(codeInAddress()).then(setState);
  }, [isAsking]);

  if (state.name === 'asking') return <p role="status">Проверяем ссылку…</p>;
  if (state.name === 'cut')
    return (
      <div className="form">
        <p role="alert">{state.message}</p>
        <Button onClick={() => setState({ name: 'asking' })}>Повторить</Button>
      </div>
    );
  if (state.name === 'refused')
    return (
      <div className="form">
        <p role="alert">{state.message}</p>
        <ResendForm />
      </div>
    );
  if (state.name === 'waiting')
    return (
      <WithPassword
        code={codeInAddress()}
        typed={typed}
        isNew={state.password === 'new'}
        onConfirmed={(answer) => setState({ name: 'confirmed', answer })}
      />
    );
  return (
    <div className="form">
      <p className="form-done" role="status">
        {state.answer.message}
      </p>
      <LoginForm email={state.answer.email} />
    </div>
  );
}

interface WithPasswordProps extends FormProps {
  code?: string | undefined;
  isNew?: boolean;
  onConfirmed?(answer: Output<'POST /api/user/confirm'>): void;
}

/** Without scripts the code stands in the form, and the answer is a page. */
function WithPassword({ code, typed, told, isNew = false, onConfirmed }: WithPasswordProps) {
  const { form, submit, isSending, problems, field } = useCallForm({
    id: 'confirm',
    schema: registrationConfirmation,
    values: {
      code: code ?? '',
      password: typed?.['password'] ?? '',
      confirm_password: typed?.['confirm_password'] ?? '',
    },
    told,
    async send(values) {
      onConfirmed?.(await call('POST /api/user/confirm', { form: values }));
    },
  });
  return (
    <form
      className="form"
      action="/api/user/confirm"
      method="post"
      noValidate={Boolean(typed)}
      onSubmit={submit}
      aria-label="Подтверждение регистрации"
    >
      <ErrorSummary title="Почта не подтверждена" problems={problems} />
      {!typed && <input type="hidden" name="code" value={code} />}
      {isNew ? (
        <PasswordPair
          first={field('password')}
          second={field('confirm_password')}
          value={form.watch('password') ?? ''}
        />
      ) : (
        <EitherPassword field={field} />
      )}
      <Button type="submit" isBusy={isSending} busy="Подтверждаем…">
        Подтвердить почту
      </Button>
    </form>
  );
}

/** The password of the registration, or a new one twice. */
function EitherPassword({ field }: { field: FieldsOf<'password' | 'confirm_password'>['field'] }) {
  return (
    <>
      <PasswordField
        label="Пароль"
        hint="Тот, который вы придумали при регистрации. Если вы его не помните или регистрировались не вы, придумайте новый и повторите ниже."
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <PasswordField
        label="Новый пароль ещё раз"
        hint="Только если пароль новый; не короче 12 знаков."
        isOptional
        autoComplete="new-password"
        {...field('confirm_password')}
      />
    </>
  );
}

/** What the link is worth: without the password a good one is refused at that field. */
async function look(code: string): Promise<State> {
  try {
    return { name: 'confirmed', answer: await call('POST /api/user/confirm', { form: { code } }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { message } = error;
    const field = error.errors[0]?.customData?.field;
    if (field === 'password') return { name: 'waiting', password: 'known' };
    if (field === 'confirm_password') return { name: 'waiting', password: 'new' };
    return error.isOffline ? { name: 'cut', message } : { name: 'refused', message };
  }
}
