import { expect, test } from 'vitest';
import { findNumbers, isPolicy, isSnils, isTaxNumber } from './numbers.ts';

test.each([
  ['11223344595', true],
  ['08765430300', true],
  ['11223344594', false],
  ['1122334459', false],
])('the check digits of СНИЛС %s are right: %s', (digits, is) => {
  expect(isSnils(digits)).toBe(is);
});

test.each([
  ['4539578763621486', true],
  ['4539578763621487', false],
  ['1111111111111111', false],
])('the check digit of policy %s is right: %s', (digits, is) => {
  expect(isPolicy(digits)).toBe(is);
});

test.each([
  ['500100732259', true],
  ['500100732258', false],
])('the check digits of ИНН %s are right: %s', (digits, is) => {
  expect(isTaxNumber(digits)).toBe(is);
});

test.each([
  'NCT02122952',
  'OMIM 230800',
  'ORPHA:355',
  'chr22:18912231-21465672',
  'NM_000157.4',
  '12 450 Ед/л',
  '46,XY',
])('%s is not a personal number', (text) => {
  expect(findNumbers(text)).toEqual([]);
});
