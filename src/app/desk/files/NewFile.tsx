import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { fileUpload } from '#contract/forms/desk.ts';
import { FilesField } from '#ui/FilesField.tsx';
import { TextField } from '#ui/Field.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';

const titleOf = ({ name }: File) => name.replace(/\.[^.]*$/, '').replaceAll('_', ' ');

/** Uploads a file; its title is the file name until changed. */
export function NewFile({ done }: { done(): void }) {
  const [notice, setNotice] = useState('');
  return (
    <ApiForm
      className="desk-panel"
      id="new-file"
      schema={fileUpload}
      values={{ file: undefined, title: '' }}
      label="Новый файл"
      failed="Файл не выложен"
      submit="Выложить"
      busy="Загружаем и проверяем…"
      actions={<span role="status">{notice}</span>}
      send={async (values, key, form) => {
        await call('POST /api/editors/files', { form: values, headers: { 'idempotency-key': key } });
        form.reset();
        setNotice('Файл выложен.');
        done();
      }}
    >
      {({ form, field, files }) => {
        const { onChange, ...file } = files('file');
        return (
          <>
            <FilesField
              label="Файл"
              hint="PDF, JPEG, PNG или WebP, до 20 мб."
              accept="application/pdf,image/jpeg,image/png,image/webp"
              isSingle
              {...file}
              onChange={([chosen]) => {
                setNotice('');
                onChange(chosen);
                if (chosen && !form.getValues('title').trim()) form.setValue('title', titleOf(chosen));
              }}
            />
            <TextField
              label="Название"
              hint="Как его назовут читателям: «Политика обработки персональных данных»."
              maxLength={300}
              {...field('title')}
            />
          </>
        );
      }}
    </ApiForm>
  );
}
