import { pagesAround } from './pagesAround.ts';

export interface Paging {
  state: { page: number };
  hrefOf(more: { page: number }): string;
  change(more: { page: number }): void;
}

interface Props {
  paging: Paging;
  /** How many rows there are, and how many of them a page has. */
  total: number;
  size: number;
}

/** Links to the pages of a list: they can be opened in a new tab, and here they are opened in place. */
export function Pagination({ paging: { state, hrefOf, change }, total, size }: Props) {
  const pages = Math.ceil(total / size);
  // Behind the last page, whose rows are gone, the first one is the way back.
  if (pages < 2 && state.page === 1) return null;
  return (
    <nav className="pagination flow gap-3 figures above-14 below-8 no-print" aria-label="Страницы списка">
      {pagesAround(state.page, Math.max(pages, 1)).map((page, index) =>
        page === null ? (
          <span key={`gap ${index}`} aria-hidden>
            …
          </span>
        ) : (
          <a
            key={page}
            href={hrefOf({ page })}
            aria-label={`Страница ${page}`}
            aria-current={page === state.page ? 'page' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              change({ page });
              event.currentTarget.closest('section, main')?.scrollIntoView();
            }}
          >
            {page}
          </a>
        ),
      )}
    </nav>
  );
}
