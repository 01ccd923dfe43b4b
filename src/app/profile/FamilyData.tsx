import type { User } from '#contract/client/user.ts';
import { familyProfile } from '#contract/forms/profile.ts';
import { changeProfile } from '#stores/session.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { useDictionary } from '../lib/useDictionary.ts';
import { TextField } from '#ui/Field.tsx';
import { DataForm } from './DataForm.tsx';
import { namesOf, orDash } from './names.ts';

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
  return (
    <DataForm
      schema={familyProfile}
      values={{ name: user.name, subject_federation_id: user.subject_federation_id ?? '' }}
      save={(json) => changeProfile('POST /api/family/update', { json })}
      onClose={onClose}
    >
      {({ field, select }) => (
        <>
          <TextField
            label="Имя"
            hint="Как обращаться к вам в письмах."
            isOptional
            autoComplete="given-name"
            {...field('name')}
          />
          <Combobox
            label="Субъект Федерации"
            placeholder="Начните вводить название"
            isOptional
            options={subjects}
            {...select('subject_federation_id')}
          />
        </>
      )}
    </DataForm>
  );
}
