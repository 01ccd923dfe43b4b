import type { Measured } from '../series.ts';

/** The drawing in its own units: axes, points, bounds of what is normal, the start of treatment. */
const size = { width: 340, height: 230, left: 46, right: 12, top: 22, bottom: 36 } as const;
export const curveSize = size;

interface Tick {
  at: number;
  value: number;
}
interface Drawn extends Measured {
  x: number;
  y: number;
}
export interface Curve {
  points: Drawn[];
  /** Of the line through the points. */
  line: string;
  ages: Tick[];
  values: Tick[];
  /** Whether ages are shown in months. */
  inMonths: boolean;
  band: { y: number; height: number } | undefined;
  low: number | undefined;
  high: number | undefined;
  /** Where treatment began, when that is within the ages drawn. */
  treatment: number | undefined;
}

interface Asked {
  points: readonly Measured[];
  low: number | undefined;
  high: number | undefined;
  /** Months. */
  treatment: number | undefined;
}

/** Places of all that is drawn; undefined where nothing is measured. */
export function curveOf({ points, low, high, treatment }: Asked): Curve | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const inMonths = last.months <= 24;
  // Treatment that began a little before or after stands on the same axis.
  const isNear =
    treatment !== undefined &&
    treatment >= first.months - Math.max(12, (last.months - first.months) / 2) &&
    treatment <= last.months + Math.max(12, (last.months - first.months) / 2);
  const ages = ticksOf(
    [...points.map(({ months }) => months), ...(isNear ? [treatment] : [])].map((months) =>
      inMonths ? months : months / 12,
    ),
    1,
  );
  const bounds = [low, high].filter((bound) => bound !== undefined);
  const values = ticksOf([...points.map(({ value }) => value), ...bounds], 0);
  const x = (months: number) =>
    between(inMonths ? months : months / 12, ages, size.left, size.width - size.right);
  const y = (value: number) => between(value, values, size.height - size.bottom, size.top);
  const drawn = points.map((point) => ({ ...point, x: x(point.months), y: y(point.value) }));
  const [top, bottom] = [
    high === undefined ? size.top : y(high),
    low === undefined ? size.height - size.bottom : y(low),
  ];
  return {
    points: drawn,
    line: drawn.map((point) => `${round(point.x)},${round(point.y)}`).join(' '),
    ages: ages.map((value) => ({ value, at: x(inMonths ? value : value * 12) })),
    values: values.map((value) => ({ value, at: y(value) })),
    inMonths,
    band: bounds.length > 0 ? { y: top, height: bottom - top } : undefined,
    low: low === undefined ? undefined : y(low),
    high: high === undefined ? undefined : y(high),
    treatment: isNear ? x(treatment) : undefined,
  };
}

const round = (number: number) => Math.round(number * 10) / 10;

function between(value: number, ticks: readonly number[], from: number, to: number): number {
  const [least, most] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return from + ((value - least) / (most - least)) * (to - from);
}

/** Round numbers that hold all of the values, four to seven of them; not less than `least` apart. */
function ticksOf(values: readonly number[], least: number): number[] {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const range = max - min || Math.abs(max) || 1;
  const rough = range / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power);
  const from = Math.floor(min / step);
  const to = Math.max(Math.ceil(max / step), from + 1);
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}
