import { call, type Output } from '#contract/client/call.ts';
import { plural } from '#domain/plural.ts';
import { invalidate } from '#stores/queries.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';

type Purge = Output<'GET /api/editors/purges'>['items'][number];

const states: Record<Purge['state'], { title: string; tone: string }> = {
  waiting: { title: 'Ждёт', tone: 'info' },
  failed: { title: 'Не принято, повторим', tone: 'warn' },
  'given-up': { title: 'Не принято', tone: 'err' },
  sent: { title: 'Принято', tone: 'ok' },
};

const fields = { page: pageNumber };

/** Purge requests to the cache and its responses. */
export function Purges() {
  const search = useSearchState(fields, 'purges_');
  const { query, refetch } = useQuery('GET /api/editors/purges', {
    query: { page_size: 30, ...search.query },
  });
  const isOff = query.data?.is_on === false;
  return (
    <ListScreen
      query={query}
      refetch={refetch}
      search={search}
      empty={!isOff && 'Сообщений ещё не было: они уходят после публикаций.'}
      filters={
        isOff && (
          <p className="callout around-4" data-tone="info">
            Очистка кэша не включена: настройка PURGE_URL не задана, и говорить некому. Если перед сайтом нет
            кэша, так и должно быть.
          </p>
        )
      }
    >
      {({ items, is_on }) => (
        <DataTable
          label="Очистка кэша"
          columns={['Сообщение', 'Когда', 'Адресов', 'Ответ', 'Попыток', actionsTitle]}
        >
          {items.map((purge) => (
            <PurgeRow key={purge.id} purge={purge} isOn={is_on} />
          ))}
        </DataTable>
      )}
    </ListScreen>
  );
}

const actionsTitle = <span className="visually-hidden">Действия</span>;

function PurgeRow({ purge, isOn }: { purge: Purge; isOn: boolean }) {
  const { run, isBusy, message } = useMutation();
  const { title, tone } = states[purge.state];
  const repeat = async () => {
    const { ok } = await run(() => call('POST /api/editors/purges/{id}/repeat', { path: { id: purge.id } }));
    if (ok) invalidate('GET /api/editors/purges');
  };
  return (
    <tr>
      <th scope="row">
        № {purge.id}
        <span className="desk-kind muted text-3">публикация № {purge.publication_id}</span>
      </th>
      <td>
        {formatDateTime(purge.sent_at ?? purge.created_at)}
        {purge.due_at && purge.state === 'failed' && (
          <span className="desk-kind muted text-3">следующая попытка {formatDateTime(purge.due_at)}</span>
        )}
      </td>
      <td>
        <details>
          <summary>
            {purge.total.toLocaleString('ru')} {plural(purge.total, ['адрес', 'адреса', 'адресов'])}
          </summary>
          <ul className="desk-addresses">
            {purge.addresses.map((address) => (
              <li key={address}>
                <a href={address}>{address}</a>
              </li>
            ))}
          </ul>
          {purge.total > purge.addresses.length && (
            <p className="desk-kind muted text-3">
              и ещё {(purge.total - purge.addresses.length).toLocaleString('ru')}
            </p>
          )}
        </details>
      </td>
      <td>
        <Pill title={title} tone={tone} />
        <span className="desk-kind muted text-3">
          {purge.status === null ? (purge.problem ?? '') : `ответ ${purge.status}`}
        </span>
        {message && (
          <span className="field-error" role="alert">
            {message}
          </span>
        )}
      </td>
      <td className="figures">{purge.attempts}</td>
      <td>
        {isOn && purge.state !== 'waiting' && (
          <Button
            variant="secondary"
            size="small"
            isBusy={isBusy}
            onClick={() => void repeat()}
            aria-label={`Повторить сообщение № ${purge.id}`}
          >
            Повторить
          </Button>
        )}
      </td>
    </tr>
  );
}
