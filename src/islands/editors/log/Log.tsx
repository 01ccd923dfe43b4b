import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import type { AuditLine } from '#contract/client/editors.ts';
import { recordAddress } from '#domain/desk.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { QueryError } from '../../LoadError.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/Filters.tsx';
import { useDebounced } from '../parts/useDebounced.ts';
import { useApiQuery } from '../../useQuery.ts';
import { formatDateTime } from '../../dates.ts';
import { Chain } from './Chain.tsx';

const nothing = { action: '', who: '', record: '', since: '', until: '' };
type Narrowing = typeof nothing;

/** The audit log: who did what and when, tamper-evident. For administrators. */
export function Log() {
  const [narrowing, setNarrowing] = useState<Narrowing>(nothing);
  /** Numbers before which the pages shown so far begin. */
  const [path, setPath] = useState<number[]>([]);
  const given = Object.fromEntries(
    Object.entries(useDebounced(narrowing)).filter(([key, value]) => fits(key as keyof Narrowing, value)),
  );
  const before = path.at(-1);
  const { query, refetch } = useApiQuery('GET /api/editors/audit', {
    query: { ...given, ...(before === undefined ? {} : { before: String(before) }) },
  });
  const found = query.data;
  const narrow = (more: Partial<Narrowing>) => {
    setNarrowing({ ...narrowing, ...more });
    setPath([]);
  };
  const isNarrow = Object.keys(given).length > 0;
  const last = found?.items.at(-1)?.id;
  return (
    <>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <h1>Журнал</h1>
        <div className="desk-actions cluster gap-4">
          <a
            className="button"
            data-variant="secondary"
            data-size="small"
            href={`/api/editors/audit.jsonl?${new URLSearchParams(given).toString()}`}
            download
          >
            {isNarrow ? 'Выгрузить найденное (JSON)' : 'Выгрузить всё (JSON)'}
          </a>
        </div>
      </div>
      <Chain />
      <LogFilters narrowing={narrowing} narrow={narrow} actions={found?.actions ?? []} />
      <QueryError query={query} refetch={refetch} />
      <p className="desk-total" role="status">
        {found && counted(found.total, ['событие', 'события', 'событий'])}
      </p>
      {found?.items.length === 0 && (
        <div className="desk-empty muted pad-block-16">
          <p>Таких событий нет.</p>
          <Button variant="secondary" size="small" onClick={() => narrow(nothing)}>
            Показать все
          </Button>
        </div>
      )}
      {found && found.items.length > 0 && (
        <AuditRows rows={found.items} isPending={query.state === 'pending'} />
      )}
      {found && (path.length > 0 || (last !== undefined && last > 1 && found.items.length === 50)) && (
        <nav className="desk-pages cluster gap-6" aria-label="Страницы журнала">
          <Button
            variant="secondary"
            size="small"
            disabled={path.length === 0}
            onClick={() => setPath(path.slice(0, -1))}
          >
            Новее
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={found.items.length < 50 || last === undefined}
            onClick={() => last !== undefined && setPath([...path, last])}
          >
            Старше
          </Button>
        </nav>
      )}
    </>
  );
}

function LogFilters({
  narrowing,
  narrow,
  actions,
}: {
  narrowing: Narrowing;
  narrow(more: Partial<Narrowing>): void;
  actions: Output<'GET /api/editors/audit'>['actions'];
}) {
  return (
    <Filters>
      <TextFilter
        label="Кто или о ком"
        placeholder="Имя, почта, №"
        value={narrowing.who}
        onChange={(who) => narrow({ who })}
      />
      <ChoiceFilter
        label="Что сделано"
        any="Всё"
        options={actions.map(({ action, title }) => [action, title])}
        value={narrowing.action}
        onChange={(action) => narrow({ action })}
      />
      <TextFilter
        label="Номер записи"
        type="text"
        inputMode="numeric"
        value={narrowing.record}
        onChange={(record) => narrow({ record: record.replace(/\D/g, '').slice(0, 9) })}
      />
      <TextFilter
        label="С дня"
        type="date"
        max={narrowing.until || undefined}
        value={narrowing.since}
        onChange={(since) => narrow({ since })}
      />
      <TextFilter
        label="По день"
        type="date"
        min={narrowing.since || undefined}
        value={narrowing.until}
        onChange={(until) => narrow({ until })}
      />
    </Filters>
  );
}

/** A date or a number that is still being typed is no condition yet. */
function fits(key: keyof Narrowing, value: string): boolean {
  if (key === 'since' || key === 'until') return /^[12]\d{3}-\d\d-\d\d$/.test(value);
  return value.trim() !== '';
}

const stateWords: Record<string, string> = {
  draft: 'черновик',
  review: 'на проверке',
  published: 'опубликовано',
  archived: 'в архиве',
};

/** Details as they are kept, without the print of a version: it is for the check of the chain. */
function detailsInWords({ action, details, ...about }: AuditLine): string {
  // The number of the case stands beside it.
  if (about.case && details === String(about.case.id)) return '';
  const [, version, state = ''] =
    (action === 'record written' && /^версия (\d+), (\w+)/.exec(details ?? '')) || [];
  return version ? `версия ${version}, ${stateWords[state] ?? state}` : (details ?? '');
}

function AuditRows({ rows, isPending }: { rows: readonly AuditLine[]; isPending: boolean }) {
  return (
    <ScrollTable
      label="Журнал"
      columns={['Когда', 'Кто', 'Что', 'О чём', 'Подробности', 'Строка']}
      isBusy={isPending}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td>{formatDateTime(row.at)}</td>
          <td data-title="Кто">
            <Actor row={row} />
          </td>
          <th scope="row">{row.title}</th>
          <td>
            <AuditSubject row={row} />
          </td>
          <td className="desk-details">{detailsInWords(row)}</td>
          <td className="figures" data-title="Строка">
            {row.id}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

function Actor({ row: { actor, is_forgotten: isForgotten, pseudonym } }: { row: AuditLine }) {
  if (actor) return <Person person={actor} />;
  if (pseudonym) return `Удалённый аккаунт ${pseudonym}`;
  return isForgotten ? 'Удалённый аккаунт' : 'Портал';
}

/** Namesakes are distinguished by the number, by which «Кто или о ком» finds the rows of one of them. */
const Person = ({ person: { id, name } }: { person: NonNullable<AuditLine['actor']> }) => (
  <>
    {name}{' '}
    <small>
      <a href={`/profile/editors/users/?id=${id}`}>№ {id}</a>
    </small>
  </>
);

function AuditSubject({ row: { record, case: ofCase, user } }: { row: AuditLine }) {
  if (record) return <a href={recordAddress(record.id)}>{record.title}</a>;
  return (
    <>
      {ofCase?.published && <a href={`/cases/${ofCase.id}/`}>Случай № {ofCase.id}</a>}
      {ofCase && !ofCase.published && <>Случай № {ofCase.id}</>}
      {ofCase && user && ', '}
      {user && <Person person={user} />}
    </>
  );
}
