import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import { recordAddress } from '#domain/desk.ts';
import { counted } from '#domain/plural.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { QueryError } from '../../LoadError.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { ChoiceFilter, Filters } from '../parts/Filters.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { Tabs } from '../parts/Tabs.tsx';

type Kinds = Output<'GET /api/editors/reads'>['kinds'];
type Page = Output<'GET /api/editors/reads/pages'>['items'][number];

const shownTogether = 20;

/** Most and least read pages, of all kinds or one. */
export function ReadPages({ days, kinds }: { days: string; kinds: Kinds }) {
  const [of, setOf] = useState<'read' | 'unread'>('read');
  const [kind, setKind] = useState('');
  const [page, setPage] = useState(1);
  const { query, refetch } = useApiQuery('GET /api/editors/reads/pages', {
    query: { days, of, page, page_size: shownTogether, ...(kind ? { kind } : {}) },
  });
  const found = query.data;
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
        choose={(code) => {
          setOf(code);
          setPage(1);
        }}
      >
        <Filters>
          <ChoiceFilter
            label="Вид"
            any="Все"
            options={kinds.map((one) => [one.kind, one.title])}
            value={kind}
            onChange={(code) => {
              setKind(code);
              setPage(1);
            }}
          />
        </Filters>
        <QueryError query={query} refetch={refetch} />
        <p className="desk-total" role="status">
          {found ? counted(found.total, ['страница', 'страницы', 'страниц']) : 'Загружаем…'}
        </p>
        {found && found.total === 0 && (
          <p className="desk-empty muted pad-block-16">
            {of === 'read' ? 'За эти дни здесь ничего не читали.' : 'Каждую страницу кто-нибудь открывал.'}
          </p>
        )}
        {found && found.items.length > 0 && (
          <ScrollTable
            isNamed
            label={of === 'read' ? 'Самые читаемые страницы' : 'Страницы, которые не читал никто'}
            columns={['Страница', 'Просмотров', 'Было', 'Вид', 'В редакции']}
            isBusy={query.state === 'pending'}
          >
            {found.items.map((one) => (
              <ReadPageLine key={one.path} page={one} kind={titleOf(one.kind)} />
            ))}
          </ScrollTable>
        )}
        <Pagination page={page} total={found?.total ?? 0} size={shownTogether} onChange={setPage} />
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
