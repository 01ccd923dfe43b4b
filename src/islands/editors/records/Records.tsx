import { useState } from 'react';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { QueryError } from '../../LoadError.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { BulkChangeResult, type BulkChange } from './BulkChangeResult.tsx';
import { ChangeMany } from './ChangeMany.tsx';
import { NewRecord } from './NewRecord.tsx';
import { RecordFilters, States } from './RecordFilters.tsx';
import { RecordTable } from './RecordTable.tsx';
import { useRecordsQuery } from './useRecordsQuery.ts';
import { SavedViews } from './SavedViews.tsx';

/** All records of all kinds in any state: one table, by mouse and by keyboard (j, k, Enter, x). */
export function Records() {
  const { query, change, replace } = useRecordsQuery();
  const { query: result, refetch } = useApiQuery('GET /api/editors/records', { query: { ...query } });
  const kinds = useApiQuery('GET /api/editors/kinds').query.data ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [made, setMade] = useState<BulkChange>();
  const [isMaking, setMaking] = useState(false);
  const titleOf = (kind: string) => kinds.find(({ name }) => name === kind)?.one ?? kind;
  const list = result.data;
  const csv = `/api/editors/records.csv?${new URLSearchParams(
    Object.entries(query).filter(([key]) => !['page', 'page_size'].includes(key)),
  ).toString()}`;

  return (
    <>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h1>Материалы</h1>
        <div className="desk-actions cluster gap-4">
          <a className="button" data-variant="secondary" data-size="small" href={csv} download>
            CSV
          </a>
          <Button size="small" onClick={() => setMaking(true)}>
            Новый материал
          </Button>
        </div>
      </div>
      {isMaking && <NewRecord kinds={kinds} close={() => setMaking(false)} />}
      <SavedViews query={query} open={replace} />
      <RecordFilters query={query} change={change} kinds={kinds} />
      <States query={query} change={change} counts={list?.counts} gone={list?.gone} />
      <QueryError query={result} refetch={refetch} />
      {chosen.size > 0 && (
        <ChangeMany
          ids={[...chosen]}
          kinds={kinds}
          kind={query.kind}
          done={(bulk) => {
            setMade(bulk);
            setChosen(new Set());
            refetch();
          }}
        />
      )}
      {made && chosen.size === 0 && <BulkChangeResult done={made} />}
      <p className="desk-total" role="status">
        {list && counted(list.total, ['запись', 'записи', 'записей'])}
      </p>
      {list && (
        <RecordTable
          rows={list.items}
          titleOf={titleOf}
          chosen={chosen}
          setChosen={setChosen}
          isPending={result.state === 'pending'}
          refetch={refetch}
        />
      )}
      {list && (
        <Pagination
          page={list.page}
          total={list.total}
          size={list.page_size}
          onChange={(page) => change({ page: String(page) })}
        />
      )}
    </>
  );
}
