import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { call, type Output } from '#contract/client/call.ts';
import { application, applicationFiles } from '#contract/forms/profile.ts';
import { applicationTypes } from '#domain/applications.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { SelectField, TextArea } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { RecordField } from './RecordField.tsx';

type Application = Output<'POST /api/applications'>;

// The doctor's profession has a form of its own.
const types = applicationTypes.filter(({ code }) => code !== 'verification');

/** A new application; its text is kept until it is sent. */
export function ApplicationForm({ onSent }: { onSent(sent: Application): void }) {
  const [recordKey, setRecordKey] = useState(0);
  const { form, submit, isSending, problems, field, fieldProps } = useCallForm({
    id: 'application',
    schema: application,
    kept: 'application',
    values: { type: undefined, text: '', record_id: '', files: [] },
    async send(values, key) {
      const sent = await call('POST /api/applications', {
        form: values,
        headers: { 'idempotency-key': key },
      });
      form.reset({ type: undefined, text: '', record_id: '', files: [] });
      setRecordKey(recordKey + 1);
      onSent(sent);
    },
  });
  return (
    <form className="form stack gap-8" noValidate onSubmit={submit} aria-label="Новая заявка">
      <ErrorSummary title="Заявка не отправлена" problems={problems} />
      <SelectField label="О чём заявка" required {...field('type')}>
        <option value="">Выберите</option>
        {types.map(({ code, title }) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
      </SelectField>
      <Controller
        control={form.control}
        name="record_id"
        render={({ field: { onChange } }) => (
          <RecordField key={recordKey} {...fieldProps('record_id')} onChange={onChange} />
        )}
      />
      <TextArea label="Текст" rows={6} required {...field('text')} />
      <Controller
        control={form.control}
        name="files"
        render={({ field: { value = [], onChange } }) => (
          <FilesField
            label="Файлы"
            isOptional
            hint={`До ${applicationFiles.maxCount} файлов JPEG, PNG, WebP или PDF, каждый до 10 мб.`}
            accept="image/jpeg,image/png,image/webp,application/pdf"
            value={value}
            onChange={onChange}
            {...fieldProps('files')}
          />
        )}
      />
      <div>
        <Button type="submit" isBusy={isSending} busy="Отправляем…">
          Отправить заявку
        </Button>
      </div>
    </form>
  );
}
