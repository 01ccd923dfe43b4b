import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fc } from '../../../tests/chance.ts';
import { derive } from '../derived.ts';
import { searchTextOf } from '../search-record.ts';
import { completenessOf } from '#server/catalogue/completeness.ts';
import { currentShape } from './current-shape.ts';
import { typeOf } from './shape.ts';
import { kindsByName, publicKinds, type AnyRecord, type Kind } from './index.ts';

/** Shipped records of a kind, without resolved references. */
function shippedRecords(kind: Kind): AnyRecord[] {
  const text = readFileSync(new URL(`../../starter/${kind.name}.ndjson`, import.meta.url), 'utf8');
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { data: Record<string, unknown> }).data);
  const envelope = {
    id: 7,
    kind: kind.name,
    state: 'published',
    version: 1,
    updated_at: '2026-11-26',
    sources: [],
  };
  return records
    .map((data) => ({ ...data, ...Object.fromEntries(Object.keys(kind.links).map((field) => [field, [3]])) }))
    .map((data) => ({ ...data, ...envelope }) as unknown as AnyRecord);
}

describe.each(publicKinds.map((kind) => [kind.name, kind] as const))('a stored record of %s', (_, kind) => {
  const records = shippedRecords(kind);
  const fields = Object.keys(kind.fields.shape).filter((field) => field !== 'title');
  const lists = fields.filter((field) => typeOf(kind.fields.shape[field]) === 'array');

  test('is unchanged when valid', () => {
    const whole = records.map((record) => currentShape(kind, record));
    for (const record of whole) expect(currentShape(kind, record)).toBe(record);
  });

  test('without any of its fields gets empty lists and can be derived', () => {
    fc.assert(
      fc.property(fc.constantFrom(...records), fc.subarray(fields), (record, missing) => {
        const older = Object.fromEntries(
          Object.entries(record).filter(([field]) => !missing.includes(field)),
        );
        const current = currentShape(kind, older as AnyRecord);
        for (const list of lists) expect(current[list]).toBeInstanceOf(Array);
        expect(currentShape(kind, current)).toBe(current);
        derive(kind, current, '2026-11-26');
        searchTextOf(kind, current);
        completenessOf(kind, current, []);
      }),
      { numRuns: 200 },
    );
  });
});

test('a list without a value added later is empty', () => {
  const stored = { id: 1, title: 'Центр', phones: ['8 800 000-00-00'] };
  expect(currentShape(kindsByName.clinic, stored)).toMatchObject({ ...stored, roles: [], serves: [] });
});

test('list items get defaults of later releases; invalid values stay', () => {
  const stored = { title: 'Болезнь', icd10: [{ code: 'E75.2' }], signs: 'не список' };
  const current = currentShape(kindsByName.disease, stored as never) as Record<string, unknown>;
  expect(current['icd10']).toEqual([{ code: 'E75.2', relation: 'unknown' }]);
  expect(current['signs']).toBe('не список');
});

test('unknown fields stay', () => {
  expect(currentShape(kindsByName.news, { title: 'Новость', former: 5 })).toMatchObject({ former: 5 });
});
