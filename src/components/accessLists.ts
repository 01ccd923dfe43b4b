/** Lists that decide who pays, as records of diseases and drugs name them. */
export const diseaseLists = {
  'life-threatening': 'Перечень жизнеугрожающих и хронических прогрессирующих редких заболеваний',
  vzn14: 'Программа 14 высокозатратных нозологий',
  'krug-dobra': 'Фонд «Круг добра»',
  kslp: 'Коэффициент сложности лечения в ОМС (КСЛП)',
  'newborn-screening': 'Неонатальный скрининг',
} as const;

export const drugLists = {
  vital: 'ЖНВЛП',
  vzn14: '14 высокозатратных нозологий',
  'krug-dobra': 'Круг добра',
  regional: 'Региональное обеспечение',
} as const;

/** «с 2 лет», «до 18 лет», «с 2 до 18 лет»; the upper bound is not included. */
export function sayAges(from: number | undefined, to: number | undefined): string {
  const years = (age: number) =>
    `${String(age).replace('.', ',')} ${age === 1 || (age % 10 === 1 && age % 100 !== 11) ? 'года' : 'лет'}`;
  if (from !== undefined && from > 0 && to !== undefined)
    return `с ${String(from).replace('.', ',')} до ${years(to)}`;
  if (from !== undefined && from > 0) return `с ${years(from)}`;
  if (to !== undefined) return `до ${years(to)}`;
  return '';
}
