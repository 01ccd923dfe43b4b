import { useEffect, useRef, type ComponentProps } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'open'> & {
  isOpen: boolean;
  /** The reader has closed it, by Escape. */
  onClose(): void;
};

/** A modal dialog, drawn while it is open; the focus goes back to where it was. */
export function Dialog({ isOpen, onClose, children, ...dialog }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) box.current?.showModal();
    else box.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={box} {...dialog} onClose={() => isOpen && onClose()}>
      {isOpen && children}
    </dialog>
  );
}
