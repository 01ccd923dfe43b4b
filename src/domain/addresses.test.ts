import { expect, test } from 'vitest';
import { addressFor } from './addresses.ts';

test.each([
  ['profile', 'settings', '/profile/settings/'],
  ['profile', 'nowhere', '/profile/'],
  ['page', 'accessibility', '/page/accessibility/'],
])('B049 %s %s is keyed by a code: %s', (key, code, address) => {
  expect(addressFor(key, code)).toBe(address);
});

test.each([
  ['disease', '/deseases/7/'],
  ['drug', '/drugs/7/'],
  ['case', '/cases/7/'],
  ['clinic', '/clinics/7/'],
  ['research', '/research/7/'],
  ['news', '/news/7/'],
  ['event', '/events/7/'],
])('B050 %s is keyed by its id: %s', (key, address) => {
  expect(addressFor(key, 7)).toBe(address);
});

test.each(['unknown', '__proto__', 'constructor', ''])(
  'B051 the unknown key «%s» leads to the home page',
  (key) => {
    expect(addressFor(key, 7)).toBe('/');
  },
);
