const months = [
  'Январь',
  'Февраль',
  'Март',
  'Апрель',
  'Май',
  'Июнь',
  'Июль',
  'Август',
  'Сентябрь',
  'Октябрь',
  'Ноябрь',
  'Декабрь',
];

interface Day {
  /** Day of the month. */
  number: number;
  isMarked: boolean;
}

interface Month {
  title: string;
  /** From Monday to Sunday; days of other months are left out. */
  weeks: (Day | undefined)[][];
}

/** The month in which something begins, its days marked until the end of it or of the month. */
export function monthOf(start: string, end: string | undefined): Month | undefined {
  const first = dayNumber(start);
  if (first === undefined) return undefined;
  const last = Math.max(first, dayNumber(end ?? start) ?? first);
  const [year = 0, month = 1] = start.split('-').map(Number);
  const opening = utc(year, month - 1, 1);
  const length = new Date(utc(year, month, 0)).getUTCDate();
  // Monday is the first day of a week, Date says that Sunday is.
  const shift = (new Date(opening).getUTCDay() + 6) % 7;
  const weeks: (Day | undefined)[][] = [];
  for (let cell = 0; cell < Math.ceil((shift + length) / 7) * 7; cell += 1) {
    const number = cell - shift + 1;
    const week = (weeks[Math.floor(cell / 7)] ??= []);
    const day = opening / dayLength + number - 1;
    week.push(
      number >= 1 && number <= length ? { number, isMarked: day >= first && day <= last } : undefined,
    );
  }
  return { title: `${months[month - 1] ?? ''} ${year}`, weeks };
}

const dayLength = 86_400_000;

/** Date.UTC takes years below 100 for those of the last century. */
function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.getTime();
}

function dayNumber(text: string): number | undefined {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return year === undefined || !month || !day ? undefined : utc(year, month - 1, day) / dayLength;
}
