import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { LoggedLetter, LetterState } from '#contract/client/editors.ts';
import { $user } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { QueryError } from '../../LoadError.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { useMutation } from '../../useMutation.ts';
import { formatDateTime } from '../../dates.ts';

const states: Record<LetterState, { title: string; tone: string }> = {
  waiting: { title: 'Ждёт отправки', tone: 'info' },
  failed: { title: 'Не ушло, повторим', tone: 'warn' },
  'given-up': { title: 'Не ушло', tone: 'err' },
  sent: { title: 'Отправлено', tone: 'ok' },
};

/** Letters by state, without their text; administrators may reveal an address. */
export function Letters() {
  const [state, setState] = useState<LetterState | ''>('');
  const [page, setPage] = useState(1);
  const { query, refetch } = useApiQuery('GET /api/editors/letters', {
    query: { page, page_size: 30, ...(state ? { state } : {}) },
  });
  const found = query.data;
  const choose = (next: LetterState | '') => {
    setState(next);
    setPage(1);
  };
  return (
    <>
      <p className="muted">
        Слов писем здесь нет: в них бывают коды, и после отправки они стираются. Отправленные хранятся 90
        дней.
      </p>
      <div className="desk-states" role="group" aria-label="Состояние">
        <button type="button" aria-pressed={state === ''} onClick={() => choose('')}>
          Все
        </button>
        {found?.counts.map(({ state: one, count }) => (
          <button key={one} type="button" aria-pressed={state === one} onClick={() => choose(one)}>
            {states[one].title} <span className="muted figures">{count}</span>
          </button>
        ))}
      </div>
      <QueryError query={query} refetch={refetch} />
      {found?.items.length === 0 && (
        <p className="desk-empty muted pad-block-16">{state ? 'Таких писем нет.' : 'Писем ещё не было.'}</p>
      )}
      {found && found.items.length > 0 && (
        <ScrollTable
          isNamed
          label="Письма"
          columns={['Письмо', 'Кому', 'Состояние', 'Когда', 'Попыток', actionsTitle]}
          isBusy={query.state === 'pending'}
        >
          {found.items.map((letter) => (
            <LetterRow key={letter.id} letter={letter} done={refetch} />
          ))}
        </ScrollTable>
      )}
      {found && <Pagination page={page} total={found.total} size={found.page_size} onChange={setPage} />}
    </>
  );
}

const actionsTitle = <span className="visually-hidden">Действия</span>;

function LetterRow({ letter, done }: { letter: LoggedLetter; done(): void }) {
  const { run, isBusy, message } = useMutation();
  const isAdmin = useStore($user)?.type === 'admin';
  const [email, setEmail] = useState('');
  const { title, tone } = states[letter.state];
  const path = { id: letter.id };
  const repeat = async () => {
    const { ok } = await run(() => call('POST /api/editors/letters/{id}/repeat', { path }));
    if (ok) done();
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
