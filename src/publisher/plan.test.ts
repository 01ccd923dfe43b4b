import { expect, test } from 'vitest';
import { hasVariant, inOrder, inPortions, isDeferred } from './plan.ts';

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

test('one thread renders the open data, both files of a part at once and their sums last', () => {
  const pages = Array.from({ length: 50 }, (_, at) => `/deseases/${at + 1}/`);
  const sums = ['/open-data/SHA256SUMS.txt', '/open-data/diseases.ndjson.gz'];
  const parts = ['/open-data/diseases-10.csv', '/open-data/diseases-1.ndjson', '/open-data/diseases-1.csv'];
  const { ofOneThread, shared } = inPortions([...pages, '/open-data/', ...sums, ...parts]);
  expect(ofOneThread).toEqual([[...parts.toReversed(), ...sums]]);
  expect(shared.flat()).toEqual([...pages, '/open-data/']);
  expect(shared.map(({ length }) => length)).toEqual([40, 11]);
});

test.each(['/search/names-0.json', '/diagnostics/signs/diseases-1.json', '/diagnostics/signs/links.json'])(
  '%s waits for a pause and is compressed with it',
  (address) => expect([isDeferred(address), hasVariant(address)]).toEqual([true, true]),
);

test.each(['/open-data/diseases-1.csv', '/open-data/datapackage.json'])(
  '%s waits for a pause and is compressed on request',
  (address) => expect([isDeferred(address), hasVariant(address)]).toEqual([true, false]),
);
