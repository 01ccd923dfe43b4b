import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { TableColumns } from '#contract/imports.ts';
import { importAddress } from '#domain/imports.ts';
import { counted } from '#domain/plural.ts';
import { newKey } from '#stores/new-key.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { openPage } from '../../lib/openPage.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { FormError } from '#ui/FormError.tsx';

/** Which column of the table is which field; what was said is remembered for the next table with these columns. */
export function TableMapping({ file, close }: { file: File; close(): void }) {
  const [kind, setKind] = useState('');
  const { query } = useQuery('POST /api/editors/imports/columns', {
    form: { file, kind },
    key: `${file.name} ${file.size} ${file.lastModified}`,
  });
  const found = query.state === 'success' ? query.data : undefined;
  return (
    <section className="desk-panel" aria-labelledby="import-table">
      <h2 id="import-table">Столбцы таблицы</h2>
      {query.state === 'pending' && <p className="muted above-8">Читаем «{file.name}»…</p>}
      {query.state === 'failed' && (
        <>
          <FormError message={query.error.message} />
          <div className="desk-actions cluster gap-4">
            <Button size="small" variant="secondary" onClick={close}>
              Выбрать другой файл
            </Button>
          </div>
        </>
      )}
      {found && <Mapping key={found.kind} table={found} file={file} change={setKind} close={close} />}
    </section>
  );
}

function Mapping({
  table,
  file,
  change,
  close,
}: {
  table: TableColumns;
  file: File;
  change(kind: string): void;
  close(): void;
}) {
  const { columns, choose, source, setSource, link, setLink, send, isBusy, problem } = useMapping(
    table,
    file,
  );
  const errorAt = (field: string) => (problem?.field === field ? problem.message : undefined);
  return (
    <form
      className="stack gap-7"
      aria-labelledby="import-table"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p role="status">
        «{file.name}»: {counted(table.rows, ['строка', 'строки', 'строк'])}.{' '}
        {table.is_remembered
          ? 'Столбцы расставлены так же, как в прошлый раз: проверьте.'
          : 'Столбцы расставлены по названиям: проверьте.'}{' '}
        Пустая ячейка оставляет в записи то, что есть.
      </p>
      <div className="import-columns align-start columns column-24">
        <SelectField
          id="import-kind"
          label="Что в строках"
          error={errorAt('kind')}
          value={table.kind}
          onChange={({ target }) => change(target.value)}
        >
          {table.kinds.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </SelectField>
      </div>
      <Columns table={table} columns={columns} choose={choose} />
      <FormError message={errorAt('columns') ?? errorAt('file') ?? ''} />
      <div className="import-columns align-start columns column-24">
        <TextField
          id="import-source"
          label="Откуда таблица"
          hint="Встанет источником каждого поля: «Ответ министерства здравоохранения области»"
          error={errorAt('source_title')}
          value={source}
          maxLength={500}
          onChange={({ target }) => setSource(target.value)}
        />
        <TextField
          id="import-source-url"
          label="Адрес источника"
          isOptional
          error={errorAt('source_url')}
          value={link}
          maxLength={1000}
          onChange={({ target }) => setLink(target.value)}
        />
      </div>
      <div className="desk-actions cluster gap-4">
        <Button type="submit" isBusy={isBusy} busy="Отправляем…">
          Сверить с каталогом
        </Button>
        <Button variant="quiet" onClick={close}>
          Другой файл
        </Button>
      </div>
    </form>
  );
}

function Columns({
  table,
  columns,
  choose,
}: {
  table: TableColumns;
  columns: readonly string[];
  choose(index: number, path: string): void;
}) {
  return (
    <DataTable className="import-table" label="Столбцы и поля" columns={['Столбец', 'Поле']}>
      {table.columns.map(({ title, examples }, index) => (
        <tr key={index}>
          <th scope="row">
            {title || `Столбец ${index + 1} без названия`}
            <span className="desk-kind muted text-3">{examples.join(' · ') || 'пусто'}</span>
          </th>
          <td>
            <select
              className="input"
              aria-label={`Поле столбца «${title || index + 1}»`}
              value={columns[index]}
              onChange={({ target }) => choose(index, target.value)}
            >
              <option value="">Не брать</option>
              {table.fields.map((field) => (
                <option
                  key={field.path}
                  value={field.path}
                  disabled={columns.includes(field.path) && columns[index] !== field.path}
                >
                  {field.title}
                  {field.is_required && ' (нужно новой записи)'}
                </option>
              ))}
            </select>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function useMapping(table: TableColumns, file: File) {
  const [columns, setColumns] = useState<readonly string[]>(table.guess);
  const [source, setSource] = useState('');
  const [link, setLink] = useState('');
  const { run, isBusy, error } = useMutation();
  const choose = (index: number, path: string) =>
    setColumns(columns.map((one, place) => (place === index ? path : one)));
  const send = () =>
    run(async () => {
      const { id } = await call('POST /api/editors/imports', {
        form: {
          format: 'table',
          file,
          kind: table.kind,
          columns: JSON.stringify(columns),
          source_title: source,
          ...(link.trim() ? { source_url: link.trim() } : {}),
        },
        headers: { 'idempotency-key': newKey() },
      });
      await openPage(importAddress(id));
    });
  const problem = error && {
    field: error.errors[0]?.customData?.field ?? 'file',
    message: error.message,
  };
  return { columns, choose, source, setSource, link, setLink, send, isBusy, problem };
}
