import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import type { QueryState } from './useQuery.ts';

interface Props {
  /** Why, as a call says it. */
  message: string;
  again(): void;
  /** How it lies in its part of the site. */
  className?: string;
}

/** A question that was not answered: why, and the way to ask again. */
export function LoadError({ message, again, className = 'row' }: Props) {
  return (
    <div className={className} role="alert">
      <p>{message}</p>
      <Button variant="secondary" size="small" onClick={again}>
        Повторить
      </Button>
    </div>
  );
}

/** The same of a part of the desk; nothing unless its question was not answered. */
export const QueryError = ({ answer, again }: { answer: QueryState<unknown>; again(): void }) =>
  answer.state === 'failed' && (
    <LoadError className="desk-failure" message={answer.error.message} again={again} />
  );

/** Loading, failed with a way to repeat, or what has come; what was known stays while it is asked again. */
export function Async<Data>({
  answer,
  again,
  children,
}: {
  answer: QueryState<Data>;
  again(): void;
  children(data: Data): ReactNode;
}) {
  if (answer.state === 'failed') return <LoadError message={answer.error.message} again={again} />;
  return answer.data === undefined ? <p role="status">Загружаем…</p> : children(answer.data);
}
