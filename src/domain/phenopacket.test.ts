import { expect, test } from 'vitest';
import { ageOf, coarseAge, yearsOf } from './phenopacket.ts';

test.each([
  [0.5, 'P15D'],
  [1, 'P1M'],
  [12, 'P1Y'],
  [54.5, 'P4Y6M'],
])('%s months are %s', (months, age) => {
  expect(ageOf(months)).toBe(age);
});

test.each([
  ['P3Y2M5D', 'P3Y2M'],
  ['P0Y2M5D', 'P2M'],
  ['P9D', 'P9D'],
  ['P1W2D', 'P9D'],
])('of the age %s nobody is told more than %s', (age, coarse) => {
  expect(coarseAge(age)).toBe(coarse);
});

test.each([
  ['P4Y6M', 4.5],
  ['P1Y52W', 2],
  ['P3M', 0.25],
])('%s are about %s years', (age, years) => {
  expect(yearsOf(age)).toBeCloseTo(years, 1);
});
