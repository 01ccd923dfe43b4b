import type { ReactNode } from 'react';
import type { QueryState } from '#stores/queries.ts';
import { Button } from '#ui/Button.tsx';

interface Props {
  /** Why, as a call says it. */
  message: string;
  refetch(): void;
  /** How it lies in its part of the site. */
  className?: string;
}

/** A question that was not answered: why, and the way to ask again. */
export function LoadError({ message, refetch, className = 'row' }: Props) {
  return (
    <div className={className} data-tone="err" role="alert">
      <p>{message}</p>
      <Button variant="secondary" size="small" onClick={refetch}>
        Повторить
      </Button>
    </div>
  );
}

/** The same of a part of the desk; nothing unless its question was not answered. */
export const QueryError = ({ query, refetch }: { query: QueryState<unknown>; refetch(): void }) =>
  query.state === 'failed' && (
    <LoadError className="callout around-8 cluster gap-6" message={query.error.message} refetch={refetch} />
  );

/** Loading, failed with a way to repeat, or what has come; what was known stays while it is asked again. */
export function Async<Data>({
  query,
  refetch,
  children,
}: {
  query: QueryState<Data>;
  refetch(): void;
  children(data: Data): ReactNode;
}) {
  if (query.state === 'failed') return <LoadError message={query.error.message} refetch={refetch} />;
  return query.data === undefined ? <p role="status">Загружаем…</p> : children(query.data);
}
