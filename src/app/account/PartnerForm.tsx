import { call } from '#contract/client/call.ts';
import { partnerRegistration } from '#contract/forms/registration.ts';
import { loadDictionary } from '#stores/dictionaries.ts';
import { AccessPart } from './AccessPart.tsx';
import type { FormProps } from './FormProps.ts';
import { NameFields } from './NameFields.tsx';
import { PartnerWork } from './PartnerWork.tsx';
import { Ready, RegistrationFrame } from './Registration.tsx';
import { useRegistration } from './useRegistration.ts';

const empty = {
  last_name: '',
  name: '',
  second_name: '',
  email: '',
  company: '',
  position: '',
  catalog_disease_id: '',
  password: '',
  confirm_password: '',
  word: '',
  website: '',
  consent: false,
  mailings: false,
};

/** Registration of a partner: every field of B142. */
export function PartnerForm({ typed }: FormProps) {
  const registration = useRegistration({
    form: 'partner',
    schema: partnerRegistration,
    empty,
    typed,
    register: (sent) => call('POST /api/register/patient', sent),
  });
  const { captcha } = registration;
  const prepare = () => Promise.all([loadDictionary('diseases'), captcha.refresh()]);
  return (
    <Ready dialog="partner" prepare={prepare}>
      <RegistrationFrame label="Регистрация партнёра" action="/api/register/patient" {...registration.frame}>
        <fieldset className="form-part stack gap-8">
          <legend className="full-width text-6">Кто вы</legend>
          <NameFields of={registration} />
          <PartnerWork of={registration} />
        </fieldset>
        <AccessPart
          of={registration}
          hint="На этот адрес придёт письмо с инструкцией для входа."
          captcha={captcha}
        />
      </RegistrationFrame>
    </Ready>
  );
}
