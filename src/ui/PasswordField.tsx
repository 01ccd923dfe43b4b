import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { described, Field, type FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { hintOf, readKeys, switchWords } from './passwordKeys.ts';

type Props = FieldFrame & Omit<ComponentProps<'input'>, keyof FieldFrame | 'type'>;

/** A password that can be shown (B199); says when Caps Lock is on, or letters come out Russian. */
export function PasswordField({ id, label, hint, error, aside, isOptional = false, ...input }: Props) {
  const [isShown, setShown] = useState(false);
  const [keys, setKeys] = useState({ isCaps: false, isRussian: false });
  const read = ({ nativeEvent }: KeyboardEvent) => setKeys(readKeys(nativeEvent, keys));
  const { action, name } = switchWords(isShown, label);
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside} isOptional={isOptional}>
      <div className="password">
        <input
          className="input"
          type={isShown ? 'text' : 'password'}
          autoCapitalize="off"
          spellCheck={false}
          onKeyUp={read}
          onKeyDown={read}
          {...input}
          {...described({ id, hint, error })}
        />
        <button
          className="password-switch needs-script"
          type="button"
          aria-controls={id}
          aria-label={name}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
          <span aria-hidden>{action}</span>
        </button>
      </div>
      <p className="field-hint" role="status">
        {hintOf(keys)}
      </p>
    </Field>
  );
}
