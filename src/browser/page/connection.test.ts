import { expect, test } from 'vitest';
import { mayPrefetch } from './connection.ts';

test.each([
  [undefined, true],
  [{}, true],
  [{ effectiveType: '4g', saveData: false }, true],
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('B260 with the connection %j prefetching is allowed: %s', (connection, expected) => {
  expect(mayPrefetch(connection)).toBe(expected);
});
