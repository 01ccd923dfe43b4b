import { monthsOf, numberOf, type Series } from '#domain/series.ts';

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
