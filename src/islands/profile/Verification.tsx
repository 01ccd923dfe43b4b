import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { call, type Output } from '#contract/client/call.ts';
import { verification } from '#contract/forms/profile.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextArea, TextField } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { useCallForm } from '../form/useCallForm.ts';
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
  const { form, submit, isSending, problems, field, fieldProps } = useCallForm({
    id: 'verification',
    schema: verification,
    values: { work_email: '', text: '', files: [] },
    extraErrors: ({ work_email, files }): Record<string, string> => {
      if (way === 'email') return work_email ? {} : { work_email: 'Укажите адрес рабочей почты.' };
      return files?.length ? {} : { files: 'Приложите документ.' };
    },
    async send({ work_email, text, files }, key) {
      onSent(
        await call('POST /api/user/verification', {
          form: { text, ...(way === 'email' ? { work_email } : { files }) },
          headers: { 'idempotency-key': key },
        }),
      );
      form.reset();
    },
  });
  return (
    <>
      <p>Подтверждённый врач публикует клинические случаи и отвечает коллегам.</p>
      <form className="form stack gap-8" noValidate onSubmit={submit} aria-label="Подтверждение врача">
        <ErrorSummary title="Заявка не отправлена" problems={problems} />
        <fieldset className="ways stack gap-3">
          <legend>Как подтвердить</legend>
          <label>
            <input type="radio" name="way" checked={way === 'email'} onChange={() => setWay('email')} /> По
            почте медицинского учреждения
          </label>
          <label>
            <input type="radio" name="way" checked={way === 'document'} onChange={() => setWay('document')} />{' '}
            По документу
          </label>
        </fieldset>
        {way === 'email' ? (
          <TextField
            label="Рабочая почта"
            hint="На неё придёт письмо со ссылкой."
            type="email"
            required
            {...field('work_email')}
          />
        ) : (
          <Controller
            control={form.control}
            name="files"
            render={({ field: { value = [], onChange } }) => (
              <FilesField
                label="Диплом, сертификат или свидетельство об аккредитации"
                hint="JPEG, PNG, WebP или PDF до 10 мб. Файл удаляется, как только редактор примет решение."
                accept="image/jpeg,image/png,image/webp,application/pdf"
                value={value}
                onChange={onChange}
                {...fieldProps('files')}
              />
            )}
          />
        )}
        <TextArea label="Примечание" isOptional rows={3} {...field('text')} />
        <div>
          <Button type="submit" isBusy={isSending} busy="Отправляем…">
            Отправить на проверку
          </Button>
        </div>
      </form>
    </>
  );
}
