import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';

interface Props {
  /** What the button that sends the form says. */
  children: ReactNode;
  isSending: boolean;
  /** What it says while it is being sent. */
  busy: string;
  variant?: 'danger';
  /** Without it the form cannot be left. */
  onCancel?: (() => void) | undefined;
}

/** The end of a small form: what sends it, and the way out. */
export function SubmitRow({ children, isSending, busy, variant, onCancel }: Props) {
  return (
    <div className="row">
      <Button type="submit" variant={variant} isBusy={isSending} busy={busy}>
        {children}
      </Button>
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Отменить
        </Button>
      )}
    </div>
  );
}
