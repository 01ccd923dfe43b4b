import type { Output } from '#contract/client/call.ts';
import { recordAddress } from '#domain/desk.ts';
import { readPeriods } from '#domain/reads.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { oneOf, pageNumber, text, useSearchState } from '../../lib/useSearchState.ts';
import { ChoiceFilter, Filters } from '../parts/Filters.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { Tabs } from '../parts/Tabs.tsx';

type Kinds = Output<'GET /api/editors/reads'>['kinds'];
type Page = Output<'GET /api/editors/reads/pages'>['items'][number];

/** What the screen of reading shows: over how many days, and which of the pages. */
export const readingFields = {
  days: oneOf(['30', ...readPeriods]),
  of: oneOf(['read', 'unread']),
  kind: text,
  page: pageNumber,
};

/** Most and least read pages, of all kinds or one. */
export function ReadPages({ kinds }: { kinds: Kinds }) {
  const search = useSearchState(readingFields);
  const { days, of, kind } = search.state;
  const { query, refetch } = useQuery('GET /api/editors/reads/pages', {
    query: { page_size: 20, ...search.query, days, of },
  });
  const chosen = kinds.filter((one) => kind === '' || one.kind === kind);
  const unread = chosen.reduce((sum, one) => sum + one.unread, 0);
  const titleOf = (code: string) => kinds.find((one) => one.kind === code)?.title ?? '';
  return (
    <section aria-labelledby="reading-pages">
      <h2 id="reading-pages">Страницы</h2>
      <Tabs
        label="Страницы"
        tabs={[
          { code: 'read', title: 'Читают' },
          { code: 'unread', title: 'Не читает никто', count: unread },
        ]}
        chosen={of}
        choose={(code) => search.change({ of: code })}
      >
        <ListScreen
          query={query}
          refetch={refetch}
          search={search}
          forms={['страница', 'страницы', 'страниц']}
          empty={
            of === 'read' ? 'За эти дни здесь ничего не читали.' : 'Каждую страницу кто-нибудь открывал.'
          }
          filters={
            <Filters>
              <ChoiceFilter
                label="Вид"
                any="Все"
                options={Object.fromEntries(kinds.map((one) => [one.kind, one.title]))}
                value={kind}
                onChange={(code) => search.change({ kind: code })}
              />
            </Filters>
          }
        >
          {({ items }) => (
            <DataTable
              isNamed
              label={of === 'read' ? 'Самые читаемые страницы' : 'Страницы, которые не читал никто'}
              columns={['Страница', 'Просмотров', 'Было', 'Вид', 'В редакции']}
              isBusy={query.state === 'pending'}
            >
              {items.map((one) => (
                <ReadPageLine key={one.path} page={one} kind={titleOf(one.kind)} />
              ))}
            </DataTable>
          )}
        </ListScreen>
      </Tabs>
    </section>
  );
}

function ReadPageLine({ page: { path, title, record, count, before }, kind }: { page: Page; kind: string }) {
  const change = count - before;
  return (
    <tr>
      <th scope="row">
        <a href={encodeURI(path)}>{title}</a>
      </th>
      <td className="figures" data-title="Просмотров">
        {count.toLocaleString('ru')}
      </td>
      <td className="figures" data-title="Было">
        {before.toLocaleString('ru')}
        {change !== 0 && (
          <span className="muted">
            {' '}
            ({change > 0 ? '+' : '−'}
            {Math.abs(change).toLocaleString('ru')})
          </span>
        )}
      </td>
      <td>{kind}</td>
      <td>
        {record !== null && (
          <a href={recordAddress(record)} aria-label={`Запись: ${title}`}>
            Запись
          </a>
        )}
      </td>
    </tr>
  );
}
