import type { Output } from '#contract/client/call.ts';
import { formatDay, monthsAfter } from '#domain/dates.ts';
import { recordAddress } from '#domain/desk.ts';
import { injectStyles } from '#ui/injectStyles.ts';
import { Button } from '#ui/Button.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useSearchState } from '../../lib/useSearchState.ts';
import css from './calendar.css?inline';

injectStyles(css);

type Planned = Output<'GET /api/editors/plan'>['items'][number];

const actions: Record<Planned['action'], string> = {
  publish: 'Выйдет',
  unpublish: 'Снимут с сайта',
  review: 'Пересмотреть',
};
const weekdays = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];

/** What is planned, month by month: on the leaf of the month where there is room for it, and as a list. */
export function Calendar() {
  const { state, change } = useSearchState(fields);
  const { month } = state;
  const setMonth = (next: string) => change({ month: next });
  const { query, refetch } = useQuery('GET /api/editors/plan', { query: { month } });
  const found = query.data;
  const days = Map.groupBy(
    (found?.items ?? []).map((item) => ({ ...item, day: dayOf(item.at) })),
    ({ day }) => day,
  );
  const inMonth = [...days]
    .filter(([day]) => day.startsWith(month))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const title = formatDay(month);
  return (
    <>
      <h1>Календарь</h1>
      <p className="muted">
        Что выйдет и что снимут по времени, которое назначили редакторы, и что пора пересмотреть.
      </p>
      <div className="calendar-head cluster gap-6 around-6">
        <Button
          size="small"
          variant="secondary"
          onClick={() => setMonth(monthsAfter(`${month}-01`, -1).slice(0, 7))}
        >
          Раньше
        </Button>
        <h2 id="calendar-month" aria-live="polite">
          {title[0]?.toUpperCase()}
          {title.slice(1)}
        </h2>
        <Button
          size="small"
          variant="secondary"
          onClick={() => setMonth(monthsAfter(`${month}-01`, 1).slice(0, 7))}
        >
          Позже
        </Button>
      </div>
      <QueryError query={query} refetch={refetch} />
      <Leaf month={month} days={days} />
      {query.state === 'pending' && !found && <p className="muted above-8">Загружаем…</p>}
      {query.state === 'success' && inMonth.length === 0 && (
        <p className="center-text muted pad-block-16">На этот месяц ничего не назначено.</p>
      )}
      <ol className="calendar-list stack gap-4" aria-label="Список">
        {inMonth.map(([day, items]) => (
          <li className="line-above pad-block-4" key={day} id={`day-${day}`}>
            <h3>{formatDay(day)}</h3>
            <ul className="stack gap-4">
              {items.map(({ at, action, record }) => (
                <li key={`${action} ${record.id}`}>
                  <span className="pill" data-tone={action === 'review' ? 'neutral' : 'brand'}>
                    {actions[action]}
                    {timeOf(at)}
                  </span>{' '}
                  <a href={recordAddress(record.id)}>{record.title}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {found && found.total > found.items.length && (
        <p className="muted">
          Показаны первые {found.items.length} из {found.total}. Остальные — в{' '}
          <a href="/profile/editors/records/?sort=review_due">материалах по сроку пересмотра</a>.
        </p>
      )}
    </>
  );
}

const fields = {
  month: ([given = '']: readonly string[]) =>
    /^20\d\d-(0[1-9]|1[0-2])$/.test(given) ? given : dayOf(new Date().toISOString()).slice(0, 7),
};

const two = (number: number) => String(number).padStart(2, '0');

/** By the clock of anyone who looks; a day stays the day that it is. */
function dayOf(at: string): string {
  if (at.length === 10) return at;
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const timeOf = (at: string) => {
  if (at.length === 10) return '';
  const date = new Date(at);
  return ` в ${two(date.getHours())}:${two(date.getMinutes())}`;
};

const shownInCell = 2;

/** The month as a table of weeks; each day leads to its place in the list. */
function Leaf({ month, days }: { month: string; days: ReadonlyMap<string, readonly Planned[]> }) {
  const first = new Date(`${month}-01T00:00:00Z`);
  const before = (first.getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const weeks = Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    weekdays.map((_day, column) => {
      const number = week * 7 + column - before + 1;
      return number >= 1 && number <= count ? `${month}-${two(number)}` : undefined;
    }),
  );
  return (
    <table className="calendar-leaf full-width below-8" aria-labelledby="calendar-month">
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th className="muted text-3" key={day} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={index}>
            {week.map((day, column) => (
              <td key={day ?? column}>{day && <Day day={day} items={days.get(day) ?? []} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day, items }: { day: string; items: readonly Planned[] }) {
  return (
    <>
      <span className="muted figures text-3">{Number(day.slice(8))}</span>
      {items.slice(0, shownInCell).map(({ action, record }) => (
        <a
          key={`${action} ${record.id}`}
          href={recordAddress(record.id)}
          title={`${actions[action]}: ${record.title}`}
        >
          {record.title}
        </a>
      ))}
      {items.length > shownInCell && <a href={`#day-${day}`}>и ещё {items.length - shownInCell}</a>}
    </>
  );
}
