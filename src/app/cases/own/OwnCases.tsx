import type { Output } from '#contract/client/call.ts';
import { caseStates, demonstration, type CaseState } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { formatDate } from '../../lib/dates.ts';
import { ChoiceLine } from '../ChoiceLine.tsx';
import { ProfileFrame } from '../../profile/ProfileFrame.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { oneOf, pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { CaseQuery } from '../States.tsx';
import { StatePill } from './StatePill.tsx';
import { ImportPhenopacket } from './ImportPhenopacket.tsx';

/** The author's cases with their states. */
export function OwnCases() {
  return <ProfileFrame code="cases">{() => <OwnTable />}</ProfileFrame>;
}

const fields = { state: oneOf(['', ...(Object.keys(caseStates) as CaseState[])]), page: pageNumber };

function OwnTable() {
  const search = useSearchState(fields);
  const { state } = search.state;
  const { query, refetch } = useQuery('GET /api/user/cases', { query: search.query });
  return (
    <CaseQuery query={query} refetch={refetch}>
      {({ items, total, page_size }) => (
        <div className="stack gap-8">
          <div className="cluster gap-8 row-gap-5 below-8">
            <a className="button" href="/profile/cases/create/">
              Описать новый случай
            </a>
            <a className="button" data-variant="secondary" href="/profile/cases/create/?short=1">
              Короткий вопрос
            </a>
            <a className="button" data-variant="secondary" href="/profile/cases/saved/">
              Сохранённые случаи
            </a>
            <ImportPhenopacket />
            {(total > 0 || state !== '') && (
              <ChoiceLine
                label="Показать"
                titles={{ '': 'все состояния', ...caseStates }}
                value={state}
                onChoose={(chosen) => search.change({ state: chosen })}
              />
            )}
            <p role="status" className="muted">
              {total > 0 && counted(total, ['случай', 'случая', 'случаев'])}
            </p>
          </div>
          {items.length === 0 ? <EmptyOwnCases state={state} /> : <Table items={items} />}
          <Pagination paging={search} total={total} size={page_size} />
        </div>
      )}
    </CaseQuery>
  );
}

function EmptyOwnCases({ state }: { state: CaseState | '' }) {
  return (
    <div className="dashed pad-12 stack gap-6 justify-start">
      {state === '' ? (
        <>
          <p>Вы ещё не описали ни одного случая.</p>
          <p className="muted">
            Для начала хватит пяти полей: название, возраст, пол, жалобы и основание публикации. Остальное
            можно дописывать, черновик сохраняется сам и виден только вам.
          </p>
        </>
      ) : (
        <p>Случаев в состоянии «{caseStates[state]}» нет.</p>
      )}
    </div>
  );
}

type OwnCase = Output<'GET /api/user/cases'>['items'][number];

const actions = <span className="visually-hidden">Действия</span>;

function Table({ items }: { items: readonly OwnCase[] }) {
  // Columns of dashes tell nothing.
  const hasReaders = items.some(({ published }) => published);
  return (
    <DataTable
      isNamed
      label="Мои случаи"
      columns={['Случай', 'Состояние', 'Изменён', ...(hasReaders ? ['Читатели', 'Ответы'] : []), actions]}
    >
      {items.map((item) => (
        <OwnCaseRow key={item.id} item={item} hasReaders={hasReaders} />
      ))}
    </DataTable>
  );
}

function OwnCaseRow({ item, hasReaders }: { item: OwnCase; hasReaders: boolean }) {
  const title = item.title || 'Без названия';
  return (
    <tr>
      <th scope="row">
        <a href={`/profile/cases/detail/?id=${item.id}`}>{title}</a>
        {item.demo && <span className="muted small"> {demonstration}</span>}
      </th>
      <td>
        <StatePill state={item.state} />
        {item.published && item.state !== 'published' && (
          <span className="muted small"> прежняя редакция опубликована</span>
        )}
        {item.remarks > 0 && (
          <span className="muted small">
            {' '}
            {counted(item.remarks, ['замечание', 'замечания', 'замечаний'])}
          </span>
        )}
      </td>
      <td className="nowrap" data-title="Изменён">
        {formatDate(item.updated_at)}
      </td>
      {hasReaders && (
        <>
          <td data-title="Читатели">{item.published && item.readers}</td>
          <td data-title="Ответы">{(item.question !== 'none' || item.answers > 0) && item.answers}</td>
        </>
      )}
      <td>
        {item.state !== 'review' && (
          <a href={`/profile/cases/edit/?id=${item.id}`} aria-label={`Изменить: ${title}`}>
            Изменить
          </a>
        )}
      </td>
    </tr>
  );
}
