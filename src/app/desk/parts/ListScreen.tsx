import type { ReactNode } from 'react';
import { counted } from '#domain/plural.ts';
import type { QueryState } from '#stores/queries.ts';
import { Pagination, type Paging } from '#ui/Pagination.tsx';
import { QueryError } from '../../lib/LoadError.tsx';

/** The title of a screen, and what can be done with it as a whole. */
export const DeskHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
    <h1>{title}</h1>
    {children && <div className="desk-actions cluster gap-4">{children}</div>}
  </div>
);

interface Props<Found> {
  title?: string;
  actions?: ReactNode;
  /** What stands between the title and the rows: conditions, forms, notes. */
  filters?: ReactNode;
  query: QueryState<Found>;
  refetch(): void;
  search: Paging;
  /** Plural forms of the noun that counts the rows: 'запись', 'записи', 'записей'. */
  forms?: readonly [string, string, string];
  empty: ReactNode;
  children(found: Found): ReactNode;
}

/** A list page by page: its rows, or why there are none. */
export function ListScreen<Found extends { items: readonly unknown[]; total: number; page_size: number }>({
  title,
  actions,
  filters,
  query,
  refetch,
  search,
  forms,
  empty,
  children,
}: Props<Found>) {
  const found = query.data;
  return (
    <>
      {title && <DeskHead title={title}>{actions}</DeskHead>}
      {filters}
      <QueryError query={query} refetch={refetch} />
      {forms && (
        <p className="around-6 muted" role="status">
          {found && counted(found.total, forms)}
        </p>
      )}
      {!found && query.state === 'pending' && <p className="muted above-8">Загружаем…</p>}
      {found?.total === 0 && <div className="center-text muted pad-block-16">{empty}</div>}
      {found && found.items.length > 0 && children(found)}
      {found && <Pagination paging={search} total={found.total} size={found.page_size} />}
    </>
  );
}
