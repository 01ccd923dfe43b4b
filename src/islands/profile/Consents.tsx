import { call } from '#contract/client/call.ts';
import { loadUser } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { dayOf } from './dates.ts';
import { LoadedPart } from './LoadedPart.tsx';
import { Panel } from './Panel.tsx';
import { Problem } from './Problem.tsx';
import { useDeed } from './useDeed.ts';
import { useLoaded } from './useLoaded.ts';

/** What one has agreed to, in which words and documents, and the way back. */
export function Consents() {
  const { loaded, again, replace } = useLoaded(() => call('GET /api/user/consents'));
  const { isBusy, problem, run } = useDeed();
  const withdraw = () =>
    void run(async () => {
      replace(await call('POST /api/user/consents/withdraw', { form: { purpose: 'mailings' } }));
      await loadUser();
    });
  return (
    <Panel title="Согласия">
      <LoadedPart loaded={loaded} again={again}>
        {(consents) => (
          <ul className="lines">
            {consents.map(({ purpose, text, document, version, given_at, withdrawn_at }) => (
              <li key={`${purpose} ${given_at}`}>
                <span className="line-body">
                  {text}
                  <small>
                    Дано {dayOf(given_at)}
                    {document && (
                      <>
                        {' · '}
                        <a href={document} target="_blank" rel="noopener">
                          редакция {version}
                        </a>
                      </>
                    )}
                    {withdrawn_at && ` · отозвано ${dayOf(withdrawn_at)}`}
                  </small>
                </span>
                {purpose === 'mailings' && !withdrawn_at && (
                  <Button variant="secondary" size="small" isBusy={isBusy} onClick={withdraw}>
                    Отозвать
                  </Button>
                )}
              </li>
            ))}
            {consents.length === 0 && <li>Согласий нет.</li>}
          </ul>
        )}
      </LoadedPart>
      <p className="field-hint">
        Согласие на обработку персональных данных отзывается удалением учётной записи: без него портал не
        может хранить ваши данные.
      </p>
      <Problem text={problem} />
    </Panel>
  );
}
