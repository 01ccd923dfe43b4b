import { expect, test } from 'vitest';
import { isEdited, riskOf, type FieldFacts } from './imports.ts';

/** A value of the same import, which a newer file of it changes. */
const own: FieldFacts = {
  origin: 'ctgov',
  writer: 'ctgov',
  isTouched: false,
  isDrafted: false,
  isNewer: false,
  isOfOtherPublisher: true,
  wasEmpty: false,
  becomesEmpty: false,
};

test.each<[string, Partial<FieldFacts>, ReturnType<typeof riskOf>]>([
  ['a new value of its own source', {}, null],
  ['a gap', { origin: 'records', wasEmpty: true }, null],
  ['the publisher of the record', { origin: 'records', isOfOtherPublisher: false }, null],
  ['the words of an editor', { origin: 'editor', wasEmpty: true }, 'editor'],
  ['what an editor has once changed', { isTouched: true, wasEmpty: true }, 'touched'],
  ['what a draft changes', { isDrafted: true, wasEmpty: true }, 'drafted'],
  ['a newer edition', { isNewer: true, wasEmpty: true }, 'newer'],
  ['a value that goes', { becomesEmpty: true }, 'emptied'],
  ['the starter catalogue', { origin: 'records' }, 'starter'],
  ['another import', { origin: 'table' }, 'other'],
])('the risk of a change over %s', (_what, facts, risk) => {
  expect(riskOf({ ...own, ...facts })).toBe(risk);
});

test('only words of editors wait for their field to be chosen', () => {
  expect((['editor', 'touched', 'drafted', 'other', null] as const).filter(isEdited)).toEqual([
    'editor',
    'touched',
  ]);
});
