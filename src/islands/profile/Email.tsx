import { useEffect, useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { emailChange } from '#contract/forms/profile.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { SubmitRow } from '../form/SubmitRow.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { emptyReauth, ReauthFields } from './ReauthFields.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../useMutation.ts';
import './styles.ts';

/** The address of the account; a new one is confirmed from both addresses. */
export function Email({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const { submit, isSending, problems, field, select, form } = useCallForm({
    id: 'email',
    schema: emailChange,
    values: { email: '', ...emptyReauth },
    async send(values) {
      const { email } = await call('POST /api/user/email', { form: values });
      setSentTo(email);
      setChanging(false);
      form.reset();
    },
  });
  return (
    <Panel
      title="Электронная почта"
      action={
        !isChanging && (
          <Button variant="secondary" size="small" onClick={() => setChanging(true)}>
            Изменить
          </Button>
        )
      }
    >
      <p>{user.email}</p>
      <p className="form-done" role="status">
        {sentTo &&
          `Отправили письма на прежний адрес и на ${sentTo}. Адрес изменится, когда вы перейдёте по ссылкам из обоих.`}
      </p>
      {isChanging && (
        <form className="form stack gap-8" noValidate onSubmit={submit} aria-label="Новый адрес почты">
          <ErrorSummary title="Адрес не изменён" problems={problems} />
          <TextField label="Новый адрес" type="email" autoComplete="email" required {...field('email')} />
          <ReauthFields factors={user.factors} field={field} select={select} />
          <SubmitRow isSending={isSending} busy="Отправляем…" onCancel={() => setChanging(false)}>
            Отправить письма
          </SubmitRow>
        </form>
      )}
    </Panel>
  );
}

/** One of the two letters was followed, possibly signed out. */
export function EmailConfirmation({ code }: { code: string }) {
  const [said, setSaid] = useState<{ message: string; isRefused: boolean }>();
  useEffect(() => {
    call('POST /api/user/email/confirm', { form: { code } }).then(
      ({ message }) => setSaid({ message, isRefused: false }),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        setSaid({ message: error.message, isRefused: true });
      },
    );
  }, [code]);
  return (
    <div className="page-end stack gap-8 justify-start">
      <p role={said?.isRefused ? 'alert' : 'status'}>{said?.message ?? 'Подтверждаем адрес…'}</p>
      {said && (
        <p>
          <a href="/profile/settings/">К настройкам</a>
        </p>
      )}
    </div>
  );
}

/** «Это не я» of the letter to the present address; a press, because programs that look at mail open every link. */
export function EmailStop({ code }: { code: string }) {
  const { run, isBusy, message } = useMutation();
  const [said, setSaid] = useState('');
  const stop = () =>
    void run(async () => setSaid((await call('POST /api/user/email/stop', { form: { code } })).message));
  return (
    <div className="page-end stack gap-8 justify-start">
      <p role="status">
        {said || 'Если новый адрес почты просили не вы, остановите его смену: неделю её никто не запросит.'}
      </p>
      <FormError message={message} />
      {said ? (
        <p>
          <a href="/profile/restore/">Сменить пароль</a>
        </p>
      ) : (
        <Button isBusy={isBusy} busy="Останавливаем…" onClick={stop}>
          Остановить смену адреса
        </Button>
      )}
    </div>
  );
}
