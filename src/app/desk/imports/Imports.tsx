import { useState } from 'react';
import { importAddress } from '#domain/imports.ts';
import { formatBytes } from '#domain/bytes.ts';
import { Pill } from '#ui/Pill.tsx';
import { injectStyles } from '#ui/injectStyles.ts';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { idInAddress, pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import css from './imports.css?inline';
import { ImportScreen } from './ImportScreen.tsx';
import { Upload } from './Upload.tsx';
import { countWords, formatWord, importedBy, importStateWords } from './words.ts';

injectStyles(css);

const fields = { page: pageNumber };

/** All imports and the way to begin one; with a number in the address, that import. */
export function Imports() {
  const [id] = useState(idInAddress);
  return id > 0 ? <ImportScreen id={id} /> : <ImportList />;
}

function ImportList() {
  const search = useSearchState(fields);
  const { query, refetch } = useQuery('GET /api/editors/imports', { query: search.query });
  return (
    <ListScreen
      title="Импорт"
      query={query}
      refetch={refetch}
      search={search}
      empty="Файлов ещё не загружали. Импорты из командной строки тоже появятся здесь."
      filters={
        <>
          {query.data && <Upload formats={query.data.formats} />}
          <h2 className="above-12">Загруженные файлы</h2>
        </>
      }
    >
      {({ items }) => (
        <ul className="desk-history">
          {items.map((one) => (
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
    </ListScreen>
  );
}
