import { QueryError } from '../../lib/LoadError.tsx';
import { DeskHead } from '../parts/ListScreen.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { oneOf, useSearchState } from '../../lib/useSearchState.ts';
import { useQuery } from '../../lib/useQuery.ts';
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
const fields = { part: oneOf(['dictionaries', 'menus', 'site', 'rules']) };

/** What the records stand on: dictionaries, menus, the name of the portal, and the rule of the second editor; pages are records. */
export function Dictionaries() {
  const { state, change } = useSearchState(fields);
  return (
    <>
      <DeskHead title="Словари и страницы">
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href="/profile/editors/records/?kind=page"
        >
          Страницы портала
        </a>
      </DeskHead>
      <Tabs label="Что править" tabs={tabs} chosen={state.part} choose={(part) => change({ part })}>
        {state.part === 'dictionaries' && <All />}
        {state.part === 'menus' && <Menus />}
        {state.part === 'site' && <SiteName />}
        {state.part === 'rules' && <Rules />}
      </Tabs>
    </>
  );
}

function All() {
  const { query, refetch } = useQuery('GET /api/editors/dictionaries');
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
