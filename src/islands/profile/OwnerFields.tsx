import { TextField } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import type { FieldsOf } from '../form/useCallForm.ts';

interface Props extends Pick<FieldsOf<'password' | 'code'>, 'field'> {
  /** Whether the second factor is on: then its code is asked for too. */
  hasFactor: boolean;
  /** Whether the form begins with these. */
  isFirst?: boolean;
}

/** What shows that the owner asks, before a deed that an account could be taken over by. */
export function OwnerFields({ field, hasFactor, isFirst = false }: Props) {
  return (
    <>
      <PasswordField
        label="Ваш пароль"
        autoComplete="current-password"
        autoFocus={isFirst}
        required
        {...field('password')}
      />
      {hasFactor && (
        <TextField
          label="Код второго шага"
          hint="Шесть цифр из приложения для кодов или один из запасных кодов."
          autoComplete="one-time-code"
          spellCheck={false}
          required
          {...field('code')}
        />
      )}
    </>
  );
}
