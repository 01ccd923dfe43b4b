import { editDistance } from '../../search/edit-distance.ts';
import type { SignWords } from './lexicon.ts';

const minRootLength = 4;
const longEnough = 9;

/** Interchangeable vowels of folded words. */
const vowels = 'aeiou';
const pairs = new Set(
  ['bp', 'vf', 'gk', 'dt', 'jx', 'zs', 'gh', 'kh', 'cs', 'qx'].flatMap((pair) => [pair, pair[1]! + pair[0]!]),
);

/** Corrections of a root with the lowest cost; none when too costly. */
export function meantBy(root: string, { lexicon }: SignWords): string[] {
  if (root.length < minRootLength) return [];
  const bound = root.length < 5 ? 0.5 : root.length < longEnough ? 1 : 1.3;
  let best = bound;
  let found: string[] = [];
  lexicon.near(root, root.length >= 7 ? 2 : 1, false, (term) => {
    const meant = lexicon.terms[term]!;
    if (/\d/.test(meant) || found.includes(meant)) return;
    const price = priceOf(root, meant);
    if (price > best) return;
    if (price < best) found = [];
    best = price;
    found.push(meant);
  });
  return found;
}

/** Cost of a correction: vowels are cheap, different consonants expensive. */
const priceOf = (one: string, other: string): number =>
  editDistance(one, other, costs) + (one[0] === other[0] ? 0 : 0.6);

const costs = {
  replace: replaced,
  insert: (letter: string) => (vowels.includes(letter) ? 0.8 : 1),
  swap: 0.8,
};

function replaced(a: string, b: string): number {
  if (a === b) return 0;
  if (vowels.includes(a) && vowels.includes(b))
    return a + b === 'ao' || a + b === 'oa' || a + b === 'ei' || a + b === 'ie' ? 0.4 : 0.6;
  return pairs.has(a + b) ? 0.6 : 1.9;
}
