import { useStore } from '@nanostores/react';
import { call } from '#contract/client/call.ts';
import { familyRegistration } from '#contract/forms/registration.ts';
import { $wantedFollow } from '#stores/wantedFollow.ts';
import { TextField } from '#ui/Field.tsx';
import { CaptchaField } from './CaptchaField.tsx';
import { Consents } from './Consents.tsx';
import type { FormProps } from './FormProps.ts';
import { Ready, RegistrationFrame } from './Registration.tsx';
import { useRegistration } from './useRegistration.ts';

const empty = { email: '', word: '', website: '', consent: false, mailings: false };

/** Registration of a patient or relative: an e-mail address alone. The record to follow is sent along. */
export function FamilyForm({ typed }: FormProps) {
  const follow = useStore($wantedFollow);
  const registration = useRegistration({
    form: 'family',
    schema: familyRegistration,
    empty,
    typed,
    register: ({ form, headers }) =>
      call('POST /api/register/family', {
        form: { ...form, ...(follow && { follow_kind: follow.kind, follow_id: follow.id }) },
        headers,
      }),
  });
  const { captcha, field, frame } = registration;
  return (
    <Ready dialog="family-form" prepare={captcha.refresh}>
      <RegistrationFrame
        label="Регистрация пациента или близкого"
        action="/api/register/family"
        after="На почту придёт ссылка: по ней вы придумаете пароль."
        {...frame}
      >
        {follow && <p>Письма будут приходить о том, что вы выбрали: {follow.title}.</p>}
        <TextField
          label="Электронная почта"
          hint="Больше ничего не нужно: ни имени, ни диагноза."
          type="email"
          autoComplete="email"
          spellCheck={false}
          required
          {...field('email')}
        />
        <CaptchaField captcha={captcha} {...field('word')} />
        <Consents personal={field('consent')} mailings={field('mailings')} />
      </RegistrationFrame>
    </Ready>
  );
}
