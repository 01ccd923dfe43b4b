import { useState } from 'react';
import { call, CallError, type Output } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { sessionEnd } from '#contract/forms/profile.ts';
import { Button } from '#ui/Button.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { browserName } from '#domain/browser-name.ts';
import { formatDateTime } from '../lib/dates.ts';
import { Async } from '../lib/LoadError.tsx';
import { emptyReauth, ReauthFields } from './ReauthFields.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';
import { useQuery } from '../lib/useQuery.ts';

/** Where one is signed in, and the ways to end it. */
export function Sessions({ user }: { user: User }) {
  const { query, refetch, replace } = useQuery('GET /api/user/sessions');
  const { isBusy, message, run } = useMutation();
  // What waits for the password: the sign-in was long ago.
  const [asked, setAsked] = useState<{ id: string | undefined }>();
  const end = (id?: string) =>
    void run(async () => {
      try {
        replace(await call('POST /api/user/sessions/end', { form: { id } }));
      } catch (error) {
        if (!(error instanceof CallError) || error.errors[0]?.customData?.field !== 'password') throw error;
        setAsked({ id });
      }
    });
  return (
    <Panel title="Где выполнен вход">
      <Async query={query} refetch={refetch}>
        {(sessions) => (
          <>
            <ul className="lines stack gap-0">
              {sessions.map(({ id, agent, ip, seen_at, current }) => (
                <li key={id}>
                  <span className="line-body stack gap-1 can-shrink">
                    {browserName(agent)}
                    <small className="muted text-3">
                      {current ? 'Этот браузер' : `Последний раз ${formatDateTime(seen_at)}`} · {ip}
                    </small>
                  </span>
                  {!current && (
                    <Button
                      variant="secondary"
                      size="small"
                      disabled={isBusy}
                      aria-label={`Завершить: ${browserName(agent)}, ${formatDateTime(seen_at)}`}
                      onClick={() => end(id)}
                    >
                      Завершить
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <div>
                <Button variant="secondary" isBusy={isBusy} onClick={() => end()}>
                  Выйти везде, кроме этого браузера
                </Button>
              </div>
            )}
          </>
        )}
      </Async>
      {asked && (
        <SessionsPassword
          id={asked.id}
          factors={user.factors}
          onEnded={(sessions) => {
            setAsked(undefined);
            replace(sessions);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
      <FormError message={message} />
    </Panel>
  );
}

interface PasswordFirstProps {
  /** The session to end; without one, all but this. */
  id: string | undefined;
  factors: User['factors'];
  onEnded(sessions: Output<'POST /api/user/sessions/end'>): void;
  onCancel(): void;
}

const SessionsPassword = ({ id, factors, onEnded, onCancel }: PasswordFirstProps) => (
  <ApiForm
    id="sessions"
    schema={sessionEnd}
    values={emptyReauth}
    label="Завершение входов"
    failed="Вход не завершён"
    intro={<p>Вы вошли давно: подтвердите, что это вы.</p>}
    submit="Завершить"
    busy="Завершаем…"
    onCancel={onCancel}
    send={async (form) => onEnded(await call('POST /api/user/sessions/end', { form: { ...form, id } }))}
  >
    {(form) => <ReauthFields of={form} factors={factors} isFirst />}
  </ApiForm>
);
