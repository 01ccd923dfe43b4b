import { useCombobox } from 'downshift';
import { useState } from 'react';
import { adopt } from './adopt.ts';
import { closingListOnly } from './closingListOnly.ts';
import css from './combobox.css?inline';
import { described, Field, type FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { matching, type Option } from './options.ts';

adopt(css);

type Props = FieldFrame & {
  options: readonly Option[];
  /** The id of the chosen option; empty when nothing is chosen. */
  value: string;
  onChange(id: string): void;
  onBlur?: () => void;
  required?: boolean;
  placeholder?: string;
  /** For lists that come from a search: told what is typed, and not narrowed here. */
  onType?: (typed: string) => void;
  isFiltered?: boolean;
};

/** One of a long list, found by typing the beginning of its words. */
export function Combobox({
  options,
  value,
  onChange,
  onBlur,
  required = false,
  placeholder,
  onType,
  isFiltered = false,
  ...frame
}: Props) {
  const { id, label, hint, error } = frame;
  const chosen = options.find((option) => String(option.id) === value) ?? null;
  const [typed, setTyped] = useState('');
  const found = isFiltered ? options : matching(options, typed === chosen?.value ? '' : typed);
  const box = useCombobox<Option>({
    id,
    inputId: id,
    labelId: `${id}-label`,
    items: [...found],
    itemToString: (option) => option?.value ?? '',
    selectedItem: chosen,
    onInputValueChange: ({ inputValue, type }) => {
      setTyped(inputValue);
      if (type === useCombobox.stateChangeTypes.InputChange) onType?.(inputValue);
    },
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem ? String(selectedItem.id) : ''),
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
      // Esc on a closed list is meant for the dialog: it takes no choice back.
      if (type === InputKeyDownEscape && !state.isOpen) return state;
      // What was typed without a choice does not look like one.
      if (type !== InputBlur && type !== InputKeyDownEscape) return changes;
      return { ...changes, inputValue: changes.selectedItem?.value ?? '' };
    },
  });
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = described({ id, hint, error });
  return (
    <Field {...frame}>
      <div className="combobox">
        <input
          className="input"
          {...box.getInputProps({
            onBlur,
            onFocus: (event) => event.target.select(),
            onKeyDown: closingListOnly(box.isOpen),
          })}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          aria-required={required || undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
        />
        <button
          className="combobox-switch"
          {...box.getToggleButtonProps({ tabIndex: -1 })}
          type="button"
          aria-label={`Показать список: ${label.toLowerCase()}`}
        >
          <Icon name="chevron-down" />
        </button>
        <ul className="combobox-list" {...box.getMenuProps()} hidden={!box.isOpen}>
          {found.map((option, index) => (
            <li
              key={option.id}
              {...box.getItemProps({ item: option, index })}
              data-active={box.highlightedIndex === index || undefined}
            >
              {option.value}
              {option.id === chosen?.id && <Icon name="check" />}
            </li>
          ))}
          {found.length === 0 && <li className="combobox-empty">Ничего не нашлось</li>}
        </ul>
      </div>
    </Field>
  );
}
