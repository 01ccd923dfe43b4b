import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';

/** Which of several items of a case this is, and the buttons that move it or take it away. */
export function ItemHead({
  title,
  handle,
  children,
}: {
  title: string;
  /** What the item is dragged by. */
  handle?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="case-item-head spread gap-6 row-gap-2">
      {handle}
      <b>{title}</b>
      <span className="row">{children}</span>
    </div>
  );
}

export const ItemButton = (button: ComponentProps<typeof Button>) => (
  <Button variant="quiet" size="small" {...button} />
);
