import { useEffect, useRef } from 'react';
import type { ImportDetail } from '#contract/imports.ts';
import { importViews, type ImportView } from '#domain/imports.ts';
import { Button } from '#ui/Button.tsx';
import { Filters, TextFilter } from '../parts/Filters.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useRowKeys } from '../parts/useRowKeys.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { oneOf, pageNumber, text, useSearchState } from '../../lib/useSearchState.ts';
import { ImportRow } from './ImportRow.tsx';
import type { RowsChoice, useImport } from './useImport.ts';
import { numberWords, rowsWords, viewWords } from './words.ts';

type Live = ReturnType<typeof useImport>;

/** The rows of an import, narrowed and page by page; by keyboard j and k walk, a accepts, s skips. */
export function ImportRows({ detail, live }: { detail: ImportDetail; live: Live }) {
  const standard: ImportView =
    detail.state === 'ready' ? 'changes' : detail.views.troubled > 0 ? 'troubled' : 'accepted';
  const search = useSearchState({
    view: oneOf([standard, ...importViews]),
    query: text,
    page: pageNumber,
  });
  const { state, change } = search;
  const { view } = state;
  const { query, refetch } = useQuery('GET /api/editors/imports/{id}/rows', {
    path: { id: detail.id },
    query: { ...search.query, view },
    // What colleagues choose, and what one chooses oneself, shows in the rows.
    key: String(detail.version),
  });
  const canChoose = detail.state === 'ready';
  const choose = (choice: RowsChoice) => void live.run('POST /api/editors/imports/{id}/choose', choice);
  const rows = useKeys(canChoose && !live.isDoing ? choose : undefined);
  const isOpen = canChoose && !['gone', 'rejected', 'troubled'].includes(view);
  return (
    <section className="above-12" aria-labelledby="import-rows">
      <h2 id="import-rows">Строки</h2>
      <ImportRowViews counts={detail.views} chosen={view} choose={(next) => change({ view: next })} />
      <Filters>
        <TextFilter
          label="Название или код"
          value={state.query}
          onChange={(words) => change({ query: words }, 'replace')}
        />
      </Filters>
      {view === 'gone' && <GoneNote />}
      <ListScreen
        query={query}
        refetch={refetch}
        search={search}
        empty="Таких строк нет."
        filters={
          <div className="import-total spread gap-8 row-gap-4">
            <p className="around-6 muted" role="status">
              {query.data && rowsWords(query.data.total)}
            </p>
            {isOpen && query.data && query.data.total > 0 && (
              <ChooseAll
                isBusy={live.isDoing}
                choose={(choice) => choose({ choice, view, query: state.query })}
              />
            )}
          </div>
        }
      >
        {({ items }) => (
          <>
            {isOpen && (
              <p className="import-keys muted text-3">
                Клавиши: <kbd>j</kbd> и <kbd>k</kbd> — по строкам, <kbd>a</kbd> — принять, <kbd>s</kbd> —
                пропустить
              </p>
            )}
            <ol
              ref={rows}
              className="import-rows stack gap-6"
              aria-labelledby="import-rows"
              aria-busy={query.state === 'pending'}
            >
              {items.map((row) => (
                <ImportRow
                  key={row.position}
                  row={row}
                  choose={canChoose && !live.isDoing ? choose : undefined}
                  canChoose={canChoose}
                />
              ))}
            </ol>
          </>
        )}
      </ListScreen>
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
    <div className="chips flow gap-3 around-7" role="group" aria-label="Какие строки">
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
  <p className="callout around-4" data-tone="info">
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
