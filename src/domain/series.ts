import { caseLimits } from './cases.ts';
import { plural } from './plural.ts';

/**
 * Measurements of a patient over time: height, weight, laboratory values. Stored as typed, so that drafts
 * lose nothing, and parsed here. Ages replace dates.
 */
export interface Series {
  title: string;
  unit: string;
  /** Reference range of the named laboratory; each may be empty. */
  low: string;
  high: string;
  laboratory: string;
  points: readonly SeriesPoint[];
}
export interface SeriesPoint {
  /** «4 г. 6 мес.», «8 мес.», or «3,5» in years. */
  age: string;
  value: string;
}

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

/** «1 234,5», «-0.5»; undefined for non-numbers. */
export function numberOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, '')
    .replace('−', '-')
    .replace(',', '.');
  if (!/^[-+]?\d{1,9}(?:\.\d{1,6})?$/.test(plain)) return undefined;
  return Number(plain);
}

/** 120 years. */
const maxMonths = 1440;
const years = '(?:лет|л\\.|года?|г\\.?|y)';
const months = '(?:месяц(?:а|ев)?|мес\\.?|м\\.?|m)';
const ageWords = new RegExp(
  `^(?:(\\d{1,3}(?:[.,]\\d{1,2})?)\\s*${years})?\\s*(?:и\\s+)?(?:(\\d{1,4})\\s*${months})?$`,
  'i',
);

/** Age in whole months; a bare number counts years. Undefined for other text, such as dates. */
export function monthsOf(age: string): number | undefined {
  const text = age.trim();
  if (/^(?:при рождении|с рождения|рождение)$/i.test(text)) return 0;
  const bare = /^\d{1,3}(?:[.,]\d{1,2})?$/.exec(text);
  const found = bare ? [text, text, undefined] : ageWords.exec(text);
  if (!found || (found[1] === undefined && found[2] === undefined)) return undefined;
  const whole = Number(found[1]?.replace(',', '.') ?? 0) * 12 + Number(found[2] ?? 0);
  const rounded = Math.round(whole);
  return rounded <= maxMonths ? rounded : undefined;
}

/** 54 → «4 г. 6 мес.», 60 → «5 лет» */
export function formatMonths(count: number): string {
  const [whole, rest] = [Math.floor(count / 12), count % 12];
  if (count === 0) return 'при рождении';
  const all = `${whole} ${plural(whole, ['год', 'года', 'лет'])}`;
  if (rest === 0) return all;
  return whole === 0 ? `${rest} мес.` : `${whole} ${all.endsWith('лет') ? 'л.' : 'г.'} ${rest} мес.`;
}

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

/** Errors that block submission; `path` is within the series. */
export function problemsOfSeries(series: Series): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const name = series.title.trim() || 'без названия';
  const add = (path: string, message: string) =>
    problems.push({ path, message: `Показатель «${name}»: ${message}` });
  if (series.title.trim() === '') add('title', 'напишите, что измеряли.');
  if (series.unit.trim() === '') add('unit', 'укажите единицу измерения.');
  for (const key of ['low', 'high'] as const)
    if (series[key].trim() !== '' && numberOf(series[key]) === undefined)
      add(key, 'граница нормы должна быть числом.');
  const [low, high] = [numberOf(series.low), numberOf(series.high)];
  if (low !== undefined && high !== undefined && low >= high)
    add('high', 'верхняя граница нормы должна быть больше нижней.');
  if (series.points.length === 0) add('title', 'добавьте хотя бы одно измерение.');
  series.points.forEach(({ age, value }, index) => {
    if (monthsOf(age) === undefined)
      add(
        `points.${index}.age`,
        `измерение ${index + 1}: укажите возраст, а не дату: «4 г. 6 мес.» или «3,5».`,
      );
    if (numberOf(value) === undefined) add(`points.${index}.value`, `измерение ${index + 1}: нужно число.`);
  });
  return problems;
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
