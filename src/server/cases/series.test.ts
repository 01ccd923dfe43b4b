import { expect, test } from 'vitest';
import { problemsOfSeries } from './validation.ts';

const series = { title: 'Рост', unit: 'см', low: '', high: '', laboratory: '', points: [] };

test('incomplete rows block submission', () => {
  const points = [
    { age: '5', value: '105' },
    { age: '', value: '' },
    { age: '4', value: '99,5' },
  ];
  expect(problemsOfSeries({ ...series, points }).map(({ path }) => path)).toEqual([
    'points.1.age',
    'points.1.value',
  ]);
  expect(problemsOfSeries({ ...series, low: '5', high: '2', unit: ' ' }).map(({ path }) => path)).toEqual([
    'unit',
    'high',
    'title',
  ]);
});
