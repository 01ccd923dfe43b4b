import { useCombobox } from 'downshift';
import type { ReactNode } from 'react';
import { adopt } from '#ui/adopt.ts';
import css from '#ui/combobox.css?inline';
import { described } from '#ui/Field.tsx';
import type { Frame } from './Control.tsx';

adopt(css);

interface Props<Item> {
  frame: Frame;
  typed: string;
  items: Item[];
  isAsking: boolean;
  isFailed: boolean;
  /** What is said when nothing was found. */
  empty: string;
  placeholder?: string;
  keyOf(item: Item): string | number;
  draw(item: Item): ReactNode;
  onType(text: string): void;
  onChoose(item: Item): void;
  onOpen(isOpen: boolean): void;
  onLeave?(): void;
}

/** An input with a list of what is found for its words: by mouse, by arrows, by a screen reader. */
export function LookUp<Item>({
  frame: { id, label, hint, error },
  typed,
  items,
  isAsking,
  isFailed,
  empty,
  placeholder,
  keyOf,
  draw,
  onType,
  onChoose,
  onOpen,
  onLeave,
}: Props<Item>) {
  const box = useCombobox<Item | null>({
    id,
    inputId: id,
    labelId: `${id}-label`,
    items,
    itemToString: (item) => (item === null ? '' : String(keyOf(item))),
    inputValue: typed,
    selectedItem: null,
    onIsOpenChange: (change) => onOpen(change.isOpen ?? false),
    onStateChange: ({ type, selectedItem, inputValue }) => {
      const { InputKeyDownEnter, ItemClick, InputChange, InputBlur } = useCombobox.stateChangeTypes;
      if ((type === InputKeyDownEnter || type === ItemClick) && selectedItem) onChoose(selectedItem);
      if (type === InputChange) onType(inputValue ?? '');
      if (type === InputBlur) onLeave?.();
    },
  });
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = described({ id, hint, error });
  return (
    <div className="combobox">
      <input
        className="input"
        {...box.getInputProps()}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
      />
      <ul
        className="combobox-list"
        {...box.getMenuProps({ 'aria-label': label })}
        hidden={!box.isOpen}
        aria-busy={isAsking}
      >
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            {...box.getItemProps({ item, index })}
            data-active={box.highlightedIndex === index || undefined}
          >
            <span>{draw(item)}</span>
          </li>
        ))}
        {items.length === 0 && (
          <li className="combobox-empty">
            {isFailed ? 'Нет связи. Повторите.' : isAsking ? 'Ищем…' : empty}
          </li>
        )}
      </ul>
    </div>
  );
}
