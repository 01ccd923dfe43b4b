import { QueryError } from '../../LoadError.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { useTab } from '../parts/useTab.ts';
import { useApiQuery } from '../../useQuery.ts';
import { Dictionary } from './Dictionary.tsx';
import { Menus } from './Menus.tsx';
import { Rules } from './Rules.tsx';
import { SiteName } from './SiteName.tsx';

const tabs = [
  { code: 'dictionaries', title: 'Словари' },
  { code: 'menus', title: 'Меню' },
  { code: 'site', title: 'Название портала' },
  { code: 'rules', title: 'Второй редактор' },
] as const;

/** What the records stand on: dictionaries, menus, the name of the portal, and the rule of the second editor; pages are records. */
export function Dictionaries() {
  const { chosen, choose } = useTab(['dictionaries', 'menus', 'site', 'rules']);
  return (
    <>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h1>Словари и страницы</h1>
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href="/profile/editors/records/?kind=page"
        >
          Страницы портала
        </a>
      </div>
      <Tabs label="Что править" tabs={tabs} chosen={chosen} choose={choose}>
        {chosen === 'dictionaries' && <All />}
        {chosen === 'menus' && <Menus />}
        {chosen === 'site' && <SiteName />}
        {chosen === 'rules' && <Rules />}
      </Tabs>
    </>
  );
}

function All() {
  const { query, refetch } = useApiQuery('GET /api/editors/dictionaries');
  return (
    <>
      <QueryError query={query} refetch={refetch} />
      {!query.data && query.state === 'pending' && <p className="muted above-8">Загружаем…</p>}
      {query.data?.map((dictionary) => (
        <Dictionary key={dictionary.code} dictionary={dictionary} done={refetch} />
      ))}
    </>
  );
}
