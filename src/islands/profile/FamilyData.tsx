import type { User } from '#contract/client/user.ts';
import { familyProfile } from '#contract/forms/profile.ts';
import { changeProfile } from '#stores/session.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { useDictionary } from '../useDictionary.ts';
import { namesOf, orDash } from './names.ts';
import { SaveBar } from './SaveBar.tsx';

/** Optional profile data of a patient or relative. */
export function FamilyData({ user }: { user: User }) {
  const subjects = useDictionary('subject');
  return (
    <dl className="pairs">
      <dt className="muted">Электронная почта</dt>
      <dd>{user.email}</dd>
      <dt className="muted">Имя</dt>
      <dd>{orDash(user.name)}</dd>
      <dt className="muted">Субъект Федерации</dt>
      <dd>{namesOf(subjects, [user.subject_federation_id])}</dd>
    </dl>
  );
}

export function FamilyDataForm({ user, onClose }: { user: User; onClose(hasSaved: boolean): void }) {
  const subjects = useDictionary('subject');
  const form = useCallForm({
    id: 'data',
    kept: 'data',
    schema: familyProfile,
    values: { name: user.name, subject_federation_id: user.subject_federation_id ?? '' },
    async send(values) {
      await changeProfile('POST /api/family/update', { json: values });
      onClose(true);
    },
  });
  return (
    <form className="form stack gap-8" noValidate onSubmit={form.submit} aria-label="Личные данные">
      <ErrorSummary title="Проверьте данные" problems={form.problems} />
      <TextField
        label="Имя"
        hint="Как обращаться к вам в письмах."
        isOptional
        autoComplete="given-name"
        {...form.field('name')}
      />
      <Combobox
        label="Субъект Федерации"
        placeholder="Начните вводить название"
        isOptional
        options={subjects}
        {...form.select('subject_federation_id')}
      />
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
