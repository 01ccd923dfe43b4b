import { call } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { browserName } from './browserName.ts';
import { momentOf } from './dates.ts';
import { LoadedPart } from './LoadedPart.tsx';
import { Panel } from './Panel.tsx';
import { Problem } from './Problem.tsx';
import { useDeed } from './useDeed.ts';
import { useLoaded } from './useLoaded.ts';

/** Where one is signed in, and the ways to end it. */
export function Sessions() {
  const { loaded, again, replace } = useLoaded(() => call('GET /api/user/sessions'));
  const { isBusy, problem, run } = useDeed();
  const end = (id?: string) =>
    void run(async () => replace(await call('POST /api/user/sessions/end', { form: { id } })));
  return (
    <Panel title="Где выполнен вход">
      <LoadedPart loaded={loaded} again={again}>
        {(sessions) => (
          <>
            <ul className="lines">
              {sessions.map(({ id, agent, ip, seen_at, current }) => (
                <li key={id}>
                  <span className="line-body">
                    {browserName(agent)}
                    <small>
                      {current ? 'Этот браузер' : `Последний раз ${momentOf(seen_at)}`} · {ip}
                    </small>
                  </span>
                  {!current && (
                    <Button
                      variant="secondary"
                      size="small"
                      disabled={isBusy}
                      aria-label={`Завершить: ${browserName(agent)}, ${momentOf(seen_at)}`}
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
      </LoadedPart>
      <Problem text={problem} />
    </Panel>
  );
}
