import { useState } from 'react';
import { caseFilterNames } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { ChoiceLine } from '../ChoiceLine.tsx';
import { SaveCase } from '../saved/SaveCase.tsx';
import { CaseQuery } from '../States.tsx';
import { CaseRow } from './CaseRow.tsx';
import { ChosenFilters, CaseFilters } from './CaseFilters.tsx';
import { noConditions, sortings, useCasesSearch, type CasesSearch } from './useCasesSearch.ts';

const words = ['случай', 'случая', 'случаев'] as const;

/** Published cases for doctors: filters, order and page stand in the address. */
export function CaseList() {
  const search = useCasesSearch();
  const { state, change } = search;
  const { query, refetch } = useQuery('GET /api/cases/filter', { query: search.query, isQuiet: false });
  const isFiltered = state.query !== '' || caseFilterNames.some((field) => state[field].length > 0);
  return (
    <CaseQuery query={query} refetch={refetch}>
      {({ items, total, page_size, facets }) => (
        <div className="cases-list align-start stack">
          {(total > 0 || isFiltered) && <CaseFilters facets={facets} search={search} />}
          <div className="cases-found">
            {(total > 0 || isFiltered) && <SearchWords key={state.query} search={search} />}
            <div className="cluster gap-8 row-gap-5 below-8">
              <p role="status">
                {isFiltered ? 'Найдено' : 'Всего'} <b>{counted(total, words)}</b>
              </p>
              <ChosenFilters facets={facets} search={search} />
              {total > 1 && (
                <ChoiceLine
                  label="Порядок"
                  titles={sortings}
                  value={state.sort}
                  onChoose={(sort) => change({ sort })}
                />
              )}
            </div>
            {items.length === 0 ? (
              <EmptyCaseList isFiltered={isFiltered} showAll={() => change(noConditions)} />
            ) : (
              <ul className="stack gap-8">
                {items.map((item) => (
                  <CaseRow
                    key={item.id}
                    item={item}
                    below={<SaveCase id={item.id} title={item.title} size="small" />}
                  />
                ))}
              </ul>
            )}
            <Pagination paging={search} total={total} size={page_size} />
          </div>
        </div>
      )}
    </CaseQuery>
  );
}

/** What is looked for in the text: words, signs, genes, variants, HP:0001744. */
function SearchWords({ search: { state, change } }: { search: CasesSearch }) {
  const [draft, setDraft] = useState(state.query);
  return (
    <form
      className="cases-words flow gap-4 below-8"
      role="search"
      aria-label="Поиск по случаям"
      onSubmit={(event) => {
        event.preventDefault();
        change({ query: draft.trim() });
      }}
    >
      <input
        className="input"
        type="search"
        aria-label="Слова, признак, ген или вариант"
        placeholder="Слова, признак, ген или вариант"
        maxLength={100}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
      <Button type="submit">Найти</Button>
      <a className="button" data-variant="secondary" href="/profile/cases/create/?short=1">
        Короткий вопрос
      </a>
      <a className="button" data-variant="secondary" href="/profile/cases/saved/">
        Сохранённые случаи
      </a>
    </form>
  );
}

function EmptyCaseList({ isFiltered, showAll }: { isFiltered: boolean; showAll(): void }) {
  return (
    <div className="dashed pad-12 stack gap-6 justify-start">
      {isFiltered ? (
        <>
          <p>Таких случаев нет. Снимите часть условий.</p>
          <p>
            <Button variant="secondary" onClick={showAll}>
              Показать все
            </Button>
          </p>
        </>
      ) : (
        <>
          <p>Опубликованных случаев пока нет. Первый может быть вашим.</p>
          <p>
            <a className="button" href="/profile/cases/create/">
              Описать случай
            </a>
          </p>
        </>
      )}
    </div>
  );
}
