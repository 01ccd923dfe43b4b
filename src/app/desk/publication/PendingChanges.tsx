import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { recordAddress } from '#domain/desk.ts';
import { formatNumber } from '#domain/numbers.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Differences } from '../parts/Differences.tsx';
import { LoadError } from '../../lib/LoadError.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';
import type { Status } from './useStatus.ts';

type One = Status['next'][number];

/** What readers do not see yet: whose words, in which fields, and on demand what was there and what comes. */
export function PendingChanges({ status }: { status: Status }) {
  const { run, isBusy, message } = useMutation();
  const { next, next_total: total, state } = status;
  return (
    <section>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h2>Ждёт выкладки — {formatNumber(total)}</h2>
        {state !== 'away' && state !== 'stopped' && (
          <Button
            size="small"
            isBusy={isBusy || state === 'running' || state === 'queued'}
            onClick={() =>
              void run(() => call('POST /api/editors/publication', { json: { mode: 'content' } }))
            }
          >
            Выложить сейчас
          </Button>
        )}
      </div>
      <FormError message={message} />
      <ul className="desk-history">
        {next.map((one) => (
          <Change key={one.id} one={one} />
        ))}
      </ul>
      {total > next.length && (
        <p className="muted">
          И ещё {formatNumber(total - next.length)}{' '}
          {plural(total - next.length, ['запись', 'записи', 'записей'])}.
        </p>
      )}
    </section>
  );
}

function Change({ one }: { one: One }) {
  const [isOpen, setOpen] = useState(false);
  const fields = one.fields.map(({ title }) => title).join(', ');
  return (
    <li>
      <div className="cluster gap-6 row-gap-3">
        <a href={recordAddress(one.id)}>{one.title}</a>
        <span className="muted">
          {one.author}
          {one.at && `, ${formatDateTime(one.at)}`}
        </span>
      </div>
      {one.action === 'remove' ? (
        <span className="desk-kind muted text-3">Снимается с сайта</span>
      ) : (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{fields || 'Без новых слов: проверено или возвращено на сайт'}</summary>
          {isOpen && <WasAndIs one={one} />}
        </details>
      )}
    </li>
  );
}

function WasAndIs({ one }: { one: One }) {
  const { query, refetch } = useQuery('GET /api/editors/publication/waiting/{id}', {
    path: { id: one.id },
    key: String(one.seq),
  });
  if (query.state === 'failed')
    return (
      <LoadError className="callout around-8 cluster gap-6" message={query.error.message} refetch={refetch} />
    );
  if (!query.data) return <p className="muted above-8">Загружаем…</p>;
  const { action, differences } = query.data;
  if (action === 'new') return <p>Новая запись: читатели её ещё не видят.</p>;
  if (differences.length === 0) return <p>Для читателей слова те же.</p>;
  return <Differences differences={differences} />;
}
