import { useCombobox } from 'downshift';
import { useEffect, useEffectEvent, useState } from 'react';
import { adopt } from './adopt.ts';
import { closingListOnly } from './closingListOnly.ts';
import css from './combobox.css?inline';
import { described, Field, type FieldFrame } from './Field.tsx';

adopt(css);

type Props<Found> = FieldFrame & {
  /** Asks for what was typed. */
  suggest(query: string, signal: AbortSignal): Promise<readonly Found[]>;
  titleOf(found: Found): string;
  /** A second, smaller line. */
  noteOf?: (found: Found) => string;
  pick(found: Found): void;
  placeholder?: string;
  /** Longer text, pasted or closed by Enter, that is no query and is taken as a whole. */
  note?: { isNote(text: string): boolean; take(text: string): void };
  /** Milliseconds of quiet before it asks: a server is not asked for every letter. */
  wait?: number;
};

/** A field that adds one thing after another, found by typing; it is empty again after each. */
export function SuggestField<Found>({
  suggest,
  titleOf,
  noteOf,
  pick,
  placeholder,
  note,
  wait = 250,
  ...frame
}: Props<Found>) {
  const { id, hint, error } = frame;
  const [typed, setTyped] = useState('');
  const [answered, setFound] = useState<readonly Found[]>([]);
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const ask = useEffectEvent(suggest);

  useEffect(() => {
    const query = typed.trim();
    if (query.length < 2) return undefined;
    const own = new AbortController();
    const timer = setTimeout(() => {
      setState('asking');
      ask(query, own.signal).then(
        (answer) => {
          if (own.signal.aborted) return;
          setFound(answer);
          setState('idle');
        },
        () => {
          if (!own.signal.aborted) setState('failed');
        },
      );
    }, wait);
    return () => {
      own.abort();
      clearTimeout(timer);
    };
  }, [typed, wait]);

  const isAsked = typed.trim().length > 1;
  const found = isAsked ? answered : [];
  const box = useCombobox<Found | null>({
    id,
    inputId: id,
    labelId: `${id}-label`,
    items: [...found],
    itemToString: () => '',
    inputValue: typed,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    onStateChange: ({ type, selectedItem }) => {
      const { InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes;
      if ((type === InputKeyDownEnter || type === ItemClick) && selectedItem) {
        pick(selectedItem);
        setTyped('');
        setFound([]);
      }
    },
  });
  function takeNote(text: string): boolean {
    if (!note?.isNote(text)) return false;
    note.take(text);
    setTyped('');
    return true;
  }
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = described({ id, hint, error });
  return (
    <Field {...frame}>
      <div className="combobox">
        <input
          className="input"
          {...box.getInputProps({
            // At once: told by the box after it has drawn, a quick hand would lose letters.
            onChange: (event) => setTyped(event.target.value),
            // Enter chooses; it must not send the form around it.
            onKeyDown: (event) => {
              closingListOnly(box.isOpen)(event);
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (!takeNote(typed)) return;
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
            },
            onPaste: (event) => {
              if (takeNote(event.clipboardData.getData('text'))) event.preventDefault();
            },
          })}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
        />
        <ul className="combobox-list" {...box.getMenuProps()} hidden={!box.isOpen || !isAsked}>
          {found.map((one, index) => (
            <li
              key={titleOf(one)}
              {...box.getItemProps({ item: one, index })}
              data-active={box.highlightedIndex === index || undefined}
            >
              <span>
                {titleOf(one)}
                {noteOf && <span className="muted small"> {noteOf(one)}</span>}
              </span>
            </li>
          ))}
          {found.length === 0 && (
            <li className="combobox-empty" role="option" aria-selected={false} aria-disabled>
              {state === 'asking'
                ? 'Ищем…'
                : state === 'failed'
                  ? 'Не удалось спросить портал. Проверьте соединение.'
                  : 'Ничего не нашлось'}
            </li>
          )}
        </ul>
      </div>
    </Field>
  );
}
