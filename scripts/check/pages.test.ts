import { expect, test } from 'vitest';
import { takeShard } from './pages.ts';

test('shards cover all pages without overlap', () => {
  const pages = Array.from({ length: 11 }, (_, index) => index);
  const parts = ['1/3', '2/3', '3/3'].map((shard) => takeShard(pages, shard));
  expect(parts[0]).toEqual([0, 3, 6, 9]);
  expect(parts.flat().toSorted((a, b) => a - b)).toEqual(pages);
  expect(takeShard(pages, '1/1')).toEqual(pages);
});

test.each(['0/3', '4/3', '3', 'x/y', ''])('the shard "%s" is rejected by name', (shard) =>
  expect(() => takeShard([1], shard)).toThrow('--shard'),
);
