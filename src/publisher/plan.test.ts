import { expect, test } from 'vitest';
import { inOrder } from './plan.ts';

test('the order is pictures, new pages, the changed record, pages that mention it, lists, machine files, their sums', () => {
  const addresses = [
    '/deseases/',
    '/search/names-0.json',
    '/clinics/3/',
    '/deseases/118/',
    '/deseases/10407/',
    '/drugs/9001/',
    '/drugs/page/2/',
    '/media/0a1b-480.webp',
    '/open-data/datapackage.json',
    '/open-data/diseases-1.ndjson',
  ];
  const order = inOrder(
    addresses,
    (address) => address === '/drugs/9001/',
    (address) => address === '/deseases/118/',
  );
  expect(order).toEqual([
    '/media/0a1b-480.webp',
    '/drugs/9001/',
    '/deseases/118/',
    '/clinics/3/',
    '/deseases/10407/',
    '/deseases/',
    '/drugs/page/2/',
    '/open-data/diseases-1.ndjson',
    '/search/names-0.json',
    '/open-data/datapackage.json',
  ]);
});
