import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { BulkChangeResult, type BulkChange } from './BulkChangeResult.tsx';
import { ChangeMany } from './ChangeMany.tsx';
import { NewRecord } from './NewRecord.tsx';
import { RecordFilters, States } from './RecordFilters.tsx';
import { RecordTable } from './RecordTable.tsx';
import { SavedViews } from './SavedViews.tsx';
import { useRecordsSearch, viewOf } from './useRecordsSearch.ts';

/** All records of all kinds in any state: one table, by mouse and by keyboard (j, k, Enter, x). */
export function Records() {
  const search = useRecordsSearch();
  const { page, ...rest } = search.query;
  const conditions: Record<string, string> = rest;
  const { query, refetch } = useQuery('GET /api/editors/records', { query: { ...conditions, page } });
  const kinds = useQuery('GET /api/editors/kinds').query.data ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [made, setMade] = useState<BulkChange>();
  const [isMaking, setMaking] = useState(false);
  const titleOf = (kind: string) => kinds.find(({ name }) => name === kind)?.one ?? kind;
  return (
    <ListScreen
      title="Материалы"
      actions={
        <>
          <a
            className="button"
            data-variant="secondary"
            data-size="small"
            href={`/api/editors/records.csv?${viewOf(search)}`}
            download
          >
            CSV
          </a>
          <Button size="small" onClick={() => setMaking(true)}>
            Новый материал
          </Button>
        </>
      }
      filters={
        <>
          {isMaking && <NewRecord kinds={kinds} close={() => setMaking(false)} />}
          <SavedViews search={search} />
          <RecordFilters search={search} kinds={kinds} />
          <States search={search} counts={query.data?.counts} gone={query.data?.gone} />
          {chosen.size > 0 && (
            <ChangeMany
              ids={[...chosen]}
              kinds={kinds}
              kind={search.state.kind || undefined}
              done={(bulk) => {
                setMade(bulk);
                setChosen(new Set());
                refetch();
              }}
            />
          )}
          {made && chosen.size === 0 && <BulkChangeResult done={made} />}
        </>
      }
      query={query}
      refetch={refetch}
      search={search}
      forms={['запись', 'записи', 'записей']}
      empty="Таких записей нет. Измените условия."
    >
      {({ items }) => (
        <RecordTable
          rows={items}
          titleOf={titleOf}
          chosen={chosen}
          setChosen={setChosen}
          isPending={query.state === 'pending'}
        />
      )}
    </ListScreen>
  );
}
