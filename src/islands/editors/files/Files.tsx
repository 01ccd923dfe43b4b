import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskFile } from '#contract/client/editors.ts';
import { formatBytes } from '#domain/bytes.ts';
import { recordAddress } from '#domain/desk.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { QueryError } from '../../LoadError.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { useMutation } from '../../useMutation.ts';
import { formatDateTime } from '../../dates.ts';
import { NewFile } from './NewFile.tsx';

/** Documents and pictures for readers, and what leads to them. */
export function Files() {
  const [page, setPage] = useState(1);
  const { query, refetch } = useApiQuery('GET /api/editors/files', { query: { page, page_size: 30 } });
  const found = query.data;
  return (
    <>
      <h1>Файлы</h1>
      <p className="muted">Файлы для читателей. Адрес файла ставят в ссылку материала или в пункт меню.</p>
      <NewFile
        done={() => {
          setPage(1);
          refetch();
        }}
      />
      <QueryError query={query} refetch={refetch} />
      {found?.total === 0 && <p className="desk-empty muted pad-block-16">Файлов пока нет.</p>}
      <ul className="desk-history">
        {found?.items.map((file) => (
          <FileCard key={file.id} file={file} done={refetch} />
        ))}
      </ul>
      {found && <Pagination page={page} total={found.total} size={found.page_size} onChange={setPage} />}
    </>
  );
}

function FileCard({ file, done }: { file: DeskFile; done(): void }) {
  const { run, isBusy, message } = useMutation();
  const [notice, setNotice] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(file.url);
    setNotice('Адрес скопирован.');
  };
  const remove = async () => {
    const { ok } = await run(() => call('POST /api/editors/files/{id}/remove', { path: { id: file.id } }));
    if (ok) done();
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
          <Removal title={file.title} isBusy={isBusy} remove={() => void remove()} />
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

/** A file is removed for ever: the press is asked about once more. */
function Removal({ title, isBusy, remove }: { title: string; isBusy: boolean; remove(): void }) {
  const [isSure, setSure] = useState(false);
  if (!isSure)
    return (
      <Button variant="quiet" size="small" aria-label={`Удалить: ${title}`} onClick={() => setSure(true)}>
        Удалить
      </Button>
    );
  return (
    <>
      <Button variant="danger" size="small" isBusy={isBusy} onClick={remove}>
        Удалить навсегда
      </Button>
      <Button variant="quiet" size="small" onClick={() => setSure(false)}>
        Оставить
      </Button>
    </>
  );
}
