import { expect, test } from 'vitest';
import { problemOfGene, problemOfHgvs } from './hgvs.ts';

test.each([
  'c.1226A>G',
  'NM_000157.4:c.1226A>G',
  'NM_000157.4(GBA1):c.84dup',
  'c.1263_1317del',
  'c.115+1G>A',
  'c.-15C>T',
  'c.*6T>C',
  'c.76_77delinsTT',
  'c.32_33insA',
  'NC_000001.11:g.155235843T>C',
  'm.3243A>G',
  'r.76a>u',
  'c.52CAG[42]',
  'p.Asn409Ser',
  'NP_000148.2:p.(Asn409Ser)',
  'p.Arg83Ter',
  'p.Arg83*',
  'p.(Leu29AlafsTer18)',
  'p.Leu29fs',
  'p.Phe508del',
  'p.?',
  'p.0',
  'p.=',
])('%s is a valid variant', (name) => expect(problemOfHgvs(name)).toBe(''));

test.each([
  ['с.1226A>G', /русские буквы/],
  ['c.1226 A>G', /пробелы/],
  ['1226A>G', /уровня/],
  ['NM_000157:c.1226A>G', /версией/],
  ['c.1226a>g', /большими буквами/],
  ['c.1226A->G', /один знак/],
  ['c.A1226G', /Сначала место/],
  ['c.1317_1263del', /меньше второго/],
  ['c.1226', /Не похоже/],
  ['p.N409S', /тремя буквами/],
  ['p.Asn409', /Не похоже/],
])('%s is rejected with a reason', (name, problem) => expect(problemOfHgvs(name)).toMatch(problem));

test('a gene is an HGNC symbol', () => {
  for (const symbol of ['GBA1', 'C9orf72', 'HLA-B', 'MT-TL1']) expect(problemOfGene(symbol)).toBe('');
  for (const text of ['', 'глюкоцереброзидаза', 'GBA 1', 'gba']) expect(problemOfGene(text)).toMatch(/HGNC/);
});
