import { call } from '#contract/client/call.ts';
import { loadUser } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { formatDate } from '../lib/dates.ts';
import { Async } from '../lib/LoadError.tsx';
import { Panel } from './Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';
import { useQuery } from '../lib/useQuery.ts';

/** What one has agreed to, in which words and documents, and the way back. */
export function GivenConsents() {
  const { query, refetch, replace } = useQuery('GET /api/user/consents');
  const { isBusy, message, run } = useMutation();
  const withdraw = () =>
    void run(async () => {
      replace(await call('POST /api/user/consents/withdraw', { form: { purpose: 'mailings' } }));
      await loadUser();
    });
  return (
    <Panel title="Согласия">
      <Async query={query} refetch={refetch}>
        {(consents) => (
          <ul className="lines stack gap-0">
            {consents.map(({ purpose, text, document, version, given_at, withdrawn_at }) => (
              <li key={`${purpose} ${given_at}`}>
                <span className="line-body stack gap-1 can-shrink">
                  {text}
                  <small className="muted text-3">
                    Дано {formatDate(given_at)}
                    {document && (
                      <>
                        {' · '}
                        <a href={document} target="_blank" rel="noopener">
                          редакция {version}
                        </a>
                      </>
                    )}
                    {withdrawn_at && ` · отозвано ${formatDate(withdrawn_at)}`}
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
      </Async>
      <p className="field-hint">
        Согласие на обработку персональных данных отзывается удалением учётной записи: без него портал не
        может хранить ваши данные.
      </p>
      <FormError message={message} />
    </Panel>
  );
}
