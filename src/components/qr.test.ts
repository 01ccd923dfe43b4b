import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrOf } from './qr.ts';

test('the path covers exactly the dark modules of the code', () => {
  const address = 'https://registr.example/deseases/123/';
  const { size, path } = qrOf(address);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  const readings = Array.from({ length: 8 }, (_, maskPattern) => encode(address, { border: 0, maskPattern }));
  expect(readings.map(({ data }) => data)).toContainEqual(drawn);
});
