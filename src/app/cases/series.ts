import { caseLimits } from '#domain/cases.ts';
import { formatMonths, monthsOf, numberOf, type Series, type SeriesPoint } from '#domain/series.ts';

/** Common measurements with units; others are allowed. */
export const commonSeries: readonly (readonly [title: string, unit: string])[] = [
  ['Рост', 'см'],
  ['Масса тела', 'кг'],
  ['Окружность головы', 'см'],
  ['ИМТ', 'кг/м²'],
  ['КФК', 'Ед/л'],
  ['АЛТ', 'Ед/л'],
  ['АСТ', 'Ед/л'],
  ['Гемоглобин', 'г/л'],
  ['Тромбоциты', '×10⁹/л'],
  ['Хитотриозидаза', 'нмоль/мл/ч'],
  ['Lyso-Gb1', 'нг/мл'],
  ['Lyso-Gb3', 'нг/мл'],
  ['Фенилаланин', 'мкмоль/л'],
  ['СКФ', 'мл/мин/1,73 м²'],
];

export interface Measured {
  months: number;
  value: number;
}

/** Complete rows, youngest first. */
export function measuredOf({ points }: Pick<Series, 'points'>): Measured[] {
  return points
    .flatMap(({ age, value }) => {
      const at = monthsOf(age);
      const number = numberOf(value);
      return at === undefined || number === undefined ? [] : [{ months: at, value: number }];
    })
    .toSorted((one, other) => one.months - other.months);
}

interface Pasted {
  points: SeriesPoint[];
  /** Unreadable lines with numbers from 1 and reasons. */
  wrong: { line: number; text: string; message: string }[];
}

/** Parses two pasted columns, age and value, separated by tabs, semicolons or two spaces. */
export function readPasted(text: string, room: number = caseLimits.points): Pasted {
  const points: SeriesPoint[] = [];
  const wrong: Pasted['wrong'] = [];
  text.split(/\r\n?|\n/).forEach((row, index) => {
    if (row.trim() === '') return;
    const refuse = (message: string) => wrong.push({ line: index + 1, text: row.trim(), message });
    const cells = row.split(/\t|;|\s{2,}/).map((cell) => cell.trim());
    // Some spreadsheets append empty cells.
    while (cells.at(-1) === '') cells.pop();
    const [age = '', value = ''] = cells;
    const at = monthsOf(age);
    if (cells.length !== 2) refuse('нужны два столбца: возраст и значение');
    else if (at === undefined) refuse('возраст не прочитан: напишите «4 г. 6 мес.» или «3,5», не дату');
    else if (numberOf(value) === undefined) refuse('значение не число');
    else if (points.length >= room) refuse(`больше ${caseLimits.points} измерений не поместится`);
    else points.push({ age: formatMonths(at), value });
  });
  return { points, wrong };
}

/** Start of treatment in months of age, from the first such step of the timeline: «в 5 лет». */
export function treatmentStart(steps: readonly { kind: string; when: string }[]): number | undefined {
  return steps
    .filter(({ kind }) => kind === 'therapy')
    .map(({ when }) => monthsOf(when.trim().replace(/^(?:в|во|с|со)\s+(?:возрасте\s+)?/i, '')))
    .find((at) => at !== undefined);
}
