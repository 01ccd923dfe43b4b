import { useState } from 'react';
import { recordAddress } from '#domain/desk.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import type { AuditRow } from '#contract/client/editors.ts';
import { Failure } from '../parts/Failure.tsx';
import { useLater } from '../parts/useLater.ts';
import { useAnswer } from '../useAnswer.ts';
import { momentWords } from '../words.ts';
import { Chain } from './Chain.tsx';

const nothing = { deed: '', who: '', record: '', since: '', until: '' };
type Narrowing = typeof nothing;

/** Who did what and when; nobody can take a row out unseen. For administrators. */
export function Log() {
  const [narrowing, setNarrowing] = useState<Narrowing>(nothing);
  /** Numbers before which the pages shown so far begin. */
  const [path, setPath] = useState<number[]>([]);
  const given = Object.fromEntries(
    Object.entries(useLater(narrowing)).filter(([key, value]) => fits(key as keyof Narrowing, value)),
  );
  const before = path.at(-1);
  const { answer, again } = useAnswer('GET /api/editors/audit', {
    query: { ...given, ...(before === undefined ? {} : { before: String(before) }) },
  });
  const found = answer.data;
  const narrow = (more: Partial<Narrowing>) => {
    setNarrowing({ ...narrowing, ...more });
    setPath([]);
  };
  const isNarrow = Object.keys(given).length > 0;
  const last = found?.items.at(-1)?.id;
  return (
    <>
      <div className="desk-head">
        <h1>Журнал</h1>
        <div className="desk-actions">
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
      <form className="desk-filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Кто или о ком
          <input
            className="input"
            type="search"
            placeholder="Фамилия, почта, №"
            value={narrowing.who}
            onChange={({ target }) => narrow({ who: target.value })}
          />
        </label>
        <label>
          Что сделано
          <select
            className="input"
            value={narrowing.deed}
            onChange={({ target }) => narrow({ deed: target.value })}
          >
            <option value="">Всё</option>
            {found?.deeds.map(({ deed, title }) => (
              <option key={deed} value={deed}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Номер записи
          <input
            className="input"
            inputMode="numeric"
            value={narrowing.record}
            onChange={({ target }) => narrow({ record: target.value.replace(/\D/g, '').slice(0, 9) })}
          />
        </label>
        <label>
          С дня
          <input
            className="input"
            type="date"
            value={narrowing.since}
            max={narrowing.until || undefined}
            onChange={({ target }) => narrow({ since: target.value })}
          />
        </label>
        <label>
          По день
          <input
            className="input"
            type="date"
            value={narrowing.until}
            min={narrowing.since || undefined}
            onChange={({ target }) => narrow({ until: target.value })}
          />
        </label>
      </form>
      {answer.state === 'failed' && <Failure error={answer.error} again={again} />}
      <p className="desk-total" role="status">
        {found &&
          `${found.total.toLocaleString('ru')} ${plural(found.total, ['событие', 'события', 'событий'])}`}
      </p>
      {found?.items.length === 0 && (
        <div className="desk-empty">
          <p>Таких событий нет.</p>
          <Button variant="secondary" size="small" onClick={() => narrow(nothing)}>
            Показать все
          </Button>
        </div>
      )}
      {found && found.items.length > 0 && <Rows rows={found.items} isAsking={answer.state === 'asking'} />}
      {found && (path.length > 0 || (last !== undefined && last > 1 && found.items.length === 50)) && (
        <nav className="desk-pages" aria-label="Страницы журнала">
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
function detailsInWords({ deed, details }: AuditRow): string {
  const [, version, state = ''] =
    (deed === 'record written' && /^версия (\d+), (\w+),/.exec(details ?? '')) || [];
  return version ? `версия ${version}, ${stateWords[state] ?? state}` : (details ?? '');
}

function Rows({ rows, isAsking }: { rows: readonly AuditRow[]; isAsking: boolean }) {
  return (
    <div className="desk-table" tabIndex={0} role="region" aria-label="Журнал" aria-busy={isAsking}>
      <table>
        <thead>
          <tr>
            <th scope="col">Когда</th>
            <th scope="col">Кто</th>
            <th scope="col">Что</th>
            <th scope="col">О чём</th>
            <th scope="col">Подробности</th>
            <th scope="col">Строка</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="desk-moment">{momentWords(row.at)}</td>
              <td>{row.actor ?? 'Портал'}</td>
              <td>{row.title}</td>
              <td>
                {row.record ? (
                  <a href={recordAddress(row.record.id)}>{row.record.title}</a>
                ) : (
                  (row.user ?? '')
                )}
              </td>
              <td className="desk-details">{detailsInWords(row)}</td>
              <td className="figures">{row.id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
