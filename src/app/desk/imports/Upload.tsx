import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { ImportFormat } from '#contract/imports.ts';
import { formatBytes } from '#domain/bytes.ts';
import { importAddress, maxImportBytes } from '#domain/imports.ts';
import { newKey } from '#stores/new-key.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/Field.tsx';
import { FilesField } from '#ui/FilesField.tsx';
import { openPage } from '../../lib/openPage.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { TableMapping } from './TableMapping.tsx';

/** A file and, where it does not show by itself, its format. Nothing in the catalogue changes by sending it. */
export function Upload({ formats }: { formats: readonly ImportFormat[] }) {
  const { file, format, take, change, send, isBusy, problem, isTable } = useUpload();
  const chosen = formats.find(({ name }) => name === format);
  const errorAt = (field: Place) => (problem?.field === field ? problem.message : undefined);

  if (file && isTable) return <TableMapping file={file} close={() => take(undefined)} />;
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
      <div className="import-columns align-start columns column-24">
        <FilesField
          id="import-file"
          label="Файл"
          hint={`Excel (.xlsx), CSV, TSV, JSON, NDJSON или XML, можно .gz; до ${formatBytes(maxImportBytes)}`}
          accept=".xlsx,.csv,.tsv,.json,.ndjson,.jsonl,.xml,.gz"
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
          onChange={({ target }) => change(target.value)}
        >
          <option value="">Определить по файлу</option>
          {formats.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="desk-actions cluster gap-4">
        <Button type="submit" isBusy={isBusy} busy="Отправляем…">
          Сверить с каталогом
        </Button>
      </div>
      <Formats formats={formats} />
    </form>
  );
}

function Formats({ formats }: { formats: readonly ImportFormat[] }) {
  return (
    <details>
      <summary>Что умеет каждый формат</summary>
      <dl className="import-formats stack gap-5">
        {formats.map(({ name, title, expects }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> {title}
            </dt>
            <dd className="muted break-anywhere">{expects}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type Place = 'file' | 'format';
interface Problem {
  field: Place;
  message: string;
}

/** The file that is chosen on its way to the server, which opens the import's page. */
function useUpload() {
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const { run, isBusy } = useMutation();
  /** Its columns must be mapped first. */
  const [isTable, setTable] = useState(false);
  // A second press, or a retry after a lost answer, is the same import.
  const [key, setKey] = useState(() => newKey());

  function take(given: File | undefined) {
    setKey(newKey());
    setFile(given);
    setTable(false);
    setProblem(given && problemOf(given));
  }
  function change(next: string) {
    setKey(newKey());
    setFormat(next);
  }
  async function send() {
    if (!file) {
      setProblem({ field: 'file', message: 'Выберите файл.' });
      document.getElementById('import-file')?.focus();
      return;
    }
    if (format === 'table' || /\.xlsx$/i.test(file.name)) return setTable(true);
    setProblem(undefined);
    const result = await run(async () => {
      const { id } = await call('POST /api/editors/imports', {
        form: { format, file },
        headers: { 'idempotency-key': key },
      });
      await openPage(importAddress(id));
    });
    if (result.ok) return;
    const isOfFormat = result.error.errors[0]?.customData?.field === 'format';
    if (isOfFormat && format === '' && /\.(csv|tsv|txt)$/i.test(file.name)) return setTable(true);
    setKey(newKey());
    setProblem({ field: isOfFormat ? 'format' : 'file', message: result.error.message });
  }
  return { file, format, take, change, send, isBusy, problem, isTable };
}

function problemOf({ size }: File): Problem | undefined {
  if (size > maxImportBytes)
    return {
      field: 'file',
      message: `Файл больше ${formatBytes(maxImportBytes)}: сожмите его в .gz или загрузите частями.`,
    };
  return size === 0 ? { field: 'file', message: 'Файл пуст: выберите другой.' } : undefined;
}
