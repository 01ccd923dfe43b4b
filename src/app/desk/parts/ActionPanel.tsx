import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';

interface Props {
  /** Its name for anyone who does not see where it stands. */
  title: string;
  /** The words on its button, and those while it is being done. */
  press: string;
  busy?: string;
  isDanger?: boolean;
  isBusy: boolean;
  /** What the action cannot be done without is there. */
  isReady?: boolean;
  send(): void;
  close(): void;
  children: ReactNode;
}

/** Asks for what an action needs before it is done. */
export function ActionPanel({
  title,
  press,
  busy,
  isDanger,
  isBusy,
  isReady = true,
  send,
  close,
  children,
}: Props) {
  return (
    <form
      className="desk-panel"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
      <div className="desk-actions cluster gap-4">
        <Button
          type="submit"
          variant={isDanger ? 'danger' : undefined}
          isBusy={isBusy}
          busy={busy}
          disabled={!isReady}
        >
          {press}
        </Button>
        <Button variant="quiet" onClick={close}>
          Отмена
        </Button>
      </div>
    </form>
  );
}
