import type { User } from '#contract/client/user.ts';
import { partnerProfile } from '#contract/forms/profile.ts';
import { changeProfile } from '#stores/session.ts';
import { NameFields } from '../account/NameFields.tsx';
import { PartnerWork } from '../account/PartnerWork.tsx';
import { useDictionary } from '../lib/useDictionary.ts';
import { DataForm } from './DataForm.tsx';
import { fullNameOf, namesOf, orDash } from './names.ts';

/** The partner's profile data. */
export function PartnerData({ user }: { user: User }) {
  const diseases = useDictionary('diseases');
  return (
    <dl className="pairs">
      <dt className="muted">Фамилия, имя, отчество</dt>
      <dd>{fullNameOf(user)}</dd>
      <dt className="muted">Компания</dt>
      <dd>{orDash(user.company)}</dd>
      <dt className="muted">Должность</dt>
      <dd>{orDash(user.position)}</dd>
      <dt className="muted">Заболевание</dt>
      <dd>{namesOf(diseases, [user.catalog_disease_id])}</dd>
    </dl>
  );
}

export function PartnerDataForm({ user, onClose }: { user: User; onClose(hasSaved: boolean): void }) {
  // PartnerWork shows it.
  useDictionary('diseases');
  return (
    <DataForm
      schema={partnerProfile}
      values={{
        last_name: user.last_name,
        name: user.name,
        second_name: user.second_name ?? '-',
        company: user.company ?? '',
        position: user.position ?? '',
        catalog_disease_id: String(user.catalog_disease_id ?? ''),
      }}
      save={(json) => changeProfile('POST /api/patient/update', { json })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NameFields of={form} />
          <PartnerWork of={form} />
        </>
      )}
    </DataForm>
  );
}
