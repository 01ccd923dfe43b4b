import type { KeyboardEvent } from 'react';

/** Esc on an open list closes the list, and not the dialog around it. */
export const closingListOnly = (isOpen: boolean) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && isOpen) event.preventDefault();
};
