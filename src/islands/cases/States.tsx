import { useEffect, useState, type ReactNode } from 'react';
import type { RemoteData } from '#stores/remote-data.ts';
import { LoadError } from '../LoadError.tsx';

/** Grey lines where text will be; after 300 ms, so that a quick answer does not flicker. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="case-skeleton stack gap-7 content-start" aria-busy data-shown={isShown || undefined}>
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
  remote: RemoteData<Data>;
  retry(): void;
  notFound: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One of: waiting, not there, closed, failed — or the content. */
export function RemoteContent<Data>({ remote, retry, notFound, children }: Props<Data>) {
  switch (remote.state) {
    case 'pending':
      return <Skeleton />;
    case 'notFound':
      return <div className="case-message stack gap-6 justify-start">{notFound}</div>;
    case 'forbidden':
      return (
        <div className="case-message stack gap-6 justify-start">
          <p>{remote.message}</p>
        </div>
      );
    case 'failed':
      return (
        <LoadError
          className="case-message stack gap-6 justify-start"
          message={remote.message}
          refetch={retry}
        />
      );
    case 'success':
      break;
  }
  return children(remote.data);
}
