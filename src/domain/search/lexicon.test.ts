import { fc } from '../../../tests/chance.ts';
import { expect, test } from 'vitest';
import { Lexicon } from './lexicon.ts';

/** Optimal string alignment, plainly: distances of every prefix of the term. */
function distances(term: string, word: string): number[] {
  const rows: number[][] = [Array.from({ length: word.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= term.length; i++) {
    const row = [i];
    for (let j = 1; j <= word.length; j++) {
      let cost = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (term[i - 1] === word[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && term[i - 1] === word[j - 2] && term[i - 2] === word[j - 1])
        cost = Math.min(cost, rows[i - 2]![j - 2]! + 1);
      row.push(cost);
    }
    rows.push(row);
  }
  return rows.map((row) => row[word.length]!);
}

const term = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 });
const lexicon = fc.uniqueArray(term, { maxLength: 200 }).map((terms) => new Lexicon(terms.sort()));

test('exactly the terms within the allowed edits are found, with distances', () => {
  fc.assert(
    fc.property(
      lexicon,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 12 }),
      fc.constantFrom(1, 2),
      (terms, word, maxEdits) => {
        const found = new Map<string, number>();
        terms.near(word, maxEdits, false, (at, distance) => found.set(terms.terms[at]!, distance));
        const expected = terms.terms
          .map((spelt) => [spelt, distances(spelt, word).at(-1)!] as const)
          .filter(([, distance]) => distance <= maxEdits);
        expect(found).toEqual(new Map(expected));
      },
    ),
    { numRuns: 500 },
  );
});

test('for an incomplete word, exactly the terms with a prefix within one edit are found', () => {
  fc.assert(
    fc.property(
      lexicon,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 8 }),
      (terms, word) => {
        const found = new Set<string>();
        terms.near(word, 1, true, (at) => found.add(terms.terms[at]!));
        for (const spelt of terms.terms)
          expect(found.has(spelt)).toBe(Math.min(...distances(spelt, word)) <= 1);
      },
    ),
    { numRuns: 500 },
  );
});

test('terms are found by spelling and by prefix', () => {
  const terms = new Lexicon(['gal', 'gaucher', 'gauqer', 'goxe']);
  expect(terms.find('gauqer')).toBe(2);
  expect(terms.find('gau')).toBe(-1);
  expect(terms.beginning('gau')).toEqual([1, 3]);
});
