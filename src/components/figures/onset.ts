import { lowered } from '#domain/typography.ts';
import { codes, onset } from '#domain/vocabularies.ts';

type Onset = keyof typeof onset;

/** Orphanet's periods of life with their bounds; `any` means all of them. */
const periods = [
  { code: 'antenatal', end: 'рожд.', words: 'до рождения' },
  { code: 'neonatal', end: '4 нед.', words: 'первые четыре недели жизни' },
  { code: 'infancy', end: '2 года', words: 'до двух лет' },
  { code: 'childhood', end: '12 лет', words: '2–11 лет' },
  { code: 'adolescent', end: '19 лет', words: '12–18 лет' },
  { code: 'adult', end: '65 лет', words: '19–65 лет' },
  { code: 'elderly', end: '', words: 'старше 65 лет' },
] as const;

interface Cell {
  /** The age at which the period ends, the label of its right edge. */
  end: string;
  x: number;
  isOn: boolean;
}
export const cellWidth = 41;
const step = 43;

/** Seven periods of equal width, those in which the disease begins switched on. */
export function cellsOf(values: readonly Onset[]): Cell[] {
  const isAny = values.includes('any');
  return periods.map(({ code, end }, index) => ({
    end,
    x: index * step,
    isOn: isAny || values.includes(code),
  }));
}

/** Neighbouring periods drawn as one bar. */
export function barsOf(cells: readonly Cell[]): { x: number; width: number }[] {
  const bars: { x: number; width: number }[] = [];
  cells.forEach((cell, index) => {
    if (!cell.isOn) return;
    const last = bars.at(-1);
    if (last && cells[index - 1]?.isOn) last.width = cell.x + cellWidth - last.x;
    else bars.push({ x: cell.x, width: cellWidth });
  });
  return bars;
}

/** «Младенчество, детство»; three periods in a row or more read from the first to the last. */
export function sayOnset(values: readonly Onset[]): string {
  if (values.includes('any')) return onset.any;
  const order = codes(onset);
  const sorted = [...new Set(values)].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const [first, ...rest] = sorted.map((value) => onset[value]);
  if (!first) return 'Нет данных';
  const places = sorted.map((value) => order.indexOf(value));
  const isRow = places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  if (isRow && sorted.length > 2) return `${first} — ${lowered(rest.at(-1) ?? '')}`;
  return [first, ...rest.map(lowered)].join(', ');
}

/** The same with the bounds of the periods, for those who do not see the picture. */
export function describeOnset(values: readonly Onset[]): string {
  if (values.includes('any')) return 'Болезнь может начаться в любом возрасте';
  return `Болезнь начинается: ${periods
    .filter(({ code }) => values.includes(code))
    .map(({ words }) => words)
    .join(', ')}`;
}

/** A form of a disease with the ages at which it begins. */
export interface OnsetForm {
  title: string;
  values: readonly Onset[];
}

/** Forms that begin at other ages than the disease as a whole: only they are worth a bar of their own. At most six. */
export function differing(whole: readonly Onset[], forms: readonly OnsetForm[]): OnsetForm[] {
  const said = sayOnset(whole);
  const known = forms.filter(({ values }) => values.length > 0);
  return known.some(({ values }) => sayOnset(values) !== said) ? known.slice(0, 6) : [];
}

/** The name of a form beside that of its disease: «Болезнь Гоше, тип 1» → «тип 1». */
export function formName(disease: string, form: string): string {
  const rest = form.startsWith(disease) ? form.slice(disease.length).replace(/^[\s,:;—–-]+/, '') : '';
  return rest || form;
}
