import { useEffect, useState } from 'react';
import { call, CallError, type Output } from '#contract/client/call.ts';
import { registrationConfirmation } from '#contract/forms/access.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { useCallForm, type FieldsOf } from '../lib/useCallForm.ts';
import { codeInAddress } from './codeInAddress.ts';
import { Consents } from './Consents.tsx';
import { goOn } from './entering.ts';
import type { FormProps } from './FormProps.ts';
import { LoginForm } from './LoginForm.tsx';
import { PasswordPair } from './PasswordPair.tsx';
import { ResendForm } from './ResendForm.tsx';

type Answer = Output<'POST /api/user/confirm'>;
type Wanted = NonNullable<Answer['wanted']>;

type State =
  | { name: 'pending' }
  | { name: 'answered'; answer: Answer }
  | { name: 'refused'; message: string }
  | { name: 'offline'; message: string };

/**
 * Confirms a registration (B043): the code of the letter shows whose mailbox it is, the password whose registration. The
 * code alone is sent at once: it changes nothing (target D-6), and the answer names what else is wanted (ruling G72).
 */
export function ConfirmForm({ typed, sentForm, code }: FormProps & { code?: string | undefined }) {
  if (!typed) return <WantedForm code={code} sentForm={sentForm} wanted={sentForm?.wanted} />;
  return <ConfirmEmail typed={typed} />;
}

function ConfirmEmail({ typed }: { typed: Record<string, string> }) {
  const [code] = useState(() => codeInAddress() || typed['code'] || '');
  const [state, setState] = useState<State>(
    code
      ? { name: 'pending' }
      : { name: 'refused', message: 'В ссылке нет кода. Откройте её из письма ещё раз.' },
  );
  const isPending = state.name === 'pending';
  useEffect(() => {
    if (isPending) void look(code).then(setState);
  }, [isPending, code]);

  if (state.name === 'offline')
    return (
      <div className="form stack gap-8">
        <p role="alert">{state.message}</p>
        <Button onClick={() => setState({ name: 'pending' })}>Повторить</Button>
      </div>
    );
  if (state.name === 'refused')
    return (
      <div className="form stack gap-8">
        <p role="alert">{state.message}</p>
        <ResendForm />
      </div>
    );
  const answer = state.name === 'answered' ? state.answer : undefined;
  // The form of the page stays while the link is checked: nothing that is being typed is lost.
  if (!answer || answer.wanted)
    return (
      <WantedForm
        code={code}
        typed={typed}
        wanted={answer?.wanted}
        isChecking={isPending}
        onConfirmed={(confirmed) => setState({ name: 'answered', answer: confirmed })}
      />
    );
  return (
    <div className="form stack gap-8">
      <p className="callout" data-tone="ok" role="status">
        {answer.message}
      </p>
      <LoginForm email={answer.email} />
    </div>
  );
}

interface WantedFormProps extends FormProps {
  code?: string | undefined;
  wanted?: readonly Wanted[number][] | undefined;
  /** The link is on its way to the server. */
  isChecking?: boolean;
  onConfirmed?(answer: Answer): void;
}

/** What the confirmation still wants. Without scripts the code stands in the form, and the answer is a page. */
function WantedForm({
  code,
  typed,
  sentForm,
  wanted: first = [],
  isChecking = false,
  onConfirmed,
}: WantedFormProps) {
  const [more, setMore] = useState<readonly Wanted[number][]>([]);
  const wanted = [...first, ...more];
  const [message, setMessage] = useState('');
  const { form, submit, isSending, problems, field } = useCallForm({
    id: 'confirm',
    schema: registrationConfirmation,
    values: {
      code: code ?? '',
      password: typed?.['password'] ?? '',
      confirm_password: typed?.['confirm_password'] ?? '',
    },
    sentForm,
    async send(values) {
      const answer = await call('POST /api/user/confirm', { form: values });
      if (answer.wanted) {
        // The password belongs to another registration of the address than the letter.
        setMore(answer.wanted);
        setMessage(answer.message);
        return;
      }
      if (answer.state === 'confirmed') await goOn();
      onConfirmed?.(answer);
    },
  });
  const box = (name: 'consent' | 'specialist') => (wanted.includes(name) ? field(name) : undefined);
  return (
    <form
      className="form stack gap-8"
      action="/api/user/confirm"
      method="post"
      noValidate={Boolean(typed)}
      onSubmit={submit}
      aria-label="Подтверждение регистрации"
    >
      <ErrorSummary title="Почта не подтверждена" problems={problems} />
      {message && <p role="alert">{message}</p>}
      {!typed && <input type="hidden" name="code" value={code} />}
      {wanted.includes('confirm_password') ? (
        <PasswordPair
          first={field('password')}
          second={field('confirm_password')}
          value={form.watch('password') ?? ''}
        />
      ) : (
        <EitherPassword field={field} />
      )}
      <Consents personal={box('consent')} specialist={box('specialist')} />
      <Button
        type="submit"
        isBusy={isSending || isChecking}
        busy={isChecking ? 'Проверяем ссылку…' : 'Подтверждаем…'}
      >
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

/** Asks what the link is worth, with the code alone. */
async function look(code: string): Promise<State> {
  try {
    return { name: 'answered', answer: await call('POST /api/user/confirm', { form: { code } }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { message } = error;
    return error.isOffline ? { name: 'offline', message } : { name: 'refused', message };
  }
}
