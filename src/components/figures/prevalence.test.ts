import { expect, test } from 'vitest';
import { headline, formatPrevalence, type Prevalence } from '../record/prevalence.ts';
import { barOf, placeOnAxis } from './prevalence.ts';

test.each([
  [0.01, 4],
  [1, 150],
  [10, 223],
  [100, 296],
  [0.000001, 4],
  [5000, 296],
])('%s per 100,000 stands at %s of the axis', (value, x) => expect(placeOnAxis(value)).toBe(x));

const entry = (facts: Partial<Prevalence>): Prevalence => ({ type: 'point', place: 'Европа', ...facts });

test('a class is a bar, a figure a mark, a count of cases neither', () => {
  expect(barOf(entry({ class: '1-9-100000' }))).toEqual({ x: 150, width: 69.7, isOpen: null });
  expect(barOf(entry({ figure: 1 }))).toEqual({ x: 147, width: 6, isOpen: null });
  expect(barOf(entry({ type: 'cases', figure: 12 }))).toBeUndefined();
  expect(barOf(entry({ class: 'under-1-1000000' }))?.isOpen).toBe('start');
  expect(barOf(entry({ class: 'over-1-1000' }))?.isOpen).toBe('end');
  expect(barOf(entry({}))).toBeUndefined();
});

test('a bar never leaves the axis', () => {
  for (const figure of [0, 1e-9, 0.01, 0.5, 99, 100, 1e6]) {
    const bar = barOf(entry({ figure }));
    if (!bar) continue;
    expect(bar.x).toBeGreaterThanOrEqual(4);
    expect(bar.x + bar.width).toBeLessThanOrEqual(296);
  }
});

test('a prevalence is said in words', () => {
  expect(formatPrevalence(entry({ class: '1-9-100000', figure: 2.4 }))).toBe('1–9 на 100 000');
  expect(formatPrevalence(entry({ figure: 0.5 }))).toBe('0,5 на 100 000');
  expect(formatPrevalence(entry({ type: 'cases', figure: 12 }))).toBe('Описано: 12 случаев');
  expect(formatPrevalence(entry({ type: 'cases', figure: 2, unit: 'families' }))).toBe('Описано: 2 семьи');
  expect(formatPrevalence(entry({}))).toBe('Нет данных');
});

test('Russian figures stand before the world, prevalence before incidence', () => {
  const russia = entry({ place: 'Россия', class: '1-9-1000000' });
  const world = entry({ place: 'Во всём мире', class: '1-9-100000', validated: true });
  const incidence = entry({ type: 'incidence', place: 'Россия', figure: 1 });
  expect(headline([incidence, world, russia])).toBe(russia);
  expect(headline([incidence, world])).toBe(world);
  expect(headline([incidence])).toBe(incidence);
  expect(headline([])).toBeUndefined();
  expect(headline([entry({})])).toBeUndefined();
});
