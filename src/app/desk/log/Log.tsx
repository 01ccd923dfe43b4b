import type { Output } from '#contract/client/call.ts';
import type { AuditLine } from '#contract/desk.ts';
import { recordAddress } from '#domain/desk.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/Filters.tsx';
import { DeskHead } from '../parts/ListScreen.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { several, text, useSearchState } from '../../lib/useSearchState.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Chain } from './Chain.tsx';

const fields = { action: text, who: text, record: text, since: text, until: text };
const noConditions = { action: '', who: '', record: '', since: '', until: '' };
type Search = ReturnType<typeof useSearchState<typeof fields>>;

const shownTogether = 50;

/** The audit log: who did what and when, tamper-evident. For administrators. */
export function Log() {
  const search = useSearchState({ ...fields, before: several });
  const { state, change } = search;
  const { before: _, since, until, ...rest } = search.query;
  const given = { ...rest, ...(isDay(since) && { since }), ...(isDay(until) && { until }) };
  /** Numbers before which the pages shown so far begin. */
  const path = state.before;
  const narrow: Search['change'] = (more, how) => change({ ...more, before: [] }, how);
  const { query, refetch } = useQuery('GET /api/editors/audit', {
    query: { ...given, ...(path.length > 0 && { before: path.at(-1) }) },
  });
  const found = query.data;
  const isNarrow = Object.keys(given).length > 0;
  const last = found?.items.at(-1)?.id;
  const isFull = found?.items.length === shownTogether;
  return (
    <>
      <DeskHead title="Журнал">
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href={`/api/editors/audit.jsonl?${new URLSearchParams(given).toString()}`}
          download
        >
          {isNarrow ? 'Выгрузить найденное (JSON)' : 'Выгрузить всё (JSON)'}
        </a>
      </DeskHead>
      <Chain />
      <LogFilters state={state} change={narrow} actions={found?.actions ?? []} />
      <QueryError query={query} refetch={refetch} />
      <p className="around-6 muted" role="status">
        {found && counted(found.total, ['событие', 'события', 'событий'])}
      </p>
      {found?.items.length === 0 && (
        <div className="center-text muted pad-block-16">
          <p>Таких событий нет.</p>
          <Button variant="secondary" size="small" onClick={() => narrow(noConditions)}>
            Показать все
          </Button>
        </div>
      )}
      {found && found.items.length > 0 && (
        <AuditRows rows={found.items} isPending={query.state === 'pending'} />
      )}
      {found && (path.length > 0 || (last !== undefined && last > 1 && isFull)) && (
        <nav className="cluster gap-6 above-8" aria-label="Страницы журнала">
          <Button
            variant="secondary"
            size="small"
            disabled={path.length === 0}
            onClick={() => change({ before: path.slice(0, -1) })}
          >
            Новее
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={!isFull}
            onClick={() => change({ before: [...path, String(last)] })}
          >
            Старше
          </Button>
        </nav>
      )}
    </>
  );
}

/** A date that is still being typed is no condition yet. */
const isDay = (given: string | undefined) => /^[12]\d{3}-\d\d-\d\d$/.test(given ?? '');

function LogFilters({
  state,
  change,
  actions,
}: Pick<Search, 'state' | 'change'> & {
  actions: Output<'GET /api/editors/audit'>['actions'];
}) {
  return (
    <Filters>
      <TextFilter
        label="Кто или о ком"
        placeholder="Имя, почта, №"
        value={state.who}
        onChange={(who) => change({ who }, 'replace')}
      />
      <ChoiceFilter
        label="Что сделано"
        any="Всё"
        options={Object.fromEntries(actions.map(({ action, title }) => [action, title]))}
        value={state.action}
        onChange={(action) => change({ action })}
      />
      <TextFilter
        label="Номер записи"
        type="text"
        inputMode="numeric"
        value={state.record}
        onChange={(record) => change({ record: record.replace(/\D/g, '').slice(0, 9) }, 'replace')}
      />
      <TextFilter
        label="С дня"
        type="date"
        max={state.until || undefined}
        value={state.since}
        onChange={(since) => change({ since }, 'replace')}
      />
      <TextFilter
        label="По день"
        type="date"
        min={state.since || undefined}
        value={state.until}
        onChange={(until) => change({ until }, 'replace')}
      />
    </Filters>
  );
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
    <DataTable
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
          <td className="desk-details break-anywhere">{detailsInWords(row)}</td>
          <td className="figures" data-title="Строка">
            {row.id}
          </td>
        </tr>
      ))}
    </DataTable>
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
    <span className="small">
      <a href={`/profile/editors/users/?query=${id}`}>№ {id}</a>
    </span>
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
