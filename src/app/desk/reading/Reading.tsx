import type { Output } from '#contract/client/call.ts';
import { formatDay } from '#domain/dates.ts';
import { counted } from '#domain/plural.ts';
import { cameFrom, readPeriods } from '#domain/reads.ts';
import { injectStyles } from '#ui/injectStyles.ts';
import { Button } from '#ui/Button.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useSearchState } from '../../lib/useSearchState.ts';
import { DeskHead } from '../parts/ListScreen.tsx';
import { Misses } from '../overview/Misses.tsx';
import { DayChart } from './DayChart.tsx';
import { ReadPages, readingFields } from './ReadPages.tsx';
import css from './reading.css?inline';

injectStyles(css);

type Found = Output<'GET /api/editors/reads'>;

/** How the site is read, without anything of those who read it. */
export function Reading() {
  const { state, change } = useSearchState(readingFields);
  const { days } = state;
  const { query, refetch } = useQuery('GET /api/editors/reads', { query: { days } });
  const found = query.data;
  return (
    <>
      <DeskHead title="Чтение">
        <div className="desk-actions cluster gap-4" role="group" aria-label="За сколько дней">
          {readPeriods.map((period) => (
            <Button
              key={period}
              size="small"
              variant="secondary"
              aria-pressed={period === days}
              onClick={() => change({ days: period })}
            >
              {period} дней
            </Button>
          ))}
        </div>
        <a
          className="button"
          data-variant="secondary"
          data-size="small"
          href={`/api/editors/reads.csv?days=${days}`}
          download
        >
          CSV
        </a>
      </DeskHead>
      <QueryError query={query} refetch={refetch} />
      {!found && query.state === 'pending' && <p className="muted above-8">Загружаем…</p>}
      {found && (
        <div aria-busy={query.state === 'pending'}>
          <Total found={found} />
          {found.total > 0 && <DayChart days={found.days} />}
        </div>
      )}
      {found && <ReadPages kinds={found.kinds} />}
      <div className="desk-board above-10">
        {found && found.total > 0 && <From found={found} />}
        <Misses />
      </div>
      <Honest />
    </>
  );
}

function Total({ found: { days, total, before, since } }: { found: Found }) {
  if (since === null)
    return (
      <p className="center-text muted pad-block-16">
        Ещё ничего не посчитано. Просмотры появятся здесь в течение минуты после того, как страницу откроет
        первый читатель.
      </p>
    );
  const [first] = days;
  const isShort = first !== undefined && since > first.day;
  return (
    <p className="around-6" role="status">
      <strong className="semibold text-9">{counted(total, ['просмотр', 'просмотра', 'просмотров'])}</strong>
      {isShort ? (
        <span className="muted"> Считаем с {formatDay(since)}: сравнить пока не с чем.</span>
      ) : (
        before > 0 && (
          <span className="muted">
            {' '}
            {changeWords(total, before)}: за столько же дней до этого{' '}
            <span className="figures">{before.toLocaleString('ru')}</span>
          </span>
        )
      )}
    </p>
  );
}

function changeWords(count: number, before: number): string {
  const share = Math.round(((count - before) / before) * 100);
  if (share === 0) return 'столько же';
  return `на ${Math.abs(share).toLocaleString('ru')} % ${share > 0 ? 'больше' : 'меньше'}`;
}

function From({ found: { from, total } }: { found: Found }) {
  return (
    <section className="desk-card">
      <h2>Откуда приходят</h2>
      <ul className="reading-from">
        {from.map(({ via, count }) => (
          <li key={via}>
            <span>{cameFrom[via]}</span>
            <span className="figures">
              {count.toLocaleString('ru')}{' '}
              <span className="muted">({Math.round((count / total) * 100)} %)</span>
            </span>
            <progress max={total} value={count} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a figure without a beacon cannot know. */
const Honest = () => (
  <section className="muted measure text-4 above-16">
    <h2>Что здесь посчитано</h2>
    <p>
      Считается каждая страница, которую портал отдал браузеру. О читателе не записывается ничего: ни адрес
      сети, ни браузер, ни куки, поэтому число людей неизвестно, а сутки идут по московскому времени.
    </p>
    <ul className="bullets stack gap-4 above-4">
      <li>
        Не считаются роботы, которые себя называют, страницы, которые браузер загрузил заранее и не открыл,
        чтение без сети и вошедшие редакторы. Робот, который выдаёт себя за браузер, попадёт в счёт.
      </li>
      <li>Не считаются личный кабинет и клинические случаи: число читателей случая видит его автор.</li>
      <li>
        Если страницы раздаёт CDN или другой сервер, их чтения здесь нет: его считает журнал этого сервера.
      </li>
    </ul>
  </section>
);
