import { expect, test } from 'vitest';
import { comparisonAddress, readComparison } from './comparison.ts';

const read = (query: string) => readComparison(new URLSearchParams(query));

test('a comparison address lists each record once and parses back', () => {
  const comparison = { kind: 'disease' as const, ids: [399, 365], isBrief: true };
  expect(comparisonAddress(comparison)).toBe('/compare/?kind=disease&only=differences&id=399&id=365');
  expect(read(comparisonAddress(comparison).split('?')[1]!)).toEqual(comparison);
  expect(read('kind=drug&id=7&id=7')).toEqual({ kind: 'drug', ids: [7], isBrief: false });
  expect(read('utm_source=letter')).toBeUndefined();
  expect(comparisonAddress({})).toBe('/compare/');
});

test.each([
  ['id=1&id=2', 'сравнивают заболевания или препараты'],
  ['kind=case&id=1', 'сравнивают заболевания или препараты'],
  ['kind=disease&id=1&id=-2', 'номер записи указан неверно'],
  ['kind=disease&id=1&id=1e3', 'номер записи указан неверно'],
  ['kind=disease&id=1&id=2&id=3&id=4&id=5', 'рядом помещаются 4 записи'],
])('%s is rejected: %s', (query, words) => expect(read(query)).toBe(words));
