import { expect, test } from 'vitest';
import { filesBeside, isOnDemand, pageBeside } from './on-demand-files.ts';

test.each([
  ['/og/disease/7.png', true],
  ['/deseases/index.json', true],
  ['/deseases/7/index.json', true],
  ['/drugs/page/2/index.json', true],
  ['/drugs/7/index.md', true],
  ['/drugs/page/2/index.md', false],
  ['/drugs/index.md', false],
  ['/[section]/page/[page]/index.json', true],
  ['/deseases/7/leaflet/', true],
  ['/deseases/[id]/leaflet/', true],
  ['/deseases/7/leaflet', false],
  ['/deseases/7/feed.xml', true],
  ['/clinics/7/card.vcf', true],
  ['/events/7/event.ics', true],
  ['/index.json', false],
  ['/news/feed.xml', false],
  ['/changes/feed.xml', false],
  ['/events/calendar.ics', false],
  ['/deseases/7/', false],
])('%s is rendered on request: %s', (address, is) => expect(isOnDemand(address)).toBe(is));

test('a page is named by its files, and names them', () => {
  expect(filesBeside('/deseases/7/')).toEqual([
    '/deseases/7/index.json',
    '/deseases/7/index.md',
    '/deseases/7/feed.xml',
    '/deseases/7/leaflet/',
  ]);
  expect(filesBeside('/drugs/page/2/')).toEqual(['/drugs/page/2/index.json']);
  expect(filesBeside('/search/')).toEqual([]);
  expect(filesBeside('/deseases/7/feed.xml')).toEqual([]);
  for (const page of ['/deseases/7/', '/clinics/7/', '/news/'])
    expect(filesBeside(page).map(pageBeside)).toEqual(filesBeside(page).map(() => page));
});
