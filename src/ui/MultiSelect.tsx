import { useCombobox } from 'downshift';
import { useState } from 'react';
import { adopt } from './adopt.ts';
import { closingListOnly } from './closingListOnly.ts';
import css from './combobox.css?inline';
import { described, Field, type FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { matching, summaryOf, type Option } from './options.ts';

adopt(css);

type Props = FieldFrame & {
  options: readonly Option[];
  value: readonly string[];
  onChange(ids: string[]): void;
  onBlur?: () => void;
  required?: boolean;
  placeholder?: string;
};

/** Several of a list: a box beside each line, chosen ones can be taken away one by one. */
export function MultiSelect({
  options,
  value,
  onChange,
  onBlur,
  required = false,
  placeholder,
  ...frame
}: Props) {
  const { id, label, hint, error } = frame;
  const [typed, setTyped] = useState('');
  const found = matching(options, typed);
  const chosen = options.filter((option) => value.includes(String(option.id)));
  const toggle = (option: Option) => {
    const key = String(option.id);
    onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key]);
  };
  const box = useCombobox<Option | null>({
    id,
    inputId: id,
    labelId: `${id}-label`,
    items: [...found],
    itemToString: () => '',
    inputValue: typed,
    // Nothing is the choice itself: each line is switched on and off.
    selectedItem: null,
    defaultHighlightedIndex: 0,
    onStateChange: ({ type, selectedItem, inputValue }) => {
      const { InputKeyDownEnter, ItemClick, InputChange, InputBlur } = useCombobox.stateChangeTypes;
      if ((type === InputKeyDownEnter || type === ItemClick) && selectedItem) toggle(selectedItem);
      if (type === InputChange) setTyped(inputValue ?? '');
      if (type === InputBlur) setTyped('');
    },
    stateReducer: (state, { type, changes }) => {
      const { InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes;
      // The list stays open, and where it was, while one chooses.
      if (type === InputKeyDownEnter || type === ItemClick)
        return { ...changes, isOpen: true, highlightedIndex: state.highlightedIndex };
      return changes;
    },
  });
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = described({ id, hint, error });
  return (
    <Field {...frame}>
      <div className="combobox">
        <input
          className="input"
          {...box.getInputProps({ onBlur, onKeyDown: closingListOnly(box.isOpen) })}
          aria-describedby={[describedBy, `${id}-chosen`].filter(Boolean).join(' ')}
          aria-invalid={invalid}
          aria-required={required || undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={summaryOf(chosen) || placeholder}
          data-chosen={chosen.length > 0 || undefined}
        />
        <button
          className="combobox-switch"
          {...box.getToggleButtonProps({ tabIndex: -1 })}
          type="button"
          aria-label={`Показать список: ${label.toLowerCase()}`}
        >
          <Icon name="chevron-down" />
        </button>
        <ul
          className="combobox-list"
          {...box.getMenuProps({ 'aria-multiselectable': true })}
          hidden={!box.isOpen}
        >
          {found.map((option, index) => {
            const isChosen = value.includes(String(option.id));
            return (
              <li
                key={option.id}
                {...box.getItemProps({ item: option, index })}
                aria-selected={isChosen}
                data-active={box.highlightedIndex === index || undefined}
              >
                <span className="combobox-box" data-on={isChosen || undefined} />
                {option.value}
              </li>
            );
          })}
          {found.length === 0 && <li className="combobox-empty">Ничего не нашлось</li>}
        </ul>
      </div>
      <p className="visually-hidden" id={`${id}-chosen`} role="status">
        {chosen.length > 0 && `Выбрано: ${summaryOf(chosen)}`}
      </p>
      {chosen.length > 0 && (
        <ul className="chips" aria-label={`${label}: выбрано`}>
          {chosen.length < 6 ? (
            chosen.map((option) => (
              <li key={option.id}>
                <button type="button" aria-label={`Убрать: ${option.value}`} onClick={() => toggle(option)}>
                  {option.value}
                  <Icon name="x" />
                </button>
              </li>
            ))
          ) : (
            <li>
              <button type="button" onClick={() => onChange([])}>
                {summaryOf(chosen)}: убрать все
                <Icon name="x" />
              </button>
            </li>
          )}
        </ul>
      )}
    </Field>
  );
}
