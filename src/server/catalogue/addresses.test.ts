import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSample, type Sample } from '../../../tests/sample/catalogue.ts';
import { openTestDatabase } from '../../../tests/sample/database.ts';
import type { Database } from '../database/database.ts';
import { addressFor, hasAddress } from './addresses.ts';

let database: Database;
let sample: Sample;
beforeAll(async () => {
  database = await openTestDatabase();
  sample = await fillSample(database);
});
afterAll(() => database.close());

const has = (address: string) => hasAddress(database.kysely, address);

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

test('every page of the release is a known address', async () => {
  const files = globSync('**/*.{astro,ts}', { cwd: join(import.meta.dirname, '../pages') });
  const unanswered = new Set(['/404/', '/error/', '/offline/', '/cases/case/']);
  const addresses = files
    .filter((file) => !file.includes('['))
    .map((file) => `/${file.replace(/(?:(?:^|(?<=\/))index)?\.astro$|\.ts$/, '')}`)
    .map((address) => (/\/$|\.\w+$/.test(address) ? address : `${address}/`))
    .filter((address) => !unanswered.has(address));
  for (const address of addresses) expect([address, await has(address)]).toEqual([address, true]);
  for (const address of unanswered) expect([address, await has(address)]).toEqual([address, false]);
});

test.each([
  ['/deseases/', true],
  ['/diseases/', true],
  ['/deseases', true],
  ['/drugs/page/2/', true],
  ['/drugs/letter/b/', true],
  ['/deseases/{gaucher}/leaflet/', true],
  ['/deseases/{draft}/', false],
  ['/deseases/123456789012/', false],
  ['/page/about/', true],
  ['/page/how-we-work/', false],
  ['/deseases/areas/metabolic/', true],
  ['/deseases/areas/nowhere/', false],
  ['/drugs/{cerezyme}/', true],
  ['/drugs/{cerezyme}/leaflet/', false],
  ['/drugs/letter/nowhere/', false],
  ['/deseases/title/metabolic/', false],
  ['/observational_projects/{gaucher}/', false],
  ['/nowhere/', false],
])('whether the site answers at %s: %s', async (address, is) => {
  const path = address.replace(/\{(\w+)\}/, (_, name: keyof Sample) => String(sample[name]));
  expect(await has(path)).toBe(is);
});
