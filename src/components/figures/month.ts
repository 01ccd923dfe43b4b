import { formatDay } from '#domain/dates.ts';
import { capitalized } from '#domain/typography.ts';

/** Something that takes a day or more: local days or moments, 2026-11-28T10:00; without an end it takes one day. */
export interface Span {
  start: string;
  end?: string | undefined;
}

interface Day {
  /** Day of the month. */
  number: number;
  isMarked: boolean;
}

export interface Month<S extends Span = Span> {
  title: string;
  /** From Monday to Sunday; days of other months are left out. */
  weeks: (Day | undefined)[][];
  /** What takes some of its days, in the order of their beginnings. */
  spans: S[];
}

/** Longer ones show only their beginning. */
const longestSpan = 12;

/** The months that spans take days of, the first ones first; a span without a day is in none. */
export function monthsOf<S extends Span>(spans: readonly S[]): Month<S>[] {
  const byMonth = new Map<number, S[]>();
  for (const span of spans.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const first = dayNumber(span.start);
    if (first === undefined) continue;
    const last = monthNumber(Math.max(first, dayNumber(span.end ?? '') ?? first));
    for (
      let month = monthNumber(first);
      month <= Math.min(last, monthNumber(first) + longestSpan - 1);
      month += 1
    )
      byMonth.set(month, [...(byMonth.get(month) ?? []), span]);
  }
  return [...byMonth]
    .toSorted(([one], [other]) => one - other)
    .map(([month, found]) => ({ ...layOut(month, found), spans: found }));
}

/** Days of a month by weeks; `month` counts from that of the year 0. */
function layOut(month: number, spans: readonly Span[]): Omit<Month, 'spans'> {
  const [year, place] = [Math.floor(month / 12), month % 12];
  const opening = utc(year, place, 1);
  const length = new Date(utc(year, place + 1, 0)).getUTCDate();
  const taken = spans.map(({ start, end }) => {
    const first = dayNumber(start) ?? 0;
    return { first, last: Math.max(first, dayNumber(end ?? '') ?? first) };
  });
  // Monday is the first day of a week, Date says that Sunday is.
  const shift = (new Date(opening).getUTCDay() + 6) % 7;
  const weeks: (Day | undefined)[][] = [];
  for (let cell = 0; cell < Math.ceil((shift + length) / 7) * 7; cell += 1) {
    const number = cell - shift + 1;
    const week = (weeks[Math.floor(cell / 7)] ??= []);
    const day = opening / dayLength + number - 1;
    const isMarked = taken.some(({ first, last }) => day >= first && day <= last);
    week.push(number >= 1 && number <= length ? { number, isMarked } : undefined);
  }
  const name = formatDay(`${String(year).padStart(4, '0')}-${String(place + 1).padStart(2, '0')}`);
  return { title: capitalized(name), weeks };
}

const dayLength = 86_400_000;

/** Date.UTC takes years below 100 for those of the last century. */
function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

/** Days since 1970. */
function dayNumber(text: string): number | undefined {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return year === undefined || !month || !day ? undefined : utc(year, month - 1, day) / dayLength;
}

function monthNumber(day: number): number {
  const date = new Date(day * dayLength);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
