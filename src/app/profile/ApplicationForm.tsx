import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { application, applicationFiles } from '#contract/forms/profile.ts';
import { applicationTypes } from '#domain/applications.ts';
import { SelectField, TextArea } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { RecordField } from './RecordField.tsx';

type Application = Output<'POST /api/applications'>;

// The doctor's profession has a form of its own.
const types = applicationTypes.filter(({ code }) => code !== 'verification');

/** A new application; its text is kept until it is sent. */
export function ApplicationForm({ onSent }: { onSent(sent: Application): void }) {
  const [recordKey, setRecordKey] = useState(0);
  return (
    <ApiForm
      id="application"
      kept="application"
      schema={application}
      values={{ type: undefined, text: '', record_id: '', files: [] }}
      label="Новая заявка"
      failed="Заявка не отправлена"
      submit="Отправить заявку"
      busy="Отправляем…"
      send={async (values, key, form) => {
        const sent = await call('POST /api/applications', {
          form: values,
          headers: { 'idempotency-key': key },
        });
        form.reset();
        setRecordKey(recordKey + 1);
        onSent(sent);
      }}
    >
      {({ field, select, files }) => (
        <>
          <SelectField label="О чём заявка" required {...field('type')}>
            <option value="">Выберите</option>
            {types.map(({ code, title }) => (
              <option key={code} value={code}>
                {title}
              </option>
            ))}
          </SelectField>
          <RecordField key={recordKey} {...select('record_id')} />
          <TextArea label="Текст" rows={6} required {...field('text')} />
          <FilesField
            label="Файлы"
            isOptional
            hint={`До ${applicationFiles.maxCount} файлов JPEG, PNG, WebP или PDF, каждый до 10 мб.`}
            accept="image/jpeg,image/png,image/webp,application/pdf"
            {...files('files')}
          />
        </>
      )}
    </ApiForm>
  );
}
