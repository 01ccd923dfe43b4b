import { expect, test } from 'vitest';
import { pagesAround } from './pagesAround.ts';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, null, 20]],
  [5, 20, [1, 2, 3, 4, 5, 6, 7, null, 20]],
  [10, 20, [1, null, 8, 9, 10, 11, 12, null, 20]],
  [20, 20, [1, null, 18, 19, 20]],
])('page %i of %i shows %j', (page, pages, shown) => expect(pagesAround(page, pages)).toEqual(shown));
