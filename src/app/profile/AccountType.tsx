import { useEffect, useState } from 'react';
import { call } from '#contract/client/call.ts';
import { isEditor, isFamily, isPartner, type User } from '#contract/client/user.ts';
import { typeChange } from '#contract/forms/profile.ts';
import { boxes } from '#contract/forms/registration.ts';
import { loadDictionary } from '#stores/dictionaries.ts';
import { loadUser } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { doctorDictionaries, DoctorWork } from '../account/DoctorWork.tsx';
import { NameFields } from '../account/NameFields.tsx';
import { PartnerWork } from '../account/PartnerWork.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { Panel } from './Panel.tsx';

/** A doctor may become a partner and a partner a doctor (ruling G63). */
export function AccountType({ user }: { user: User }) {
  const [isAsked, setAsked] = useState(() => new URLSearchParams(location.search).has('type'));
  if (isEditor(user)) return null;
  const toDoctor = user.type === 'patient';
  return (
    <Panel title="Тип учётной записи" id="type">
      <p>
        {isFamily(user)
          ? 'Ваша учётная запись — для пациентов и близких. Если вы врач, смените тип: откроется раздел клинических случаев.'
          : isPartner(user)
            ? 'Ваша учётная запись — партнёр. Если вы врач, смените тип: откроется раздел клинических случаев.'
            : 'Ваша учётная запись — врач. Если вы представляете компанию, смените тип; раздел клинических случаев закроется, а подтверждение врача пропадёт.'}
      </p>
      {isAsked ? (
        <TypeForm user={user} type={toDoctor ? 'doctor' : 'patient'} onClose={() => setAsked(false)} />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setAsked(true)}>
            {toDoctor ? 'Я врач: сменить тип' : 'Стать партнёром'}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function TypeForm({ user, type, onClose }: { user: User; type: 'doctor' | 'patient'; onClose(): void }) {
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    const names = type === 'doctor' ? doctorDictionaries : (['diseases'] as const);
    Promise.all(names.map(loadDictionary)).then(
      () => setAnswers((count) => count + 1),
      () => {},
    );
  }, [type]);
  return (
    <ApiForm
      id="type"
      schema={typeChange}
      values={{
        type,
        password: '',
        last_name: user.last_name,
        name: user.name,
        second_name: user.second_name ?? '-',
        subject_federation_id: user.subject_federation_id ?? '',
        city: user.city ?? '',
        med: user.med ?? '',
        therapeutic_area_id: user.therapeutic_area_id,
        scientific_status_id: user.scientific_status_id,
        specialist: false,
        company: user.company ?? '',
        position: user.position ?? '',
        catalog_disease_id: String(user.catalog_disease_id ?? ''),
      }}
      label="Смена типа учётной записи"
      failed="Тип не изменён"
      submit="Сменить тип"
      busy="Сохраняем…"
      onCancel={onClose}
      send={async (json) => {
        await call('POST /api/user/type', { json });
        await loadUser();
        onClose();
      }}
    >
      {(form) => (
        <>
          {isFamily(user) && <NameFields of={form} />}
          {type === 'doctor' ? (
            <>
              <DoctorWork key={answers} of={form} />
              <CheckField label={boxes.specialist} required {...form.field('specialist')} />
            </>
          ) : (
            <PartnerWork key={answers} of={form} />
          )}
          <PasswordField
            label="Ваш пароль"
            autoComplete="current-password"
            required
            {...form.field('password')}
          />
        </>
      )}
    </ApiForm>
  );
}
