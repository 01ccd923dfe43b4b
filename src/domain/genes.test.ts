import { expect, test } from 'vitest';
import { formatGenes, namedGenes, splitGenes, weighGenes, type WeighedGene } from './genes.ts';

test.each<[string, WeighedGene[], string | undefined, string]>([
  ['the only gene leads', [{ symbol: 'CFTR' }], 'CFTR', 'CFTR'],
  [
    'a cause precedes a modifier',
    [
      { symbol: 'LTBP4', role: 'modifying' },
      { symbol: 'DMD', role: 'causal' },
    ],
    'DMD',
    'DMD LTBP4',
  ],
  [
    'a gene of most patients leads, whatever the alphabet',
    [
      { symbol: 'BRAF', role: 'causal', validity: 'moderate' },
      { symbol: 'PTPN11', role: 'causal', validity: 'definitive', share: 50 },
      { symbol: 'SOS1', role: 'gain-of-function', validity: 'definitive', share: 13 },
    ],
    'PTPN11',
    'PTPN11 SOS1 BRAF',
  ],
  [
    'a disputed gene ranks lower',
    [
      { symbol: 'BTK', role: 'causal', validity: 'disputed' },
      { symbol: 'GH1', role: 'causal' },
    ],
    'GH1',
    'GH1 BTK',
  ],
  [
    'an unreviewed gene ranks with a confirmed one',
    [
      { symbol: 'BCKDHA', role: 'causal' },
      { symbol: 'DBT', role: 'loss-of-function', validity: 'definitive' },
    ],
    undefined,
    'BCKDHA DBT',
  ],
  [
    'equals keep their order, and none is named alone',
    [
      { symbol: 'TSC1', role: 'causal', validity: 'definitive' },
      { symbol: 'TSC2', role: 'causal', validity: 'definitive' },
    ],
    undefined,
    'TSC1 TSC2',
  ],
  [
    'a symbol with two roles is listed once, with the stronger',
    [
      { symbol: 'TBX1', role: 'role' },
      { symbol: 'TBX1', role: 'causal' },
    ],
    'TBX1',
    'TBX1',
  ],
  ['no genes, no leader', [], undefined, ''],
])('%s', (_, genes, lead, order) => {
  const weighed = weighGenes(genes);
  expect(weighed.lead?.symbol).toBe(lead);
  expect(weighed.ordered.map(({ symbol }) => symbol).join(' ')).toBe(order);
});

test('a page names the leading gene, two of several equals with a count, or none', () => {
  const gene = (symbol: string, more: Partial<WeighedGene> = {}): WeighedGene => ({
    symbol,
    role: 'causal',
    ...more,
  });
  expect(formatGenes([gene('LTBP4', { role: 'modifying' }), gene('DMD')])?.text).toBe('DMD');
  expect(formatGenes([gene('TSC1'), gene('TSC2')])).toEqual({
    title: 'гены',
    text: 'TSC1, TSC2',
    all: 'TSC1, TSC2',
  });
  expect(formatGenes([gene('A'), gene('B'), gene('C'), gene('D', { validity: 'refuted' })])?.text).toBe(
    'один из 3 генов',
  );
  const known = { validity: 'definitive' } as const;
  expect(formatGenes([gene('A'), gene('B'), gene('C', known), gene('D', known)])?.text).toBe('C, D и ещё 2');
  expect(formatGenes([gene('A'), gene('B'), gene('C', known), gene('D')])?.text).toBe('один из 4 генов');
  expect(formatGenes([])).toBeUndefined();
});

test('of many genes those are named that somebody has confirmed, one alone only if all were reviewed', () => {
  const [one, two, three] = [{ symbol: 'A' }, { symbol: 'B' }, { symbol: 'C' }];
  const known = { ...one, validity: 'definitive' } as const;
  const limited = [two, three].map((gene) => ({ ...gene, validity: 'limited' as const }));
  expect(namedGenes([one, two], 2)).toEqual([one, two]);
  expect(namedGenes([known, two, three], 2)).toEqual([]);
  expect(namedGenes([known, ...limited], 2)).toEqual([known]);
  expect(namedGenes([{ ...one, share: 80 }, two, three], 2)).toHaveLength(1);
});

test('genes that only predispose or modify stand apart from the causes', () => {
  const genes = [
    { symbol: 'A', role: 'causal' },
    { symbol: 'B', role: 'causal' },
    { symbol: 'C', role: 'modifying' },
  ] as const;
  const { causes, others } = splitGenes(genes);
  expect(causes.map(({ symbol }) => symbol)).toEqual(['A', 'B']);
  expect(others.map(({ symbol }) => symbol)).toEqual(['C']);
  expect(splitGenes([])).toEqual({ causes: [], others: [] });
});
