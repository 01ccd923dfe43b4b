import { expect, test } from 'vitest';
import { formatAges } from './ages.ts';

test.each([
  [undefined, 18, 'до 18 лет'],
  [0, 18, 'до 18 лет'],
  [2, undefined, 'с 2 лет'],
  [1, undefined, 'с 1 года'],
  [2, 21, 'с 2 до 21 года'],
  [0.5, 11, 'с 0,5 до 11 лет'],
  [undefined, undefined, ''],
])('ages from %s to %s read «%s»', (from, to, expected) => expect(formatAges(from, to)).toBe(expected));
