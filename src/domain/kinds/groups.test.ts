import { expect, test } from 'vitest';
import { defineKind, kindsByName, publicKinds } from './index.ts';

test.each(publicKinds.map((kind) => [kind.name, kind] as const))(
  'the form of %s shows each of its fields in one group',
  (_, kind) => {
    const grouped = kind.groups.flatMap(({ fields }) => [...fields]);
    expect(grouped.toSorted()).toEqual(Object.keys(kind.fields.shape).toSorted());
  },
);

test('a kind with a facet called like a word of the address is refused by name', () => {
  const facets = [{ field: 'year', title: 'Год' }];
  expect(() => defineKind({ ...kindsByName.guideline, facets })).toThrow(/guideline.*"year"/);
});
