import type { CallError } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';

/** A question that was not answered: why, and the way to ask again. */
export function Failure({ error, again }: { error: CallError; again: () => void }) {
  return (
    <div className="desk-failure" role="alert">
      <p>{error.message}</p>
      <Button variant="secondary" size="small" onClick={again}>
        Повторить
      </Button>
    </div>
  );
}
