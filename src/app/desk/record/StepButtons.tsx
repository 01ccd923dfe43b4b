import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Editing } from '#stores/editing.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { stepOf } from './stepKeys.ts';

interface Props {
  editing: Editing;
  titleOf(field: string): string;
  /** Brings a field under the eyes. */
  show(field: string): void;
}

/**
 * Takes the last change of the form back, of whatever field, and makes it again. Ctrl+Z does the same everywhere but
 * where words are typed that are in no field yet, and within a text that still has words of its own to take back.
 */
export function StepButtons({ editing, titleOf, show }: Props) {
  const { done, undone } = useStore(editing.$steps);
  const isBlocked = useStore(editing.$conflict) !== undefined;
  const [said, setSaid] = useState('');
  const move = (action: 'undo' | 'redo') => {
    const step = editing[action]();
    if (!step) return;
    setSaid(`${action === 'undo' ? 'Отменено' : 'Возвращено'}: ${titleOf(step.field)}`);
    show(step.field);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = stepOf(event);
    if (!action || event.defaultPrevented || !isOfForm(event.target)) return;
    event.preventDefault();
    move(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const [last, next] = [done.at(-1), undone.at(-1)];
  return (
    <div className="desk-undo">
      <StepButton
        action="Отменить"
        of={last && titleOf(last.field)}
        keys="Control+Z"
        isBlocked={isBlocked}
        press={() => move('undo')}
      />
      <StepButton
        action="Вернуть"
        of={next && titleOf(next.field)}
        keys="Control+Shift+Z"
        isBlocked={isBlocked}
        press={() => move('redo')}
      />
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </div>
  );
}

function StepButton({
  action,
  of,
  keys,
  isBlocked,
  press,
}: {
  action: string;
  /** Title of the field whose change it is; none where there is no change. */
  of: string | undefined;
  keys: string;
  isBlocked: boolean;
  press(): void;
}) {
  const title = of === undefined ? `${action}: нечего` : `${action}: ${of}`;
  return (
    <Button
      variant="quiet"
      data-shape="icon"
      aria-label={title}
      title={title}
      aria-keyshortcuts={keys}
      data-action={action}
      disabled={of === undefined || isBlocked}
      onClick={press}
    >
      <Icon name="arrow-back-up" />
    </Button>
  );
}

/** Whether nothing is typed at this place that has a history of its own: a reason, a comment, a query in a list of offers. */
function isOfForm(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  if (!target.matches('input, textarea, [contenteditable]')) return true;
  if (!target.closest('.desk-form') || target.closest('.desk-comments')) return false;
  const isSearching =
    target.matches('[role="combobox"][aria-expanded="true"]') && (target as HTMLInputElement).value !== '';
  return !isSearching;
}
