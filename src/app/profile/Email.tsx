import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { emailChange } from '#contract/forms/profile.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { emptyReauth, ReauthFields } from './ReauthFields.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';
import './styles.ts';

/** The address of the account; a new one is confirmed from both addresses. */
export function Email({ user }: { user: User }) {
  const [isChanging, setChanging] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
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
      <p className="callout" data-tone="ok" role="status">
        {sentTo &&
          `Отправили письма на прежний адрес и на ${sentTo}. Адрес изменится, когда вы перейдёте по ссылкам из обоих.`}
      </p>
      {isChanging && (
        <ApiForm
          id="email"
          schema={emailChange}
          values={{ email: '', ...emptyReauth }}
          label="Новый адрес почты"
          failed="Адрес не изменён"
          submit="Отправить письма"
          busy="Отправляем…"
          onCancel={() => setChanging(false)}
          send={async (form) => {
            setSentTo((await call('POST /api/user/email', { form })).email);
            setChanging(false);
          }}
        >
          {(form) => (
            <>
              <TextField
                label="Новый адрес"
                type="email"
                autoComplete="email"
                required
                {...form.field('email')}
              />
              <ReauthFields of={form} factors={user.factors} />
            </>
          )}
        </ApiForm>
      )}
    </Panel>
  );
}

/** One of the two letters was followed, possibly signed out. */
export function EmailConfirmation({ code }: { code: string }) {
  const { run, message } = useMutation();
  const [said, setSaid] = useState('');
  const confirm = useEffectEvent(() =>
    run(async () => setSaid((await call('POST /api/user/email/confirm', { form: { code } })).message)),
  );
  useEffect(() => void confirm(), []);
  return (
    <div className="page-end stack gap-8 justify-start">
      <p role={message ? 'alert' : 'status'}>{message || said || 'Подтверждаем адрес…'}</p>
      {(message || said) && (
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
