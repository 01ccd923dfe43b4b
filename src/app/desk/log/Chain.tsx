import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Pill } from '#ui/Pill.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';

/** What the last row stands under, where that is worth a word. */
const keyWords = {
  keyed: '',
  unkeyed: 'Журнал ведётся без ключа: изменить его незаметно может всякий, кто пишет в базу.',
  missing: 'Ключа журнала здесь нет: проверить его нельзя.',
};

/** Whether the chain of the audit is whole, as of its last check. */
export function Chain() {
  const { query } = useQuery('GET /api/editors/audit/check');
  const { run, isBusy, message } = useMutation();
  const [fresh, setFresh] = useState<Output<'POST /api/editors/audit/check'>>();
  const [head, setHead] = useState('');
  const checked = fresh ?? query.data;
  const isWhole = checked?.problems.length === 0;
  const isKnown = checked?.key !== 'missing';
  return (
    <section className="desk-chain spread gap-8 row-gap-4 box rounded below-8" aria-label="Цепочка журнала">
      <div role="status">
        {checked ? (
          <p>
            <Pill
              title={isWhole ? 'Цепочка цела' : isKnown ? 'Цепочка нарушена' : 'Проверить нельзя'}
              tone={isWhole ? 'ok' : 'err'}
            />{' '}
            Проверено {formatDateTime(checked.at)}, {checked.rows.toLocaleString('ru')}{' '}
            {plural(checked.rows, ['строка', 'строки', 'строк'])}
            {checked.heads > 0 && ', прежняя голова сверена'}. Голова журнала:{' '}
            <code className="break-anywhere">
              {checked.rows}:{checked.head.slice(0, 24)}
            </code>
            {keyWords[checked.key] && ` ${keyWords[checked.key]}`}
          </p>
        ) : (
          query.state === 'success' && <p>Цепочку ещё не проверяли. Сама она проверяется раз в сутки.</p>
        )}
        {checked && !isWhole && (
          <ul>
            {checked.problems.map(({ id, what }) => (
              <li key={`${id} ${what}`}>{what}</li>
            ))}
          </ul>
        )}
      </div>
      <form
        className="desk-inline flow gap-4 align-end"
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => call('POST /api/editors/audit/check', { json: head ? { head } : {} })).then(
            (result) => {
              if (result.ok) setFresh(result.data);
            },
          );
        }}
      >
        <label>
          Прежняя голова, если есть
          <input
            className="input"
            placeholder="5614:3f9a…"
            value={head}
            onChange={({ target }) => setHead(target.value)}
          />
        </label>
        <Button type="submit" variant="secondary" size="small" isBusy={isBusy} busy="Проверяем…">
          Проверить сейчас
        </Button>
      </form>
      <FormError message={message} />
    </section>
  );
}
