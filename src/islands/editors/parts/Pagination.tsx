import { Button } from '#ui/Button.tsx';

/** The way through the pages of a list; nothing when there is one. */
export function Pagination({
  page,
  total,
  size,
  onChange,
}: {
  page: number;
  total: number;
  size: number;
  onChange(page: number): void;
}) {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1) return null;
  return (
    <nav className="desk-pages cluster gap-6" aria-label="Страницы списка">
      <Button variant="secondary" size="small" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Назад
      </Button>
      <span>
        Страница {page} из {last}
      </span>
      <Button variant="secondary" size="small" disabled={page >= last} onClick={() => onChange(page + 1)}>
        Вперёд
      </Button>
    </nav>
  );
}
