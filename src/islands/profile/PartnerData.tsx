import type { User } from '#contract/client/user.ts';
import { partnerProfile } from '#contract/forms/profile.ts';
import { changeProfile } from '#stores/session.ts';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { NameFields } from '../account/NameFields.tsx';
import { PartnerWork } from '../account/PartnerWork.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { useDictionary } from '../useDictionary.ts';
import { fullNameOf, namesOf, orDash } from './names.ts';
import { SaveBar } from './SaveBar.tsx';

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
  const form = useCallForm({
    id: 'data',
    kept: 'data',
    schema: partnerProfile,
    values: {
      last_name: user.last_name,
      name: user.name,
      second_name: user.second_name ?? '-',
      company: user.company ?? '',
      position: user.position ?? '',
      catalog_disease_id: String(user.catalog_disease_id ?? ''),
    },
    async send(values) {
      await changeProfile('POST /api/patient/update', { json: values });
      onClose(true);
    },
  });
  return (
    <form className="form stack gap-8" noValidate onSubmit={form.submit} aria-label="Личные данные">
      <ErrorSummary title="Проверьте данные" problems={form.problems} />
      <NameFields of={form} />
      <PartnerWork of={form} />
      <SaveBar
        isSending={form.isSending}
        onCancel={() => {
          form.forget();
          onClose(false);
        }}
      />
    </form>
  );
}
