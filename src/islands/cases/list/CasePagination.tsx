interface Props {
  page: number;
  pages: number;
  addressOf(page: number): string;
  open(page: number): void;
}

/** Links to the pages of a list: they can be opened in a new tab, and here they are opened in place. */
export function CasePagination({ page, pages, addressOf, open }: Props) {
  if (pages < 2) return null;
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 2,
  );
  return (
    <nav className="case-pages flow gap-3 above-14" aria-label="Страницы списка">
      {near.map((number, index) => (
        <span className="line gap-3" key={number}>
          {index > 0 && number - (near[index - 1] ?? 0) > 1 && <span aria-hidden>…</span>}
          {number === page ? (
            <b aria-current="page">{number}</b>
          ) : (
            <a
              href={addressOf(number)}
              aria-label={`Страница ${number}`}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                open(number);
              }}
            >
              {number}
            </a>
          )}
        </span>
      ))}
    </nav>
  );
}
