import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskFile } from '#contract/files.ts';
import { formatBytes } from '#domain/bytes.ts';
import { recordAddress } from '#domain/desk.ts';
import { plural } from '#domain/plural.ts';
import { invalidate } from '#stores/queries.ts';
import { Button } from '#ui/Button.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { FormError } from '#ui/FormError.tsx';
import { confirmAction } from '../../chrome/confirmAction.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { NewFile } from './NewFile.tsx';

const fields = { page: pageNumber };

/** Documents and pictures for readers, and what leads to them. */
export function Files() {
  const search = useSearchState(fields);
  const { query, refetch } = useQuery('GET /api/editors/files', {
    query: { page_size: 30, ...search.query },
  });
  return (
    <ListScreen
      title="Файлы"
      query={query}
      refetch={refetch}
      search={search}
      empty="Файлов пока нет."
      filters={
        <>
          <p className="muted">
            Файлы для читателей. Адрес файла ставят в ссылку материала или в пункт меню.
          </p>
          <NewFile
            done={() => {
              search.change({ page: 1 });
              refetch();
            }}
          />
        </>
      }
    >
      {({ items }) => (
        <ul className="desk-history">
          {items.map((file) => (
            <FileCard key={file.id} file={file} />
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

function FileCard({ file }: { file: DeskFile }) {
  const { run, isBusy, message } = useMutation();
  const [notice, setNotice] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(file.url);
    setNotice('Адрес скопирован.');
  };
  const remove = async () => {
    if (!(await confirmAction(`Удалить файл «${file.title}» навсегда?`))) return;
    const { ok } = await run(() => call('POST /api/editors/files/{id}/remove', { path: { id: file.id } }));
    if (ok) invalidate('GET /api/editors/files');
  };
  return (
    <li>
      <div className="cluster gap-6 row-gap-3">
        <a href={file.url}>{file.title}</a>
        <span className="muted">
          {file.name}, {formatBytes(file.size)}, {formatDateTime(file.created_at)}
          {file.author && `, ${file.author}`}
        </span>
      </div>
      <FileUses uses={file.uses} />
      <div className="desk-actions cluster gap-4">
        <code className="break-anywhere">{file.url}</code>
        <Button
          variant="secondary"
          size="small"
          aria-label={`Скопировать адрес: ${file.title}`}
          onClick={() => void copy()}
        >
          Скопировать адрес
        </Button>
        {file.uses.length === 0 && (
          <Button
            variant="quiet"
            size="small"
            isBusy={isBusy}
            aria-label={`Удалить: ${file.title}`}
            onClick={() => void remove()}
          >
            Удалить
          </Button>
        )}
        <span role="status">{notice}</span>
      </div>
      <FormError message={message} />
    </li>
  );
}

/** What leads readers to the file: records, and menus, which have no number. */
function FileUses({ uses }: Pick<DeskFile, 'uses'>) {
  if (uses.length === 0) return <p className="desk-kind muted text-3">Ничто на него не ссылается.</p>;
  return (
    <p className="desk-kind muted text-3">
      {plural(uses.length, ['Ссылается', 'Ссылаются', 'Ссылаются'])} ({uses.length}):{' '}
      {uses.map(({ record, title }, index) => (
        <span key={`${record} ${title}`}>
          {index > 0 && ', '}
          {record === null ? title : <a href={recordAddress(record)}>{title}</a>}
        </span>
      ))}
    </p>
  );
}
