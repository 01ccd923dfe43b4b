import { fc } from '../../../tests/chance.ts';
import { expect, test } from 'vitest';
import { readShard, shardAddress, shardOf, writeShard } from './shard.ts';

test('a shard reads back as the records it was written from', () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replace(/[\t\n\r]+/g, ' '));
  const record = fc.record({
    id: fc.integer({ min: 0, max: 100_000 }),
    group: fc.constantFrom('disease', 'drug', 'clinic'),
    title: line,
    synonyms: fc.array(line, { maxLength: 3 }),
    codes: fc.array(
      fc.oneof(
        line,
        fc.nat().map((number) => `ORPHA:${number}`),
        fc.constantFrom('~', '~~a', 'ORPHA:', 'ORPHA:0'),
      ),
      { maxLength: 3 },
    ),
    importance: fc.integer({ min: 0, max: 15 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 20 }),
      fc.nat(),
      (records, greatest) => {
        expect(readShard(writeShard(records, greatest))).toEqual({
          greatest,
          records: records.toSorted((a, b) => a.id - b.id),
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('ids tell the shard', () => {
  expect(shardAddress('names', shardOf('names', 999))).toBe('/search/names-0.json');
  expect(shardAddress('more', shardOf('more', 2500))).toBe('/search/more-2.json');
});
