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
