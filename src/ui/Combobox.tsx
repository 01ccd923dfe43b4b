import { useState } from 'react';
import { ComboInput } from './ComboInput.tsx';
import { Field, type FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { matching, type Option } from './options.ts';

type Props = FieldFrame & {
  options: readonly Option[];
  /** The id of the chosen option; empty when nothing is chosen. */
  value: string;
  onChange(id: string): void;
  onBlur?: () => void;
  required?: boolean;
  placeholder?: string;
};

/** One of a long list, found by typing the beginning of its words. */
export function Combobox({ options, value, onChange, onBlur, required, placeholder, ...frame }: Props) {
  const chosen = options.find((option) => String(option.id) === value);
  /** Undefined while not typing: the selection is shown. */
  const [typed, setTyped] = useState<string>();
  return (
    <Field {...frame}>
      <ComboInput
        frame={frame}
        typed={typed ?? chosen?.value ?? ''}
        onType={setTyped}
        items={matching(options, typed ?? '')}
        keyOf={({ id }) => id}
        renderItem={(option) => (
          <>
            {option.value}
            {option.id === chosen?.id && <Icon name="check" />}
          </>
        )}
        onChoose={({ id }) => {
          setTyped(undefined);
          if (String(id) !== value) onChange(String(id));
        }}
        empty="Ничего не нашлось"
        takesOnLeaving
        hasSwitch
        // What was typed without a choice does not look like one.
        onLeave={() => setTyped(undefined)}
        input={{
          onBlur,
          onFocus: (event) => event.currentTarget.select(),
          'aria-required': required || undefined,
          placeholder,
        }}
      />
    </Field>
  );
}
