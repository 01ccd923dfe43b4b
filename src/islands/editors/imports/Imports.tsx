import { useState } from 'react';
import { importAddress } from '#domain/imports.ts';
import { formatBytes } from '#domain/bytes.ts';
import { Pill } from '#ui/Pill.tsx';
import { injectStyles } from '#ui/injectStyles.ts';
import { QueryError } from '../../LoadError.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { useApiQuery } from '../../useQuery.ts';
import css from './imports.css?inline';
import { ImportScreen } from './ImportScreen.tsx';
import { Upload } from './Upload.tsx';
import { countWords, formatWord, importedBy, importStateWords } from './words.ts';

injectStyles(css);

/** All imports and the way to begin one; with a number in the address, that import. */
export function Imports() {
  const [id] = useState(() => Number(new URLSearchParams(location.search).get('id')));
  return id > 0 ? <ImportScreen id={id} /> : <ImportList />;
}

function ImportList() {
  const [page, setPage] = useState(1);
  const { query, refetch } = useApiQuery('GET /api/editors/imports', { query: { page } });
  const found = query.data;
  return (
    <>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h1>Импорт</h1>
      </div>
      {found && <Upload formats={found.formats} />}
      <QueryError query={query} refetch={refetch} />
      <h2 className="above-12">Загруженные файлы</h2>
      {!found && query.state === 'pending' && <p className="muted above-8">Загружаем…</p>}
      {found?.items.length === 0 && (
        <p className="desk-empty muted pad-block-16">
          Файлов ещё не загружали. Импорты из командной строки тоже появятся здесь.
        </p>
      )}
      {found && found.items.length > 0 && (
        <ul className="desk-history">
          {found.items.map((one) => (
            <li key={one.id}>
              <div className="cluster gap-6 row-gap-3">
                <a href={importAddress(one.id)}>{one.file_name}</a>
                <Pill {...importStateWords[one.state]} />
              </div>
              <span className="desk-kind muted text-3">
                № {one.id} · {formatWord(one.format)} · {importedBy(one)}
                {one.size > 0 && ` · ${formatBytes(one.size)}`}
              </span>
              <span className="desk-kind muted text-3">
                {one.problem ?? (one.state === 'dropped' ? 'Строки не сохранены' : countWords(one))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found && <Pagination page={page} total={found.total} size={found.page_size} onChange={setPage} />}
    </>
  );
}
