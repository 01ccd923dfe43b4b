import { useEffect, useState } from 'react';
import { call, CallError, type Output } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { codeInAddress } from './codeInAddress.ts';
import type { FormProps } from './forms.ts';
import { LoginForm } from './LoginForm.tsx';
import { ResendForm } from './ResendForm.tsx';
import './form.css';

type State =
  | { name: 'asking' }
  | { name: 'confirmed'; answer: Output<'POST /api/user/confirm'> }
  | { name: 'refused'; message: string }
  | { name: 'cut'; message: string };

/** Confirms a registration by the code of its letter (B043): asked for once, and once more when the network was away. */
export function ConfirmForm({ typed }: FormProps) {
  if (!typed) return <PlainConfirm />;
  return <Confirming />;
}

/** Without scripts the reader presses the button; opening the page alone changes nothing (target D-6). */
function PlainConfirm() {
  return (
    <form className="form" action="/api/user/confirm" method="post" aria-label="Подтверждение регистрации">
      <input type="hidden" name="code" data-code />
      <Button type="submit">Подтвердить почту</Button>
    </form>
  );
}

function Confirming() {
  const [state, setState] = useState<State>(() =>
    codeInAddress()
      ? { name: 'asking' }
      : { name: 'refused', message: 'В ссылке нет кода. Откройте её из письма ещё раз.' },
  );
  const isAsking = state.name === 'asking';
  useEffect(() => {
    if (isAsking) void confirm(codeInAddress()).then(setState);
  }, [isAsking]);

  if (state.name === 'asking') return <p role="status">Подтверждаем адрес почты…</p>;
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
  return (
    <div className="form">
      <p className="form-done" role="status">
        {state.answer.message}
      </p>
      <LoginForm email={state.answer.email} />
    </div>
  );
}

async function confirm(code: string): Promise<State> {
  try {
    return { name: 'confirmed', answer: await call('POST /api/user/confirm', { form: { code } }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { message } = error;
    return error.isOffline ? { name: 'cut', message } : { name: 'refused', message };
  }
}
