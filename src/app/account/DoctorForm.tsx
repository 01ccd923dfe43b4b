import { call } from '#contract/client/call.ts';
import { doctorRegistration } from '#contract/forms/registration.ts';
import { loadDictionary } from '#stores/dictionaries.ts';
import { AccessPart } from './AccessPart.tsx';
import { doctorDictionaries, DoctorWork } from './DoctorWork.tsx';
import type { FormProps } from './FormProps.ts';
import { NameFields } from './NameFields.tsx';
import { Ready, RegistrationFrame } from './Registration.tsx';
import { useRegistration } from './useRegistration.ts';

const empty = {
  last_name: '',
  name: '',
  second_name: '',
  email: '',
  subject_federation_id: '',
  city: '',
  med: '',
  therapeutic_area_id: [],
  scientific_status_id: [],
  password: '',
  confirm_password: '',
  word: '',
  website: '',
  specialist: false,
  consent: false,
  mailings: false,
};

/** Registration of a doctor: every field of B140. */
export function DoctorForm({ typed }: FormProps) {
  const registration = useRegistration({
    form: 'doctor',
    schema: doctorRegistration,
    empty,
    typed,
    register: (sent) => call('POST /api/register/doctor', sent),
  });
  const { captcha, field } = registration;
  const prepare = () => Promise.all([...doctorDictionaries.map(loadDictionary), captcha.refresh()]);
  return (
    <Ready dialog="doctor" prepare={prepare}>
      <RegistrationFrame label="Регистрация врача" action="/api/register/doctor" {...registration.frame}>
        <fieldset className="form-part stack gap-8">
          <legend className="full-width text-6">Кто вы</legend>
          <NameFields of={registration} />
        </fieldset>
        <fieldset className="form-part stack gap-8">
          <legend className="full-width text-6">Где работаете</legend>
          <DoctorWork of={registration} />
        </fieldset>
        <AccessPart
          of={registration}
          hint="Почта нужна для входа и служебных писем; рассылки — только с вашего согласия."
          captcha={captcha}
          specialist={field('specialist')}
        />
      </RegistrationFrame>
    </Ready>
  );
}
