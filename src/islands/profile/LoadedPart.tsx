import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import type { Loaded } from './useLoaded.ts';

interface Props<Value> {
  loaded: Loaded<Value>;
  again(): void;
  children(value: Value): ReactNode;
}

/** Loading, failed with a way to repeat, or what has come. */
export function LoadedPart<Value>({ loaded, again, children }: Props<Value>) {
  if (loaded.state === 'ready') return children(loaded.value);
  if (loaded.state === 'loading') return <p role="status">Загружаем…</p>;
  return (
    <div className="row" role="alert">
      <span>{loaded.message}</span>
      <Button variant="secondary" size="small" onClick={again}>
        Повторить
      </Button>
    </div>
  );
}
