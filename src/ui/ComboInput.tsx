import { useCombobox } from 'downshift';
import type { ComponentProps, ReactNode } from 'react';
import { injectStyles } from './injectStyles.ts';
import css from './combobox.css?inline';
import { described, type FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';

injectStyles(css);

interface Props<Item> {
  frame: Pick<FieldFrame, 'id' | 'label' | 'hint' | 'error'>;
  /** What stands in the input. */
  typed: string;
  /** Called synchronously on each key: after rendering, fast typing would lose letters. */
  onType(text: string): void;
  items: readonly Item[];
  keyOf(item: Item): string | number;
  renderItem(item: Item): ReactNode;
  onChoose(item: Item): void;
  /** Lines are switched on and off while the list stays open, each at its place in the whole list; without it a choice closes the list. */
  many?: { isOn(item: Item): boolean; placeOf(item: Item): number };
  /** What the list says when it has no lines. */
  empty: string;
  isBusy?: boolean;
  /** The first line is ready for Enter. */
  isFirstReady?: boolean;
  /** Leaving the field by Tab takes the line that stands ready. */
  takesOnLeaving?: boolean;
  /** The list is not shown yet, whatever is pressed. */
  isShut?: boolean;
  hasSwitch?: boolean;
  onOpen?: (isOpen: boolean) => void;
  /** The list was closed without a choice. */
  onLeave?: () => void;
  input?: ComponentProps<'input'>;
}

/** An input with the list of what may be chosen: by mouse, by arrows, by a screen reader. All choices by typing use it. */
export function ComboInput<Item>({
  frame: { id, label, hint, error },
  typed,
  onType,
  items,
  keyOf,
  renderItem,
  onChoose,
  many,
  empty,
  isBusy = false,
  isFirstReady = false,
  takesOnLeaving = false,
  isShut = false,
  hasSwitch = false,
  onOpen,
  onLeave,
  input: { onKeyDown, 'aria-describedby': more, ...input } = {},
}: Props<Item>) {
  const box = useCombobox<Item | null>({
    id,
    inputId: id,
    labelId: `${id}-label`,
    items: [...items],
    itemToString: () => '',
    inputValue: typed,
    // What is chosen stands outside: each choice is an event.
    selectedItem: null,
    ...(isFirstReady && { defaultHighlightedIndex: 0 }),
    onIsOpenChange: ({ isOpen }) => onOpen?.(isOpen),
    onStateChange: ({ type, selectedItem }) => {
      const { InputKeyDownEnter, InputKeyDownEscape, ItemClick, InputBlur } = useCombobox.stateChangeTypes;
      const isChoice = type === InputKeyDownEnter || type === ItemClick;
      if (selectedItem && (isChoice || (takesOnLeaving && type === InputBlur))) onChoose(selectedItem);
      if (type === InputBlur || type === InputKeyDownEscape) onLeave?.();
    },
    stateReducer: (_, { type, changes }) => {
      const { InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes;
      const { selectedItem } = changes;
      if (!many || !selectedItem || (type !== InputKeyDownEnter && type !== ItemClick)) return changes;
      return { ...changes, isOpen: true, highlightedIndex: many.placeOf(selectedItem) };
    },
  });
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = described({ id, hint, error });
  return (
    <div className="combobox">
      <input
        className="input"
        {...box.getInputProps({
          ...input,
          onChange: (event) => onType(event.currentTarget.value),
          onKeyDown: (event) => {
            // Esc on an open list closes the list, and not the dialog around it.
            if (event.key === 'Escape' && box.isOpen) event.preventDefault();
            onKeyDown?.(event);
          },
        })}
        aria-describedby={[describedBy, more].filter(Boolean).join(' ') || undefined}
        aria-invalid={invalid}
        autoComplete="off"
        spellCheck={false}
      />
      {hasSwitch && (
        <button
          className="combobox-switch"
          {...box.getToggleButtonProps({ tabIndex: -1 })}
          type="button"
          aria-label={`Показать список: ${label.toLowerCase()}`}
        >
          <Icon name="chevron-down" />
        </button>
      )}
      <ul
        className="combobox-list"
        {...box.getMenuProps({
          // A list that scrolls is a stop of Tab in itself, and gone as soon as the input is left.
          tabIndex: -1,
          'aria-busy': isBusy,
          'aria-multiselectable': many ? true : undefined,
        })}
        hidden={!box.isOpen || isShut}
      >
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            {...box.getItemProps({ item, index })}
            {...(many && { 'aria-selected': many.isOn(item) })}
            data-active={box.highlightedIndex === index || undefined}
          >
            {many && <span className="combobox-box" data-on={many.isOn(item) || undefined} />}
            {renderItem(item)}
          </li>
        ))}
        {items.length === 0 && (
          <li className="combobox-empty" role="option" aria-selected={false} aria-disabled>
            {isBusy ? 'Ищем…' : empty}
          </li>
        )}
      </ul>
    </div>
  );
}
