import { useState } from 'react';
import { ComboInput } from './ComboInput.tsx';
import { Field, type FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { matching, summaryOf, type Option } from './options.ts';

type Props = FieldFrame & {
  options: readonly Option[];
  value: readonly string[];
  onChange(ids: string[]): void;
  onBlur?: () => void;
  required?: boolean;
  placeholder?: string;
};

/** Several of a list: a box beside each line, chosen ones can be taken away one by one. */
export function MultiSelect({ options, value, onChange, onBlur, required, placeholder, ...frame }: Props) {
  const { id, label } = frame;
  const [typed, setTyped] = useState('');
  const isOn = (option: Option) => value.includes(String(option.id));
  const chosen = options.filter(isOn);
  const toggle = (option: Option) => {
    const key = String(option.id);
    onChange(isOn(option) ? value.filter((one) => one !== key) : [...value, key]);
    // The next one is looked for in the whole list.
    setTyped('');
  };
  return (
    <Field {...frame}>
      <ComboInput
        frame={frame}
        typed={typed}
        onType={setTyped}
        items={matching(options, typed)}
        keyOf={(option) => option.id}
        renderItem={(option) => option.value}
        onChoose={toggle}
        many={{ isOn, placeOf: (option) => options.indexOf(option) }}
        empty="Ничего не нашлось"
        isFirstReady
        hasSwitch
        onLeave={() => setTyped('')}
        input={{
          onBlur,
          'aria-describedby': `${id}-chosen`,
          'aria-required': required || undefined,
          placeholder: summaryOf(chosen) || placeholder,
          ...(chosen.length > 0 && { 'data-chosen': true }),
        }}
      />
      <p className="visually-hidden" id={`${id}-chosen`} role="status">
        {chosen.length > 0 && `Выбрано: ${summaryOf(chosen)}`}
      </p>
      {chosen.length > 0 && (
        <ul className="chips flow gap-3" aria-label={`${label}: выбрано`}>
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
