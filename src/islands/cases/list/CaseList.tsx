import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { counted } from '#domain/plural.ts';
import {
  $chosen,
  $found,
  choose,
  followAddress,
  loadCases,
  sortings,
  writeChosen,
  type Chosen,
} from '#stores/cases/list.ts';
import { Button } from '#ui/Button.tsx';
import { ChoiceLine } from '../ChoiceLine.tsx';
import { SaveCase } from '../saved/SaveCase.tsx';
import { RemoteContent } from '../States.tsx';
import { CaseRow } from './CaseRow.tsx';
import { ChosenFilters, CaseFilters } from './CaseFilters.tsx';
import { CasePagination } from './CasePagination.tsx';

const words = ['случай', 'случая', 'случаев'] as const;

/** Published cases for doctors: filters, order and page stand in the address. */
export function CaseList() {
  const chosen = useStore($chosen);
  const remote = useStore($found);
  useEffect(() => {
    const follow = () => void followAddress();
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  return (
    <RemoteContent remote={remote} retry={() => void loadCases()} notFound={<p>Раздела нет.</p>}>
      {({ items, total, page_size, facets }) => {
        const isFiltered = Boolean(chosen.query) || Object.values(chosen.filters).some(Boolean);
        const pages = Math.ceil(total / page_size);
        return (
          <div className="cases-list">
            {(total > 0 || isFiltered) && <CaseFilters facets={facets} chosen={chosen} />}
            <div className="cases-found">
              {(total > 0 || isFiltered) && <SearchWords key={chosen.query ?? ''} chosen={chosen} />}
              <div className="cluster gap-8 row-gap-5 below-8">
                <p role="status">
                  {isFiltered ? 'Найдено' : 'Всего'} <b>{counted(total, words)}</b>
                </p>
                <ChosenFilters facets={facets} chosen={chosen} />
                {total > 1 && (
                  <ChoiceLine
                    label="Порядок"
                    titles={sortings}
                    value={chosen.sort}
                    onChoose={(sort) => void choose({ ...chosen, sort, page: 1 })}
                  />
                )}
              </div>
              {items.length === 0 ? (
                <EmptyCaseList isFiltered={isFiltered} />
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
              <CasePagination
                page={chosen.page}
                pages={pages}
                addressOf={(page) => writeChosen({ ...chosen, page }) || '?'}
                open={(page) => {
                  void choose({ ...chosen, page });
                  document.getElementById('main')?.scrollIntoView();
                }}
              />
            </div>
          </div>
        );
      }}
    </RemoteContent>
  );
}

/** What is looked for in the text: words, signs, genes, variants, HP:0001744. */
function SearchWords({ chosen }: { chosen: Chosen }) {
  const [typed, setTyped] = useState(chosen.query ?? '');
  return (
    <form
      className="cases-words flow gap-4 below-8"
      role="search"
      aria-label="Поиск по случаям"
      onSubmit={(event) => {
        event.preventDefault();
        void choose({ ...chosen, query: typed.trim() || undefined, page: 1 });
      }}
    >
      <input
        className="input"
        type="search"
        aria-label="Слова, признак, ген или вариант"
        placeholder="Слова, признак, ген или вариант"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
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

function EmptyCaseList({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="case-message stack gap-6 justify-start">
      {isFiltered ? (
        <>
          <p>Таких случаев нет. Снимите часть условий.</p>
          <p>
            <button
              type="button"
              className="button"
              data-variant="secondary"
              onClick={() => void choose({ filters: {}, sort: '-published_at', page: 1 })}
            >
              Показать все
            </button>
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
