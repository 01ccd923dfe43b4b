import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressFor, targetOf } from './addresses.ts';

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

test('every page of the release is a known address', () => {
  const files = globSync('**/*.{astro,ts}', { cwd: join(import.meta.dirname, '../pages') });
  const unanswered = new Set(['/404/', '/error/', '/offline/', '/cases/case/']);
  const addresses = files
    .filter((file) => !file.includes('['))
    .map((file) => `/${file.replace(/(?:(?:^|(?<=\/))index)?\.astro$|\.ts$/, '')}`)
    .map((address) => (/\/$|\.\w+$/.test(address) ? address : `${address}/`))
    .filter((address) => !unanswered.has(address));
  expect(addresses.filter((address) => targetOf(address)?.is !== 'fixed')).toEqual([]);
  expect([...unanswered].filter((address) => targetOf(address))).toEqual([]);
});

test.each([
  ['/deseases/', { is: 'fixed' }],
  ['/diseases/', { is: 'fixed' }],
  ['/deseases', { is: 'fixed' }],
  ['/drugs/page/2/', { is: 'fixed' }],
  ['/drugs/letter/b/', { is: 'fixed' }],
  ['/deseases/7/leaflet/', { is: 'record', key: '7' }],
  ['/page/how-we-work/', { is: 'record', key: 'how-we-work' }],
  ['/deseases/areas/metabolic/', { is: 'list', field: 'areas', value: 'metabolic' }],
  ['/cases/12/', { is: 'record', key: '12' }],
  ['/drugs/7/leaflet/', undefined],
  ['/drugs/letter/nowhere/', undefined],
  ['/deseases/title/x/', undefined],
  ['/observational_projects/7/', undefined],
  ['/nowhere/', undefined],
])('%s leads to %o by its form', (address, target) => {
  if (target) expect(targetOf(address)).toMatchObject(target);
  else expect(targetOf(address)).toBeUndefined();
});
