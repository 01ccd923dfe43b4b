import type { UseFormRegisterReturn } from 'react-hook-form';
import { passwordProblem, shortestPassword } from '#contract/forms/password.ts';
import { PasswordField } from '#ui/PasswordField.tsx';

type Input = { id: string; error: string | undefined } & UseFormRegisterReturn;

interface Props {
  first: Input;
  second: Input;
  /** What stands in the first field. */
  value: string;
  email?: string;
  /** «Новый пароль» where the present one is asked beside. */
  label?: string;
  /** The fewest signs. */
  least?: number;
}

/** A new password, twice; the rules of ruling G54 are shown while typing. */
export function PasswordPair({
  first,
  second,
  value,
  email = '',
  label = 'Пароль',
  least = shortestPassword,
}: Props) {
  const problem = value ? passwordProblem(value, { email, least }) : undefined;
  return (
    <>
      <PasswordField
        label={label}
        hint={
          <>
            Не короче {least} знаков. Хорошо запоминаются и трудно угадываются несколько не связанных слов.{' '}
            <span role="status">
              {value && (problem ? `Пока не годится: ${problem.toLowerCase()}` : 'Такой пароль подойдёт.')}
            </span>
          </>
        }
        autoComplete="new-password"
        required
        {...first}
        {...{ passwordrules: `minlength: ${least}; maxlength: 128;` }}
      />
      <PasswordField label={`${label} ещё раз`} autoComplete="new-password" required {...second} />
    </>
  );
}
