import { expect, test } from 'vitest';
import { barsOf, cellsOf, describeOnset, differing, formName, sayOnset } from './onset.ts';

test('neighbouring periods are one bar, distant ones two', () => {
  expect(barsOf(cellsOf(['infancy', 'childhood']))).toEqual([{ x: 86, width: 84 }]);
  expect(barsOf(cellsOf(['neonatal', 'adult']))).toEqual([
    { x: 43, width: 41 },
    { x: 215, width: 41 },
  ]);
  expect(barsOf(cellsOf([]))).toEqual([]);
});

test('any age is one bar over the whole of life', () =>
  expect(barsOf(cellsOf(['any']))).toEqual([{ x: 0, width: 299 }]));

test.each([
  [['any', 'adult'], 'Любой возраст'],
  [['childhood'], 'Детство'],
  [['childhood', 'infancy'], 'Младенчество, детство'],
  [['adult', 'infancy', 'childhood', 'adolescent'], 'Младенчество — взрослый возраст'],
  [['neonatal', 'adult'], 'Период новорождённости, взрослый возраст'],
  [[], 'Нет данных'],
] as const)('%j reads «%s»', (values, said) => expect(sayOnset(values)).toBe(said));

test('the description names the bounds', () =>
  expect(describeOnset(['childhood', 'elderly'])).toBe('Болезнь начинается: 2–11 лет, старше 65 лет'));

test('forms get bars of their own when one of them begins at another age', () => {
  const early = { title: 'тип 2', values: ['infancy'] as const };
  const unknown = { title: 'тип 4', values: [] };
  expect(differing(['infancy'], [early, unknown])).toEqual([]);
  const any = { title: 'тип 1', values: ['any'] as const };
  expect(differing(['infancy'], [early, any, unknown])).toEqual([early, any]);
});

test('a form is named beside its disease by what is its own', () => {
  expect(formName('Болезнь Гоше', 'Болезнь Гоше, тип 1')).toBe('тип 1');
  expect(formName('Болезнь Гоше', 'Перинатальная летальная форма')).toBe('Перинатальная летальная форма');
  expect(formName('Болезнь Гоше', 'Болезнь Гоше')).toBe('Болезнь Гоше');
});
