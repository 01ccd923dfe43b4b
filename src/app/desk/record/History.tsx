import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { Differences } from '../parts/Differences.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { stateLabels } from '../record-states.ts';
import { Compare } from './Compare.tsx';

const fields = { page: pageNumber };

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
  const search = useSearchState(fields);
  const { query, refetch } = useQuery('GET /api/editors/records/{id}/history', {
    path: { id },
    query: search.query,
    key: String(version),
  });
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
      {one !== undefined && other === undefined && (
        <p className="callout around-4" data-tone="info" role="status">
          Выбрана версия {one}. Выберите вторую.
        </p>
      )}
      {one !== undefined && other !== undefined && <Compare id={id} versions={[one, other]} />}
      <ListScreen query={query} refetch={refetch} search={search} empty="Версий ещё нет.">
        {({ items }) => (
          <ol className="desk-history" aria-label="Версии">
            {items.map((row) => (
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
        )}
      </ListScreen>
    </section>
  );
}
