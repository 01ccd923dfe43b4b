/** «с 2 лет», «до 18 лет», «с 2 до 18 лет»; the upper bound is exclusive. */
export function formatAges(from: number | undefined, to: number | undefined): string {
  const years = (age: number) =>
    `${String(age).replace('.', ',')} ${age === 1 || (age % 10 === 1 && age % 100 !== 11) ? 'года' : 'лет'}`;
  if (from !== undefined && from > 0 && to !== undefined)
    return `с ${String(from).replace('.', ',')} до ${years(to)}`;
  if (from !== undefined && from > 0) return `с ${years(from)}`;
  if (to !== undefined) return `до ${years(to)}`;
  return '';
}
