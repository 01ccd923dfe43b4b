import { useEffect, useState, type ReactNode } from 'react';
import type { RemoteData } from '#stores/asking.ts';
import { LoadError } from '../LoadError.tsx';

/** Grey lines where text will be; after 300 ms, so that a quick answer does not flicker. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="case-skeleton" aria-busy data-shown={isShown || undefined}>
      <p className="visually-hidden" role="status">
        {isShown && 'Загружаем…'}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden />
      ))}
    </div>
  );
}

interface Props<Thing> {
  asked: RemoteData<Thing>;
  retry(): void;
  missing: ReactNode;
  children: (thing: Thing) => ReactNode;
}

/** One of: waiting, not there, closed, failed — or the thing. */
export function Shown<Thing>({ asked, retry, missing, children }: Props<Thing>) {
  switch (asked.state) {
    case 'asking':
      return <Skeleton />;
    case 'missing':
      return <div className="case-message">{missing}</div>;
    case 'closed':
      return (
        <div className="case-message">
          <p>{asked.message}</p>
        </div>
      );
    case 'failed':
      return <LoadError className="case-message" message={asked.message} again={retry} />;
    case 'there':
      break;
  }
  return children(asked.thing);
}
