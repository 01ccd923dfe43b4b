import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { LoggedLetter, LetterState } from '#contract/letters.ts';
import { invalidate } from '#stores/queries.ts';
import { $user } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { oneOf, pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';

const states: Record<LetterState, { title: string; tone: string }> = {
  waiting: { title: 'Ждёт отправки', tone: 'info' },
  failed: { title: 'Не ушло, повторим', tone: 'warn' },
  'given-up': { title: 'Не ушло', tone: 'err' },
  sent: { title: 'Отправлено', tone: 'ok' },
};

const fields = {
  state: oneOf<LetterState | ''>(['', 'waiting', 'failed', 'given-up', 'sent']),
  page: pageNumber,
};

/** Letters by state, without their text; administrators may reveal an address. */
export function Letters() {
  const search = useSearchState(fields);
  const { state } = search.state;
  const { query, refetch } = useQuery('GET /api/editors/letters', {
    query: { page_size: 30, ...search.query },
  });
  return (
    <ListScreen
      query={query}
      refetch={refetch}
      search={search}
      empty={state ? 'Таких писем нет.' : 'Писем ещё не было.'}
      filters={
        <>
          <p className="muted">
            Слов писем здесь нет: в них бывают коды, и после отправки они стираются. Отправленные хранятся 90
            дней.
          </p>
          <div className="chips flow gap-3 around-7" role="group" aria-label="Состояние">
            <button type="button" aria-pressed={state === ''} onClick={() => search.change({ state: '' })}>
              Все
            </button>
            {query.data?.counts.map(({ state: one, count }) => (
              <button
                key={one}
                type="button"
                aria-pressed={state === one}
                onClick={() => search.change({ state: one })}
              >
                {states[one].title} <span className="muted figures">{count}</span>
              </button>
            ))}
          </div>
        </>
      }
    >
      {({ items }) => (
        <DataTable
          isNamed
          label="Письма"
          columns={['Письмо', 'Кому', 'Состояние', 'Когда', 'Попыток', actionsTitle]}
          isBusy={query.state === 'pending'}
        >
          {items.map((letter) => (
            <LetterRow key={letter.id} letter={letter} />
          ))}
        </DataTable>
      )}
    </ListScreen>
  );
}

const actionsTitle = <span className="visually-hidden">Действия</span>;

function LetterRow({ letter }: { letter: LoggedLetter }) {
  const { run, isBusy, message } = useMutation();
  const isAdmin = useStore($user)?.type === 'admin';
  const [email, setEmail] = useState('');
  const { title, tone } = states[letter.state];
  const path = { id: letter.id };
  const repeat = async () => {
    const { ok } = await run(() => call('POST /api/editors/letters/{id}/repeat', { path }));
    if (ok) invalidate('GET /api/editors/letters');
  };
  const show = async () => {
    const result = await run(() => call('GET /api/editors/letters/{id}', { path }));
    if (result.ok) setEmail(result.data.email);
  };
  return (
    <tr>
      <th scope="row">
        {letter.subject}
        <span className="desk-kind muted text-3">№ {letter.id}</span>
      </th>
      <td data-title="Кому">
        <span className="nowrap" role="status">
          {email || letter.recipient}
        </span>
        {isAdmin && !email && (
          <span className="desk-kind muted text-3">
            <button
              className="link-button brand"
              type="button"
              onClick={() => void show()}
              aria-label={`Показать адрес письма № ${letter.id}`}
            >
              Показать адрес
            </button>
          </span>
        )}
      </td>
      <td>
        <Pill title={title} tone={tone} />
        {letter.problem && <span className="desk-kind muted text-3">{letter.problem}</span>}
        {message && (
          <span className="field-error" role="alert">
            {message}
          </span>
        )}
      </td>
      <td>
        {letter.sent_at ? formatDateTime(letter.sent_at) : `создано ${formatDateTime(letter.created_at)}`}
        {letter.state === 'failed' && letter.due_at && (
          <span className="desk-kind muted text-3">следующая попытка {formatDateTime(letter.due_at)}</span>
        )}
        {letter.state === 'given-up' && <span className="desk-kind muted text-3">попытки кончились</span>}
      </td>
      <td className="figures" data-title="Попыток">
        {letter.attempts}
      </td>
      <td>
        {(letter.state === 'failed' || letter.state === 'given-up') && (
          <Button
            variant="secondary"
            size="small"
            isBusy={isBusy}
            onClick={() => void repeat()}
            aria-label={`Отправить сейчас письмо № ${letter.id}`}
          >
            Отправить сейчас
          </Button>
        )}
      </td>
    </tr>
  );
}
