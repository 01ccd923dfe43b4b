import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { verification } from '#contract/forms/profile.ts';
import { TextArea, TextField } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { Panel } from './Panel.tsx';

type Props = { onSent(sent: Output<'POST /api/user/verification'>): void };

/** A doctor asks to be known as one: by an address at work, or by a document (ruling G45). */
export const Verification = ({ onSent }: Props) => (
  <Panel title="Подтвердить, что я врач" id="verification">
    <VerificationForm onSent={onSent} />
  </Panel>
);

export function VerificationForm({ onSent }: Props) {
  const [way, setWay] = useState<'email' | 'document'>('email');
  return (
    <>
      <p>Подтверждённый врач публикует клинические случаи и отвечает коллегам.</p>
      <ApiForm
        id="verification"
        schema={verification}
        values={{ work_email: '', text: '', files: [] }}
        extraErrors={({ work_email, files }): Record<string, string> => {
          if (way === 'email') return work_email ? {} : { work_email: 'Укажите адрес рабочей почты.' };
          return files?.length ? {} : { files: 'Приложите документ.' };
        }}
        label="Подтверждение врача"
        failed="Заявка не отправлена"
        intro={
          <fieldset className="ways stack gap-3">
            <legend>Как подтвердить</legend>
            <label>
              <input type="radio" name="way" checked={way === 'email'} onChange={() => setWay('email')} /> По
              почте медицинского учреждения
            </label>
            <label>
              <input
                type="radio"
                name="way"
                checked={way === 'document'}
                onChange={() => setWay('document')}
              />{' '}
              По документу
            </label>
          </fieldset>
        }
        submit="Отправить на проверку"
        busy="Отправляем…"
        send={async ({ work_email, text, files }, key, form) => {
          onSent(
            await call('POST /api/user/verification', {
              form: { text, ...(way === 'email' ? { work_email } : { files }) },
              headers: { 'idempotency-key': key },
            }),
          );
          form.reset();
        }}
      >
        {({ field, files }) => (
          <>
            {way === 'email' ? (
              <TextField
                label="Рабочая почта"
                hint="На неё придёт письмо со ссылкой."
                type="email"
                required
                {...field('work_email')}
              />
            ) : (
              <FilesField
                label="Диплом, сертификат или свидетельство об аккредитации"
                hint="JPEG, PNG, WebP или PDF до 10 мб. Файл удаляется, как только редактор примет решение."
                accept="image/jpeg,image/png,image/webp,application/pdf"
                {...files('files')}
              />
            )}
            <TextArea label="Примечание" isOptional rows={3} {...field('text')} />
          </>
        )}
      </ApiForm>
    </>
  );
}
