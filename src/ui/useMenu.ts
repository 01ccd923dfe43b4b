import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/** A list behind a button, closed by Escape, by a press elsewhere and when the focus leaves it. Gives the props of its parts. */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return {
    close,
    place: {
      ref: place,
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget && !place.current?.contains(relatedTarget)) setOpen(false);
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape' && isOpen) close();
      },
    },
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onClick: () => setOpen(!isOpen),
    },
    list: { id, hidden: !isOpen },
  };
}
