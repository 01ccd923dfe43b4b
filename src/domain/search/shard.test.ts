import { fc } from '../../../tests/chance.ts';
import { expect, test } from 'vitest';
import { inBrief, isVersionedNames, namesAddress, readShard, writeShard } from './shard.ts';

test('a shard parses back to its records', () => {
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
    fc.property(fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 20 }), (records) => {
      expect(readShard(writeShard(records))).toEqual(records.toSorted((a, b) => a.id - b.id));
    }),
    { numRuns: 60 },
  );
});

test('only a versioned address may be cached forever', () => {
  const [path, query] = namesAddress(1, '0a1b2c3d').split('?');
  expect(isVersionedNames(path!, query)).toBe(true);
  for (const other of [undefined, '', 'v=1', 'w=0a1b2c3d'])
    expect(isVersionedNames(path!, other)).toBe(false);
  expect(isVersionedNames('/search/', query)).toBe(false);
});

test('a brief record keeps what Russian readers type', () => {
  const record = {
    id: 5000,
    group: 'disease',
    title: 'Болезнь Краббе',
    synonyms: ['Глобоидно-клеточная лейкодистрофия', 'Krabbe disease'],
    codes: ['ORPHA:487', 'OMIM:245200', 'E75.2', 'GALC'],
    importance: 9,
  };
  expect(inBrief(record)).toEqual({
    ...record,
    synonyms: ['Глобоидно-клеточная лейкодистрофия'],
    codes: ['ORPHA:487', 'E75.2'],
    importance: 1,
  });
});
