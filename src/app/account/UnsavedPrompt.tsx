import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';

/**
 * Asks once before the dialog that it stands in closes with something typed: by Esc, a press outside or the cross. On a
 * page it asks nothing: the draft outlives it.
 */
export function UnsavedPrompt({ isTyped }: { isTyped: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const before = useRef<Element | null>(null);
  const [isPending, setAsking] = useState(false);
  useEffect(() => {
    const dialog = place.current?.closest('dialog');
    if (!dialog || !isTyped) return undefined;
    const ask = (event: Event) => {
      if (event.type === 'click' && !isClosing(event, dialog)) return;
      if (isPending) return;
      event.preventDefault();
      before.current = document.activeElement;
      setAsking(true);
    };
    const forget = () => setAsking(false);
    dialog.addEventListener('cancel', ask);
    dialog.addEventListener('click', ask, true);
    dialog.addEventListener('close', forget);
    return () => {
      dialog.removeEventListener('cancel', ask);
      dialog.removeEventListener('click', ask, true);
      dialog.removeEventListener('close', forget);
    };
  }, [isTyped, isPending]);
  useEffect(() => {
    if (isPending) stay.current?.focus();
  }, [isPending]);
  const goOn = () => {
    setAsking(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <div
      ref={place}
      className="leaving stack gap-6 surface rounded"
      role="group"
      aria-labelledby="leaving-title"
      hidden={!isPending}
    >
      <p id="leaving-title">
        Закрыть форму? Введённое, кроме паролей, останется в этой вкладке до конца регистрации.
      </p>
      <div className="row">
        <Button size="small" ref={stay} onClick={goOn}>
          Продолжить
        </Button>
        <Button variant="secondary" size="small" onClick={() => place.current?.closest('dialog')?.close()}>
          Закрыть
        </Button>
      </div>
    </div>
  );
}

/** Presses that close a dialog: its cross, and, where the browser leaves that to us, what is around it. */
function isClosing({ target }: Event, dialog: HTMLDialogElement): boolean {
  if (target instanceof Element && target.closest('[data-close]')) return true;
  return target === dialog && !('closedBy' in HTMLDialogElement.prototype);
}
