import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrOf } from './qr.ts';

test('the path covers exactly the dark modules of the code', () => {
  const address = 'https://registr.example/deseases/123/';
  const { size, path } = qrOf(address);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  let [x, y] = [0, 0];
  expect(path).toMatch(/^(?:M\d+ \d+\.5h\d+(?:m\d+ 0h\d+)*)+$/);
  for (const [, start, row, gap, length] of path.matchAll(/(?:M(\d+) (\d+)\.5|m(\d+) 0)h(\d+)/g)) {
    [x, y] = gap === undefined ? [Number(start), Number(row)] : [x + Number(gap), y];
    drawn[y]?.fill(true, x, x + Number(length));
    x += Number(length);
  }
  const readings = Array.from({ length: 8 }, (_, maskPattern) => encode(address, { border: 0, maskPattern }));
  expect(readings.map(({ data }) => data)).toContainEqual(drawn);
});
