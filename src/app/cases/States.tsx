import { useEffect, useState, type ReactNode } from 'react';
import type { QueryState } from '#stores/queries.ts';
import { signInAgain } from '#stores/signing-in.ts';
import { LoadError } from '../lib/LoadError.tsx';

/** Grey lines where text will be; after 300 ms, so that a quick answer does not flicker. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="case-skeleton skeleton" aria-busy data-shown={isShown || undefined}>
      <p className="visually-hidden" role="status">
        {isShown && 'Загружаем…'}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden />
      ))}
    </div>
  );
}

interface Props<Data> {
  query: QueryState<Data>;
  refetch(): void;
  notFound?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One of: waiting, not there, closed, failed — or the content. */
export function CaseQuery<Data>({ query, refetch, notFound, children }: Props<Data>) {
  if (query.state === 'failed') {
    const { status, message } = query.error;
    if (status === 404 && notFound)
      return <div className="dashed pad-12 stack gap-6 justify-start">{notFound}</div>;
    if (status === 403)
      return (
        <div className="dashed pad-12 stack gap-6 justify-start">
          <p>{message}</p>
        </div>
      );
    return (
      <LoadError
        className="dashed pad-12 stack gap-6 justify-start"
        message={message}
        refetch={status === 401 ? () => void signInAgain().then(refetch) : refetch}
      />
    );
  }
  return query.data === undefined ? <Skeleton /> : children(query.data);
}
