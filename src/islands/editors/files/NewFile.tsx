import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { TextField } from '#ui/Field.tsx';
import { useMutation } from '../../useMutation.ts';

/** Uploads a file; its title is the file name until changed. */
export function NewFile({ done }: { done(): void }) {
  const [files, setFiles] = useState<File[]>([]);
  const [title, setTitle] = useState('');
  const { run, isBusy } = useMutation();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [notice, setNotice] = useState('');
  const [file] = files;
  const choose = (chosen: File[]) => {
    setFiles(chosen);
    setErrors({});
    setNotice('');
    if (chosen[0] && !title.trim()) setTitle(chosen[0].name.replace(/\.[^.]*$/, '').replaceAll('_', ' '));
  };
  const send = async () => {
    if (!file) return setErrors({ file: 'Выберите файл.' });
    setErrors({});
    const result = await run(() => call('POST /api/editors/files', { form: { file, title } }));
    if (!result.ok) {
      const { errors: found, message } = result.error;
      return setErrors({ [found[0]?.customData?.field ?? 'file']: message });
    }
    setNotice('Файл выложен.');
    setFiles([]);
    setTitle('');
    done();
  };
  return (
    <form
      className="desk-panel"
      aria-label="Новый файл"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FilesField
        id="new-file"
        label="Файл"
        hint="PDF, JPEG, PNG или WebP, до 20 мб."
        accept="application/pdf,image/jpeg,image/png,image/webp"
        isSingle
        error={errors.file}
        value={files}
        onChange={choose}
      />
      <TextField
        id="new-file-title"
        label="Название"
        hint="Как его назовут читателям: «Политика обработки персональных данных»."
        error={errors.title}
        value={title}
        maxLength={300}
        onChange={({ target }) => setTitle(target.value)}
      />
      <div className="desk-actions cluster gap-4">
        <Button type="submit" size="small" isBusy={isBusy} busy="Загружаем и проверяем…">
          Выложить
        </Button>
        <span role="status">{notice}</span>
      </div>
    </form>
  );
}
