import { counted, plural } from '#domain/plural.ts';
import { ChoiceFilter, Filters, TextFilter } from '../parts/Filters.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { oneOf, pageNumber, text, useSearchState } from '../../lib/useSearchState.ts';
import { PersonCard } from './PersonCard.tsx';
import { familyTitle, roles, states } from './words.ts';

const types = { ...roles, family: familyTitle };
const fields = {
  query: text,
  type: oneOf(['', ...(Object.keys(types) as (keyof typeof types)[])]),
  state: oneOf(['', ...(Object.keys(states) as (keyof typeof states)[])]),
  page: pageNumber,
};

/** Accounts: role and block, each with its reason. For administrators. */
export function Users() {
  const search = useSearchState(fields);
  const { query, refetch } = useQuery('GET /api/editors/users', {
    query: { page_size: 30, ...search.query },
  });
  return (
    <ListScreen
      title="Пользователи"
      actions={
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href="/api/editors/consents"
          download
        >
          Журнал согласий (CSV)
        </a>
      }
      filters={
        <>
          <WaitingDoctors />
          <UserFilters search={search} />
        </>
      }
      query={query}
      refetch={refetch}
      search={search}
      forms={['учётная запись', 'учётные записи', 'учётных записей']}
      empty="Таких учётных записей нет. Измените условия."
    >
      {({ items }) => (
        <ul className="desk-history">
          {items.map((person) => (
            <PersonCard key={person.id} person={person} />
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

function WaitingDoctors() {
  const { query } = useQuery('GET /api/editors/applications', {
    query: { type: 'verification', page_size: 1 },
  });
  const doctors = query.data?.total ?? 0;
  if (doctors === 0) return null;
  return (
    <p className="callout around-4" data-tone="info">
      {plural(doctors, ['Ждёт', 'Ждут', 'Ждут'])} подтверждения:{' '}
      {counted(doctors, ['врач', 'врача', 'врачей'])}.{' '}
      <a href="/profile/editors/inbox/">Решить в обращениях</a>
    </p>
  );
}

function UserFilters({
  search: { state, change },
}: {
  search: ReturnType<typeof useSearchState<typeof fields>>;
}) {
  return (
    <Filters>
      <TextFilter
        label="Фамилия, адрес почты или номер"
        value={state.query}
        onChange={(query) => change({ query }, 'replace')}
      />
      <ChoiceFilter
        label="Роль"
        any="Любая"
        options={types}
        value={state.type}
        onChange={(type) => change({ type })}
      />
      <ChoiceFilter
        label="Состояние"
        any="Любое"
        options={states}
        value={state.state}
        onChange={(next) => change({ state: next })}
      />
    </Filters>
  );
}
