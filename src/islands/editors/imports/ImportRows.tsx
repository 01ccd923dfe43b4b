import { useEffect, useRef, useState } from 'react';
import type { ImportDetail } from '#contract/client/editors.ts';
import { importViews, type ImportView } from '#domain/imports.ts';
import { Button } from '#ui/Button.tsx';
import { QueryError } from '../../LoadError.tsx';
import { Filters, TextFilter } from '../parts/Filters.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { useRowKeys } from '../parts/useRowKeys.ts';
import { useApiQuery } from '../../useQuery.ts';
import { ImportRow } from './ImportRow.tsx';
import type { RowsChoice, useImport } from './useImport.ts';
import { numberWords, rowsWords, viewWords } from './words.ts';

type Live = ReturnType<typeof useImport>;

/** The rows of an import, narrowed and page by page; by keyboard j and k walk, a accepts, s skips. */
export function ImportRows({ detail, live }: { detail: ImportDetail; live: Live }) {
  const { query, change } = useRowsQuery(
    detail.state === 'ready' ? 'changes' : detail.views.troubled > 0 ? 'troubled' : 'accepted',
  );
  const { query: result, refetch } = useApiQuery('GET /api/editors/imports/{id}/rows', {
    path: { id: detail.id },
    query: { ...query },
  });
  // What colleagues choose, and what one chooses oneself, shows in the rows.
  const seen = useRef(detail.version);
  useEffect(() => {
    if (seen.current !== detail.version) refetch();
    seen.current = detail.version;
  }, [detail.version, refetch]);
  const list = result.data;
  const canChoose = detail.state === 'ready';
  const choose = (choice: RowsChoice) => void live.run('POST /api/editors/imports/{id}/choose', choice);
  const rows = useKeys(canChoose && !live.isDoing ? choose : undefined);
  const isOpen = canChoose && !['gone', 'rejected', 'troubled'].includes(query.view);
  return (
    <section className="above-12" aria-labelledby="import-rows">
      <h2 id="import-rows">Строки</h2>
      <ImportRowViews counts={detail.views} chosen={query.view} choose={(view) => change({ view })} />
      <Filters>
        <TextFilter
          label="Название или код"
          value={query.query}
          onChange={(words) => change({ query: words })}
        />
      </Filters>
      {query.view === 'gone' && <GoneNote />}
      <QueryError query={result} refetch={refetch} />
      <div className="import-total spread gap-8 row-gap-4">
        <p className="desk-total" role="status">
          {list && rowsWords(list.total)}
        </p>
        {isOpen && list && list.total > 0 && (
          <ChooseAll
            isBusy={live.isDoing}
            choose={(choice) => choose({ choice, view: query.view, query: query.query })}
          />
        )}
      </div>
      {list?.items.length === 0 && <p className="desk-empty muted pad-block-16">Таких строк нет.</p>}
      {list && list.items.length > 0 && (
        <>
          {isOpen && (
            <p className="import-keys muted text-3">
              Клавиши: <kbd>j</kbd> и <kbd>k</kbd> — по строкам, <kbd>a</kbd> — принять, <kbd>s</kbd> —
              пропустить
            </p>
          )}
          <ol ref={rows} className="import-rows stack gap-6" aria-busy={result.state === 'pending'}>
            {list.items.map((row) => (
              <ImportRow
                key={row.position}
                row={row}
                choose={canChoose && !live.isDoing ? choose : undefined}
                canChoose={canChoose}
              />
            ))}
          </ol>
          <Pagination
            page={list.page}
            total={list.total}
            size={list.page_size}
            onChange={(page) => {
              change({ page });
              document.querySelector('#import-rows')?.scrollIntoView();
            }}
          />
        </>
      )}
    </section>
  );
}

/** Which rows are seen; those of which there are none are not offered. */
function ImportRowViews({
  counts,
  chosen,
  choose,
}: {
  counts: ImportDetail['views'];
  chosen: ImportView;
  choose(view: ImportView): void;
}) {
  return (
    <div className="desk-states" role="group" aria-label="Какие строки">
      {importViews
        .filter((view) => counts[view] > 0 || view === 'changes')
        .map((view) => (
          <button key={view} type="button" aria-pressed={chosen === view} onClick={() => choose(view)}>
            {viewWords[view]} <span className="muted figures">{numberWords(counts[view])}</span>
          </button>
        ))}
    </div>
  );
}

const GoneNote = () => (
  <p className="desk-note">
    Эти записи каталога опираются на тот же источник, а в файле их нет. Импорт их не трогает: откройте запись,
    если её пора снять.
  </p>
);

/** One choice for all rows that are found, on other pages, too. */
function ChooseAll({ isBusy, choose }: { isBusy: boolean; choose(choice: 'accept' | 'skip'): void }) {
  return (
    <div className="desk-actions cluster gap-4">
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => choose('accept')}>
        Принять эти
      </Button>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => choose('skip')}>
        Пропустить эти
      </Button>
    </div>
  );
}

interface RowsQuery {
  view: ImportView;
  query: string;
  page: number;
}

/** What is shown stands in the address, so that the way back finds it. */
function useRowsQuery(standard: ImportView) {
  const [query, setQuery] = useState<RowsQuery>(() => {
    const given = new URLSearchParams(location.search);
    const view = importViews.find((one) => one === given.get('view'));
    return { view: view ?? standard, query: given.get('query') ?? '', page: Number(given.get('page')) || 1 };
  });
  const change = (more: Partial<RowsQuery>) => {
    const next = { ...query, page: 1, ...more };
    setQuery(next);
    const search = new URLSearchParams(location.search);
    for (const [key, value] of Object.entries(next)) search.set(key, String(value));
    history.replaceState(null, '', `?${search.toString()}`);
  };
  return { query, change };
}

/** a accepts and s skips the row on which one stands. */
function useKeys(choose: ((choice: RowsChoice) => void) | undefined) {
  const body = useRef<HTMLOListElement>(null);
  const choosing = (choice: RowsChoice['choice']) => (row: HTMLElement) =>
    choose?.({ choice, positions: [row.dataset['position'] ?? ''] });
  useRowKeys(body, ':scope > li', { a: choosing('accept'), s: choosing('skip') });
  // A row that has left the view takes the focus with it: the one in its place gets it.
  const place = useRef(-1);
  useEffect(() => {
    const rows = [...(body.current?.children ?? [])] as HTMLElement[];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (at >= 0) place.current = at;
    else if (place.current >= 0 && document.activeElement === document.body && rows.length > 0)
      rows[Math.min(place.current, rows.length - 1)]?.focus();
  });
  return body;
}
