import type { User } from '#contract/client/user.ts';
import { doctorProfile } from '#contract/forms/profile.ts';
import { changeProfile } from '#stores/session.ts';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { DoctorWork } from '../account/DoctorWork.tsx';
import { NameFields } from '../account/NameFields.tsx';
import { useDictionary } from '../lib/useDictionary.ts';
import { DataForm } from './DataForm.tsx';
import { fullNameOf, namesOf, orDash } from './names.ts';

/** Without them the codes stand as dashes; the form below asks again. */
const useDictionaries = () => ({
  subject: useDictionary('subject'),
  therapeuticarea: useDictionary('therapeuticarea'),
  scientificstatus: useDictionary('scientificstatus'),
  specialization: useDictionary('specialization'),
});

/** The doctor's profile data. */
export function DoctorData({ user }: { user: User }) {
  const { subject, therapeuticarea, scientificstatus, specialization } = useDictionaries();
  return (
    <dl className="pairs">
      <dt className="muted">Фамилия, имя, отчество</dt>
      <dd>{fullNameOf(user)}</dd>
      <dt className="muted">Субъект Федерации</dt>
      <dd>{namesOf(subject, [user.subject_federation_id])}</dd>
      <dt className="muted">Город</dt>
      <dd>{orDash(user.city)}</dd>
      <dt className="muted">Медицинское учреждение</dt>
      <dd>{orDash(user.med)}</dd>
      <dt className="muted">Области медицины</dt>
      <dd>{namesOf(therapeuticarea, user.therapeutic_area_id)}</dd>
      <dt className="muted">Учёная степень и звание</dt>
      <dd>{namesOf(scientificstatus, user.scientific_status_id)}</dd>
      <dt className="muted">Специальности</dt>
      <dd>{namesOf(specialization, user.specialization_id)}</dd>
      <dt className="muted">Статус врача</dt>
      <dd>
        {user.verified ? (
          'подтверждён'
        ) : (
          <>
            не подтверждён. <a href="/profile/application/#verification">Подтвердить</a>
          </>
        )}
      </dd>
    </dl>
  );
}

export function DoctorDataForm({ user, onClose }: { user: User; onClose(hasSaved: boolean): void }) {
  const { specialization } = useDictionaries();
  return (
    <DataForm
      schema={doctorProfile}
      values={{
        last_name: user.last_name,
        name: user.name,
        second_name: user.second_name ?? '-',
        // What an editor's account never had stays as it is.
        subject_federation_id: user.subject_federation_id ?? undefined,
        city: user.city ?? undefined,
        med: user.med ?? undefined,
        therapeutic_area_id: user.therapeutic_area_id.length > 0 ? user.therapeutic_area_id : undefined,
        scientific_status_id: user.scientific_status_id.length > 0 ? user.scientific_status_id : undefined,
        specialization_id: user.specialization_id,
      }}
      save={(json) => changeProfile('POST /api/doctor/update', { json })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NameFields of={form} />
          <DoctorWork of={form} isRequired={false} />
          <MultiSelect
            label="Специальности"
            options={specialization}
            {...form.multiSelect('specialization_id')}
          />
        </>
      )}
    </DataForm>
  );
}
