import { expect, test } from 'vitest';
import { isThin, tierOf } from './tier.ts';

test.each([
  ['full', { about: 'Болезнь накопления.', inheritance: ['autosomal-recessive'] }],
  ['full', { emergency: { when: ['Судороги'] } }],
  ['orphanet', { onset: ['infancy'], plain: '' }],
  ['orphanet', { definition_en: 'A rare disorder.' }],
  ['brief', { type: 'disease', genes: [] }],
] as const)('a record is %s by its fields: %j', (tier, fields) => {
  expect(tierOf(fields)).toBe(tier);
});

test('diseases with only names and codes are not indexed, groups are', () => {
  expect(isThin({ type: 'disease', signs: [] })).toBe(true);
  expect(isThin({ type: 'disease', onset: ['adult'] })).toBe(false);
  expect(isThin({ type: 'category' })).toBe(false);
});
