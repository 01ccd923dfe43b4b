import { useState } from 'react';
import { CallError, call } from '#contract/client/call.ts';
import type { ImportFormat } from '#contract/client/editors.ts';
import { formatBytes } from '#domain/bytes.ts';
import { importAddress, largestImport } from '#domain/imports.ts';
import { Button } from '#ui/Button.tsx';
import { FieldError, SelectField } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';

/** A file and, where it does not show by itself, its format. Nothing in the catalogue changes by sending it. */
export function Upload({ formats }: { formats: readonly ImportFormat[] }) {
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState('');
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A second press, or a retry after a lost answer, is the same import.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const chosen = formats.find(({ name }) => name === format);
  const errorAt = (field: string) => (problem?.field === field ? problem.message : undefined);

  function take(given: File | undefined) {
    setKey(crypto.randomUUID());
    setFile(given ?? null);
    setProblem(
      given && given.size > largestImport
        ? {
            field: 'file',
            message: `Файл больше ${formatBytes(largestImport)}: сожмите его в .gz или загрузите частями.`,
          }
        : given?.size === 0
          ? { field: 'file', message: 'Файл пуст: выберите другой.' }
          : null,
    );
  }
  async function send() {
    if (!file) {
      setProblem({ field: 'file', message: 'Выберите файл.' });
      document.getElementById('import-file')?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await call('POST /api/editors/imports', {
        form: { format, file },
        headers: { 'idempotency-key': key },
      });
      location.assign(importAddress(id));
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallError)) throw error;
      const field = error.errors[0]?.customData?.field ?? '';
      setKey(crypto.randomUUID());
      setProblem({ field: ['file', 'format'].includes(field) ? field : 'file', message: error.message });
    }
  }

  return (
    <form
      className="desk-panel"
      aria-labelledby="import-new"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2 id="import-new">Загрузить файл</h2>
      <p>
        Файл сначала сверяется с каталогом: вы увидите каждое изменение, и ничего не поменяется, пока вы его
        не примете.
      </p>
      <div className="import-columns">
        <FilesField
          id="import-file"
          label="Файл"
          hint={`JSON, NDJSON, XML, CSV или TSV в UTF-8, можно .gz; до ${formatBytes(largestImport)}`}
          accept=".json,.ndjson,.jsonl,.xml,.csv,.tsv,.gz"
          isSingle
          error={errorAt('file')}
          value={file ? [file] : []}
          onChange={([given]) => take(given)}
        />
        <SelectField
          id="import-format"
          label="Формат"
          hint={chosen ? chosen.expects : 'Узнаем по тому, с чего начинается файл'}
          error={errorAt('format')}
          value={format}
          onChange={({ target }) => {
            setFormat(target.value);
            setKey(crypto.randomUUID());
          }}
        >
          <option value="">Определить по файлу</option>
          {formats.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="desk-actions">
        <Button type="submit" isBusy={isBusy} busy="Отправляем…">
          Сверить с каталогом
        </Button>
      </div>
      {problem && !['file', 'format'].includes(problem.field) && (
        <FieldError id="import-file" error={problem.message} />
      )}
      <details>
        <summary>Что умеет каждый формат</summary>
        <dl className="import-formats">
          {formats.map(({ name, title, expects }) => (
            <div key={name}>
              <dt>
                <code>{name}</code> {title}
              </dt>
              <dd>{expects}</dd>
            </div>
          ))}
        </dl>
      </details>
    </form>
  );
}
