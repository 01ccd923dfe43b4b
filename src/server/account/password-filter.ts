import { createHash } from 'node:crypto';

/**
 * A Bloom filter with about 1 false positive in 15,000. Header: two little-endian numbers (texts, bits), then
 * the bits.
 */
const head = 8;
const bitsEach = 20;
const hashes = 14;

export function makeFilter(texts: readonly string[]): Buffer {
  const size = Math.ceil((texts.length * bitsEach) / 8) * 8;
  const filter = Buffer.alloc(head + size / 8);
  filter.writeUInt32LE(texts.length, 0);
  filter.writeUInt32LE(size, 4);
  for (const text of texts)
    for (const bit of bitsOf(text, size)) {
      const at = head + (bit >> 3);
      filter.writeUInt8(filter.readUInt8(at) | (1 << (bit & 7)), at);
    }
  return filter;
}

export const countIn = (filter: Buffer): number => filter.readUInt32LE(0);

export function isIn(filter: Buffer, text: string): boolean {
  return bitsOf(text, filter.readUInt32LE(4)).every(
    (bit) => (filter.readUInt8(head + (bit >> 3)) & (1 << (bit & 7))) !== 0,
  );
}

function bitsOf(text: string, size: number): number[] {
  const digest = createHash('sha256').update(text).digest();
  const [first, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4) | 1];
  return Array.from({ length: hashes }, (_, index) => Math.abs(first + index * step) % size);
}
