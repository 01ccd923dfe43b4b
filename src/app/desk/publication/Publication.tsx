import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { recordAddress } from '#domain/desk.ts';
import { formatNumber } from '#domain/numbers.ts';
import { $user } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { LoadError } from '../../lib/LoadError.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { PublicationState } from './PublicationState.tsx';
import { useStatus, type Status } from './useStatus.ts';
import { ListScreen } from '../parts/ListScreen.tsx';
import { PendingChanges } from './PendingChanges.tsx';

/** What readers see, what goes next, and how it goes, as it happens. */
export function Publication() {
  const { query, refetch } = useQuery('GET /api/editors/publication');
  const live = useStatus();
  const status = live ?? query.data;
  return (
    <>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h1>Публикация</h1>
        {status?.live && (
          <span className="pill" data-tone="ok">
            Сайт: изменение {formatNumber(status.live.seq)}, {formatDateTime(status.live.at)}
          </span>
        )}
      </div>
      {query.state === 'failed' && !status && (
        <LoadError
          className="callout around-8 cluster gap-6"
          message={query.error.message}
          refetch={refetch}
        />
      )}
      {status && <PublicationState status={status} />}
      {status && status.next_total > 0 && <PendingChanges status={status} />}
      {status && status.problems.length > 0 && (
        <section>
          <h2>Не построилось — {status.problems.length}</h2>
          <p>Читатели видят прежние страницы этих записей.</p>
          <ul className="desk-history">
            {status.problems.map((one) => (
              <li key={`${one.record?.id} ${one.address} ${one.message}`}>
                {one.record ? (
                  <a href={recordAddress(one.record.id)}>{one.record.title}</a>
                ) : (
                  <strong>{one.address}</strong>
                )}
                {one.field_title && <span>Поле «{one.field_title}»</span>}
                <span className="field-error">{one.message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Journal mark={`${status?.last?.id ?? 0} ${status?.last?.state ?? ''}`} />
    </>
  );
}

/** What went out, or was to go out, otherwise than by the edit of a record. */
const modes: Partial<Record<NonNullable<Status['last']>['mode'], string>> = {
  code: 'Новая версия программы, все страницы заново',
  full: 'Все страницы заново, по просьбе администратора',
  verify: 'Сверка каждой страницы с построенной заново',
  rollback: 'Возврат к прежнему состоянию',
};

const fields = { page: pageNumber };

function Journal({ mark }: { mark: string }) {
  const mayRollBack = useStore($user)?.type === 'admin';
  const search = useSearchState(fields);
  const { query, refetch } = useQuery('GET /api/editors/publications', {
    query: { page_size: 20, ...search.query },
    key: mark,
  });
  return (
    <section>
      <h2 id="journal">Что и когда вышло</h2>
      <ListScreen query={query} refetch={refetch} search={search} empty="Ещё ничего не выходило.">
        {({ items }) => (
          <ol className="desk-history" aria-labelledby="journal">
            {items.map((one) => (
              <li key={one.id}>
                <div className="cluster gap-6 row-gap-3">
                  <strong>№ {one.id}</strong>
                  <span
                    className="pill"
                    data-tone={one.state === 'live' ? 'ok' : one.state === 'broken' ? 'err' : 'info'}
                  >
                    {one.state === 'live' ? 'На сайте' : one.state === 'broken' ? 'Прервано' : 'Идёт'}
                  </span>
                  <span className="muted">
                    {formatDateTime(one.live_at ?? one.started_at)}
                    {one.state === 'live' && `, страниц изменено ${formatNumber(one.changed)}`}
                    {one.removed > 0 && `, снято ${formatNumber(one.removed)}`}
                  </span>
                </div>
                {one.records.length > 0 && (
                  <p>
                    {one.records.slice(0, 8).map((record, index) => (
                      <span key={record.id}>
                        {index > 0 && ', '}
                        <a href={recordAddress(record.id)}>{record.title}</a>
                      </span>
                    ))}
                    {one.records.length > 8 && ' и другие'}
                  </p>
                )}
                {modes[one.mode] && <p>{modes[one.mode]}</p>}
                {one.message && <p className="field-error">{one.message}</p>}
                {one.state === 'live' && mayRollBack && <Rollback publication={one.id} />}
              </li>
            ))}
          </ol>
        )}
      </ListScreen>
    </section>
  );
}

/** Takes the whole catalogue back to what readers saw then: first what would change, then the action. */
function Rollback({ publication }: { publication: number }) {
  const [reason, setReason] = useState('');
  const [trial, setTrial] = useState<Output<'POST /api/admin/rollback'>>();
  const { run, isBusy, message } = useMutation();
  const send = async (isTrial: boolean) => {
    const result = await run(() =>
      call('POST /api/admin/rollback', {
        json: { publication, reason, dry_run: isTrial },
      }),
    );
    if (result.ok) setTrial(result.data);
  };
  return (
    <details>
      <summary>Вернуть каталог к этому состоянию</summary>
      <div className="desk-inline flow gap-4 align-end">
        <label>
          Почему
          <input className="input" value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
        <Button
          variant="secondary"
          size="small"
          isBusy={isBusy}
          disabled={!reason.trim()}
          onClick={() => void send(true)}
        >
          Показать, что изменится
        </Button>
        <Button
          variant="danger"
          size="small"
          isBusy={isBusy}
          disabled={!trial || trial.refused.length > 0 || trial.changed + trial.for_review.length === 0}
          onClick={() => void send(false)}
        >
          Вернуть
        </Button>
      </div>
      <FormError message={message} />
      {trial && (
        <p role="status">
          Записей: {trial.changed}. {trial.records.map(({ title }) => title).join(', ')}
          {trial.for_review.length > 0 &&
            ` На проверку второму редактору: ${trial.for_review.map(({ title }) => title).join(', ')}.`}
          {trial.refused.map(({ title, message: why }) => ` Нельзя: ${title} — ${why}`).join('')}
        </p>
      )}
    </details>
  );
}
