import { useWatch } from 'react-hook-form';
import type { CaseFile } from '#contract/cases.ts';
import { formatBytes } from '#domain/bytes.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { removeFile, upload } from '#stores/cases/draft.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { controlId } from './control.ts';

/** The patient's consent: a private file that only the author and the editors see. */
export function Consent({ files }: { files: readonly CaseFile[] }) {
  const basis = useWatch<CaseContent, 'basis'>({ name: 'basis' });
  const { run, isBusy, message } = useMutation();
  const own = files.filter(({ role }) => role === 'consent');
  if (basis !== 'consent' && own.length === 0) return null;
  return (
    <Field
      id={controlId('consent')}
      label="Согласие пациента"
      hint="PDF, JPEG, PNG или WebP до 20 мб. Файл видят только вы и редакция"
      error={message || undefined}
    >
      {own.map((file) => (
        <p key={file.id} className="row">
          <a href={file.url}>{file.name}</a>
          <span className="muted">{formatBytes(file.size)}</span>
          <Button
            variant="quiet"
            size="small"
            onClick={() => void removeFile(file.id)}
            aria-label={`Удалить файл ${file.name}`}
          >
            Удалить
          </Button>
        </p>
      ))}
      <input
        id={controlId('consent')}
        type="file"
        accept="application/pdf,image/jpeg,image/png,image/webp"
        disabled={isBusy}
        aria-describedby={`${controlId('consent')}-hint`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void run(() => upload(file, 'consent'));
          target.value = '';
        }}
      />
    </Field>
  );
}
