import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import { counted, plural } from '#domain/plural.ts';
import { QueryError } from '../../LoadError.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/Filters.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { useDebounced } from '../parts/useDebounced.ts';
import { useApiQuery } from '../../useQuery.ts';
import { PersonCard } from './PersonCard.tsx';
import { familyTitle, roles, states } from './words.ts';

export type Person = Output<'GET /api/editors/users'>['items'][number];

const nothing = { query: '', type: '', state: '' };

/** The log leads to one account by its number: `?id=12`. */
const asked = () => ({
  ...nothing,
  query: /^\d{1,9}$/.exec(new URLSearchParams(location.search).get('id') ?? '')?.[0] ?? '',
});

/** Accounts: role and block, each with its reason. For administrators. */
export function Users() {
  const [narrowing, setNarrowing] = useState(asked);
  const [page, setPage] = useState(1);
  const { query, type, state } = useDebounced(narrowing);
  const { query: result, refetch } = useApiQuery('GET /api/editors/users', {
    query: {
      page,
      page_size: 30,
      ...(query.trim() ? { query: query.trim() } : {}),
      ...(type ? { type } : {}),
      ...(state ? { state } : {}),
    },
  });
  const waiting = useApiQuery('GET /api/editors/applications', {
    query: { type: 'verification', page_size: 1 },
  });
  const found = result.data;
  const narrow = (more: Partial<typeof nothing>) => {
    setNarrowing({ ...narrowing, ...more });
    setPage(1);
  };
  const doctors = waiting.query.data?.total ?? 0;
  return (
    <>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h1>Пользователи</h1>
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href="/api/editors/consents"
          download
        >
          Журнал согласий (CSV)
        </a>
      </div>
      {doctors > 0 && (
        <p className="desk-note">
          {plural(doctors, ['Ждёт', 'Ждут', 'Ждут'])} подтверждения:{' '}
          {counted(doctors, ['врач', 'врача', 'врачей'])}.{' '}
          <a href="/profile/editors/inbox/">Решить в обращениях</a>
        </p>
      )}
      <Filters>
        <TextFilter
          label="Фамилия, адрес почты или номер"
          value={narrowing.query}
          onChange={(words) => narrow({ query: words })}
        />
        <ChoiceFilter
          label="Роль"
          any="Любая"
          options={[...Object.entries(roles), ['family', familyTitle]]}
          value={narrowing.type}
          onChange={(role) => narrow({ type: role })}
        />
        <ChoiceFilter
          label="Состояние"
          any="Любое"
          options={Object.entries(states)}
          value={narrowing.state}
          onChange={(next) => narrow({ state: next })}
        />
      </Filters>
      <QueryError query={result} refetch={refetch} />
      <p className="desk-total" role="status">
        {found && counted(found.total, ['учётная запись', 'учётные записи', 'учётных записей'])}
      </p>
      {found?.total === 0 && (
        <p className="desk-empty muted pad-block-16">Таких учётных записей нет. Измените условия.</p>
      )}
      <ul className="desk-history">
        {found?.items.map((person) => (
          <PersonCard key={person.id} person={person} done={refetch} />
        ))}
      </ul>
      {found && <Pagination page={page} total={found.total} size={found.page_size} onChange={setPage} />}
    </>
  );
}
