import type { CaptchaStore } from '#stores/captcha.ts';
import { TextField } from '#ui/Field.tsx';
import type { FieldsOf } from '../lib/useCallForm.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { Consents } from './Consents.tsx';
import { PasswordPair } from './PasswordPair.tsx';

type Name = 'email' | 'password' | 'confirm_password' | 'word' | 'consent' | 'mailings';

interface Props {
  of: FieldsOf<Name>;
  /** What the address of the mail is for. */
  hint: string;
  captcha: CaptchaStore;
  /** The box of those who treat patients. */
  specialist?: ReturnType<FieldsOf<string>['field']>;
}

/** The last part of both registrations: how one will enter, and what one agrees to. */
export function AccessPart({ of: { field, select }, hint, captcha, specialist }: Props) {
  return (
    <fieldset className="form-part stack gap-8">
      <legend className="full-width text-6">Доступ</legend>
      <TextField
        label="Электронная почта"
        hint={hint}
        type="email"
        autoComplete="email"
        spellCheck={false}
        required
        {...field('email')}
      />
      <PasswordPair
        first={field('password')}
        second={field('confirm_password')}
        value={select('password').value}
        email={select('email').value}
      />
      <CaptchaField captcha={captcha} {...field('word')} />
      <Consents
        personal={field('consent')}
        mailings={field('mailings')}
        {...(specialist ? { specialist } : {})}
      />
    </fieldset>
  );
}
