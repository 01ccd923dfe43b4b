import type { ComponentProps, ReactNode } from 'react';

type Props = ComponentProps<'button'> & {
  variant?: 'secondary' | 'quiet' | 'danger';
  size?: 'small';
  /** The action is under way: the button waits (B188). */
  isBusy?: boolean;
  /** What stands on it meanwhile. */
  busy?: ReactNode;
};

export function Button({ variant, size, isBusy = false, busy, children, ...button }: Props) {
  return (
    <button
      type="button"
      {...button}
      className={`button ${button.className ?? ''}`.trim()}
      data-variant={variant}
      data-size={size}
      aria-busy={isBusy || undefined}
      disabled={isBusy || button.disabled}
    >
      {isBusy && busy ? busy : children}
    </button>
  );
}
