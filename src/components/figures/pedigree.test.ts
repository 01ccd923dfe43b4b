import { expect, test } from 'vitest';
import { codes, inheritance } from '#domain/vocabularies.ts';
import { fillingOf, linesOf, pedigreeOf } from './pedigree.ts';

const summary = (mode: keyof typeof inheritance) =>
  pedigreeOf([mode])?.children.map(({ sex, status }) => `${sex[0]}:${status}`);

test('two carriers have one affected, two carrier and one free child of four', () =>
  expect(summary('autosomal-recessive')).toEqual(['f:free', 'm:carrier', 'f:carrier', 'm:affected']));

test('an X-linked recessive variant of the mother makes half the sons ill and half the daughters carriers', () =>
  expect(summary('x-linked-recessive')).toEqual(['f:free', 'f:carrier', 'm:free', 'm:affected']));

test('a Y-linked variant goes to sons only', () =>
  expect(summary('y-linked')).toEqual(['f:free', 'f:free', 'm:affected', 'm:affected']));

test('modes without a family have no picture', () => {
  for (const mode of ['multifactorial', 'oligogenic', 'not-applicable', 'unknown'] as const)
    expect(pedigreeOf([mode])).toBeUndefined();
  expect(pedigreeOf([])).toBeUndefined();
});

test.each([
  [['autosomal-dominant', 'not-applicable']],
  [['autosomal-dominant', 'autosomal-recessive']],
  [['x-linked-recessive', 'multifactorial', 'unknown']],
] as const)('no family is drawn where inheritance is mixed: %j', (modes) =>
  expect(pedigreeOf(modes)).toBeUndefined(),
);

test('a mode that is not known beside one that is does not hide its family', () => {
  const pedigree = pedigreeOf(['unknown', 'mitochondrial']);
  expect(pedigree?.words).toContain('от матери');
  expect(pedigree?.mode).toBe('mitochondrial');
});

test('every drawing stays within its 300 × 104 field', () => {
  for (const mode of codes(inheritance)) {
    const pedigree = pedigreeOf([mode]);
    if (!pedigree) continue;
    for (const person of [...pedigree.parents, ...pedigree.children]) {
      expect(person.x).toBeGreaterThan(12);
      expect(person.x).toBeLessThan(288);
      expect(person.y + 12).toBeLessThan(90);
    }
    expect(linesOf(pedigree)).toMatch(/^M121 18H178/);
  }
});

test('an affected person is full, a carrier half, a free one empty', () => {
  const [father] = pedigreeOf(['autosomal-recessive'])!.parents;
  expect(fillingOf(father)).toBe('M99 7h11v22h-11z');
  expect(fillingOf({ ...father, status: 'affected' })).toBe('M99 7h22v22h-22z');
  expect(fillingOf({ ...father, status: 'free' })).toBeUndefined();
});
