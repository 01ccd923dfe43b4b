import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { codeOf, qrOf } from './qr.ts';

const addresses = [
  '',
  'deseases/7/',
  'deseases/123/',
  'deseases/98765/',
  'drugs/40/',
  'events/1/index.ics',
].map((path) => `https://registr.example/${path}`);

test.each(addresses)('the code of %s is one of the eight that read as it', (address) => {
  const { size, modules } = codeOf(address);
  const drawn = Array.from({ length: size }, (_, row) =>
    Array.from(modules.subarray(row * size, (row + 1) * size), Boolean),
  );
  const readings = Array.from({ length: 8 }, (_, maskPattern) => encode(address, { border: 0, maskPattern }));
  expect(readings.map(({ data }) => data)).toContainEqual(drawn);
});

test('the picture is a bitmap of two colours with a dot for each module, the lowest row first', () => {
  const address = addresses[2]!;
  const { size, modules } = codeOf(address);
  const file = Buffer.from(qrOf(address).picture.replace('data:image/bmp;base64,', ''), 'base64');
  expect(file.toString('latin1', 0, 2)).toBe('BM');
  expect([file.readUInt32LE(2), file.readInt32LE(18), file.readInt32LE(22)]).toEqual([
    file.length,
    size,
    size,
  ]);
  const [start, row] = [file.readUInt32LE(10), Math.ceil(size / 32) * 4];
  const dots = Array.from(modules, (_, index) => {
    const [x, y] = [index % size, size - 1 - Math.floor(index / size)];
    return (file[start + y * row + Math.floor(x / 8)]! >> (7 - (x % 8))) & 1;
  });
  expect(dots).toEqual([...modules]);
});
