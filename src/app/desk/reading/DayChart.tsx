import type { Output } from '#contract/client/call.ts';
import { formatDay } from '#domain/dates.ts';
import { counted } from '#domain/plural.ts';
import { DataTable } from '#ui/DataTable.tsx';

type Days = Output<'GET /api/editors/reads'>['days'];

const height = 40;

/** A bar for each day; the same as a table for anyone who does not see it. */
export function DayChart({ days }: { days: Days }) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const best = days.find(({ count }) => count === most);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="reading-chart">
      <svg viewBox={`0 0 ${days.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, count }, index) => (
          <rect
            key={day}
            x={index + 0.1}
            y={height - (count / most) * height}
            width={0.8}
            height={(count / most) * height}
          >
            <title>{`${formatDay(day)}: ${count.toLocaleString('ru')}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="flow gap-8 row-gap-2 muted text-3">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
        {best && (
          <span className="whole-line">
            Больше всего {formatDay(best.day)}: {counted(most, ['просмотр', 'просмотра', 'просмотров'])}
          </span>
        )}
      </figcaption>
      <details>
        <summary>По дням таблицей</summary>
        <DataTable label="Просмотры по дням" columns={['День', 'Просмотров']}>
          {days.toReversed().map(({ day, count }) => (
            <tr key={day}>
              <td>{formatDay(day)}</td>
              <td className="figures">{count.toLocaleString('ru')}</td>
            </tr>
          ))}
        </DataTable>
      </details>
    </figure>
  );
}
