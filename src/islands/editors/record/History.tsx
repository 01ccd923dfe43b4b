import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { Differences } from '../parts/Differences.tsx';
import { QueryError } from '../../LoadError.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { formatDateTime } from '../../dates.ts';
import { stateLabels } from '../record-states.ts';
import { Compare } from './Compare.tsx';

/** Every version with what it changed; any can be taken back into the draft. */
export function History({
  id,
  version,
  restore,
}: {
  id: number;
  /** The one in force. */
  version: number;
  restore(version: number): void;
}) {
  const [page, setPage] = useState(1);
  const { query, refetch } = useApiQuery('GET /api/editors/records/{id}/history', {
    path: { id },
    query: { page },
    headers: { 'x-version': String(version) },
  });
  const found = query.data;
  /** The versions that are compared, the one chosen last at the end. */
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [one, other] = chosen;
  const choose = (picked: number) =>
    setChosen(
      chosen.includes(picked) ? chosen.filter((some) => some !== picked) : [...chosen, picked].slice(-2),
    );
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">История</h2>
      <QueryError query={query} refetch={refetch} />
      {one !== undefined && other === undefined && (
        <p className="desk-note" role="status">
          Выбрана версия {one}. Выберите вторую.
        </p>
      )}
      {one !== undefined && other !== undefined && <Compare id={id} versions={[one, other]} />}
      <ol className="desk-history">
        {found?.items.map((row) => (
          <li key={row.version}>
            <div className="cluster gap-6 row-gap-3">
              <strong>Версия {row.version}</strong>
              <Pill {...stateLabels[row.state]} />
              <span className="muted">
                {row.author}, {formatDateTime(row.created_at)}
              </span>
              <Button
                variant="secondary"
                size="small"
                aria-pressed={chosen.includes(row.version)}
                aria-label={`Сравнить версию ${row.version}`}
                onClick={() => choose(row.version)}
              >
                Сравнить
              </Button>
              {row.version !== version && (
                <Button variant="secondary" size="small" onClick={() => restore(row.version)}>
                  Взять в черновик
                </Button>
              )}
            </div>
            {row.reason && <p>«{row.reason}»</p>}
            <Differences differences={row.differences} />
          </li>
        ))}
      </ol>
      {found && <Pagination page={page} total={found.total} size={found.page_size} onChange={setPage} />}
    </section>
  );
}
