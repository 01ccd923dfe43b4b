import type { ReactNode } from 'react';
import type { CaseContent } from '#contract/forms/cases.ts';
import { counted } from '#domain/plural.ts';
import { formatMonths, monthsOf, numberOf } from '#domain/series.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { measuredOf, treatmentStart, type Measured } from '../series.ts';
import { curveOf, curveSize, type Curve } from './curve.ts';

type Series = CaseContent['series'][number];

interface Props {
  series: CaseContent['series'];
  timeline: CaseContent['timeline'];
  say(path: string, words: string): ReactNode;
}

/** Points with their values beside them, while these do not run into each other. */
const mostLabels = 8;

/** Quantities over time: each a curve, and the same as a table. */
export function Curves({ series, timeline, say }: Props) {
  const treatment = treatmentStart(timeline);
  return (
    <div className="case-curves gap-8 align-start columns-fill column-19">
      {series.map((one, index) => (
        <OneCurve
          key={index}
          series={one}
          treatment={treatment}
          title={
            <>
              {say(`series.${index}.title`, one.title)}
              {one.unit && <>, {say(`series.${index}.unit`, one.unit)}</>}
            </>
          }
          laboratory={one.laboratory && say(`series.${index}.laboratory`, one.laboratory)}
        />
      ))}
    </div>
  );
}

interface OneProps {
  series: Series;
  treatment: number | undefined;
  title: ReactNode;
  laboratory: ReactNode;
}

function OneCurve({ series, treatment, title, laboratory }: OneProps) {
  const points = measuredOf(series);
  const [low, high] = [numberOf(series.low), numberOf(series.high)];
  const curve = curveOf({ points, low, high, treatment });
  const norm = normOf(series);
  return (
    <figure className="case-curve box can-shrink">
      <figcaption className="break-anywhere">
        <b>{title}</b>
      </figcaption>
      {curve && <Drawing curve={curve} label={inWords(series, points, treatment)} />}
      {(norm || laboratory) && (
        <p className="muted small">
          {[norm && `Норма: ${norm}`, !norm && 'Лаборатория'].filter(Boolean).join('')}
          {laboratory && <> ({laboratory})</>}
        </p>
      )}
      {curve?.treatment !== undefined && treatment !== undefined && (
        <p className="muted small">Лечение начато: {formatMonths(treatment)}</p>
      )}
      <details className="case-curve-table">
        <summary className="pad-block-6">Значения таблицей</summary>
        <DataTable
          label={`Значения: ${series.title}`}
          columns={['Возраст', series.unit ? `Значение, ${series.unit}` : 'Значение']}
        >
          {byAge(series.points).map(({ age, value }, index) => (
            <tr key={index}>
              <th scope="row">{age}</th>
              <td>{value}</td>
            </tr>
          ))}
        </DataTable>
      </details>
    </figure>
  );
}

const byAge = (points: Series['points']) =>
  points.toSorted((one, other) => (monthsOf(one.age) ?? Infinity) - (monthsOf(other.age) ?? Infinity));

const plain = new Intl.NumberFormat('ru', { maximumFractionDigits: 6 });
const short = new Intl.NumberFormat('ru', { notation: 'compact', maximumFractionDigits: 1 });
const figure = (value: number) => (Math.abs(value) >= 1e6 ? short : plain).format(value);

/** «от 2 до 4», «не ниже 2», «не выше 200». */
function normOf({ low, high }: Series): string {
  if (low.trim() && high.trim()) return `от ${low} до ${high}`;
  if (low.trim()) return `не ниже ${low}`;
  return high.trim() && `не выше ${high}`;
}

/** The drawing for those who do not see it; the table has every value. */
function inWords(series: Series, points: readonly Measured[], treatment: number | undefined): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return series.title;
  const values = points.map(({ value }) => value);
  const norm = normOf(series);
  return [
    `${series.title}, ${series.unit}: ${counted(points.length, ['измерение', 'измерения', 'измерений'])}`,
    `${formatMonths(first.months)} — ${figure(first.value)}`,
    points.length > 1 && `${formatMonths(last.months)} — ${figure(last.value)}`,
    points.length > 2 &&
      `наименьшее ${figure(Math.min(...values))}, наибольшее ${figure(Math.max(...values))}`,
    norm && `норма ${norm}`,
    treatment !== undefined && `лечение начато: ${formatMonths(treatment)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function Drawing({ curve, label }: { curve: Curve; label: string }) {
  const { width, height, left, right, top, bottom } = curveSize;
  const [end, floor] = [width - right, height - bottom];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {curve.band && (
        <rect
          className="case-curve-norm"
          x={left}
          y={curve.band.y}
          width={end - left}
          height={curve.band.height}
        />
      )}
      {curve.values.map(({ at, value }) => (
        <g key={value}>
          <path className="case-curve-grid" d={`M${left} ${at}H${end}`} />
          <text x={left - 6} y={at + 4} textAnchor="end">
            {figure(value)}
          </text>
        </g>
      ))}
      {[curve.low, curve.high].map(
        (at, index) =>
          at !== undefined && <path key={index} className="case-curve-bound" d={`M${left} ${at}H${end}`} />,
      )}
      <path className="case-curve-axis" d={`M${left} ${top}V${floor}H${end}`} />
      {curve.ages.map(({ at, value }) => (
        <text key={value} x={at} y={floor + 16} textAnchor="middle">
          {figure(value)}
        </text>
      ))}
      <text x={(left + end) / 2} y={height - 4} textAnchor="middle">
        возраст, {curve.inMonths ? 'мес.' : 'лет'}
      </text>
      {curve.treatment !== undefined && (
        <>
          <path className="case-curve-treatment" d={`M${curve.treatment} ${top}V${floor}`} />
          <text
            x={curve.treatment}
            y={top - 8}
            textAnchor={curve.treatment > width * 0.75 ? 'end' : 'middle'}
          >
            начало лечения
          </text>
        </>
      )}
      <polyline className="case-curve-line" points={curve.line} />
      {curve.points.map(({ x, y, value }, index) => (
        <g key={index}>
          <circle cx={x} cy={y} r="4" />
          {curve.points.length <= mostLabels && (
            <text
              className="case-curve-value"
              x={x < left + 20 ? x + 6 : x}
              y={y < top + 16 ? y + 18 : y - 8}
              textAnchor={x > end - 20 ? 'end' : x < left + 20 ? 'start' : 'middle'}
            >
              {figure(value)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
