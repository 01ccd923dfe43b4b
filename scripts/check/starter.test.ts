import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkLines, countFacts, readStarter, readTerms, type Terms } from './starter.ts';
import type { StarterLine } from './truth.ts';
import { formatGenes, weighGenes, type WeighedGene } from '../../src/domain/genes.ts';
import { checkTruth } from './truth.ts';

let lines: StarterLine[];
let unreadable: string[];
let terms: Terms;

beforeAll(async () => {
  const folder = join(import.meta.dirname, '../../src/starter');
  ({ lines, problems: unreadable } = await readStarter(folder));
  terms = await readTerms(folder);
});

test('every line of the starter catalogue fits its kind, resolves its links and has sources', () => {
  expect([...unreadable, ...checkLines(lines, terms)]).toEqual([]);
});

test('no fact of the starter catalogue lacks a source', () => {
  expect(countFacts(lines).filter(({ unsourced }) => unsourced > 0)).toEqual([]);
});

test.each([
  ['ORPHA:91378', 'SERPING1'],
  ['ORPHA:666', 'COL1A1'],
  ['ORPHA:33069', 'SCN1A'],
  ['ORPHA:422', 'BMPR2'],
  ['ORPHA:648', 'PTPN11'],
  ['ORPHA:391665', 'LDLR'],
  ['ORPHA:199', 'NIPBL'],
  ['ORPHA:824', 'JAK2'],
  ['ORPHA:104', 'MT-ND4'],
])('the first gene of %s is %s, whatever the alphabet', (external, gene) => {
  const { genes } = lines.find((line) => line.external === external)!.data;
  expect(formatGenes(genes as WeighedGene[], true)?.text.split(',')[0]).toBe(gene);
});

test('no gene leads because of the alphabet', () => {
  const alone = lines.flatMap(({ kind, external, data }) => {
    const genes = kind.name === 'disease' ? ((data.genes ?? []) as WeighedGene[]) : [];
    const { lead, ordered } = weighGenes(genes);
    const rivals = ordered.filter(
      ({ role }) => !/modifying|candidate|biomarker|role|suscept/.test(role ?? ''),
    );
    const isWeighed = lead?.share !== undefined || rivals.some(({ validity }) => validity !== undefined);
    return lead && rivals.length > 1 && !isWeighed ? [external] : [];
  });
  expect(alone).toEqual([]);
});

const gaucher = {
  external: 'ORPHA:355',
  state: 'published',
  data: { title: 'Болезнь Гоше', title_status: 'established', orpha: 355 },
  sources: [{ title: 'Orphanet', date: '2025-12-09', fields: ['title', 'orpha'] }],
};

test.each([
  ['an invalid value', { data: { ...gaucher.data, orpha: 'сто' } }, /orpha: .*/],
  ['a broken link', { data: { ...gaucher.data, parents: ['ORPHA:1'] } }, /no record is ORPHA:1/],
  ['a record without a source', { sources: [] }, /has no source/],
  ['a source without a date', { sources: [{ title: 'Orphanet', fields: ['title', 'orpha'] }] }, /source 1/],
  ['a fact without a source', { sources: [{ ...gaucher.sources[0], fields: ['title'] }] }, /«orpha» is from/],
  [
    'a missing paragraph',
    {
      data: { ...gaucher.data, therapy: 'Один.\n\nДва.' },
      sources: [{ ...gaucher.sources[0], fields: ['title', 'orpha', 'therapy#1', 'therapy#2', 'therapy#3'] }],
    },
    /«therapy#3», but no such paragraph/,
  ],
  [
    'a paragraph without a source',
    {
      data: { ...gaucher.data, therapy: 'Один.\n\nДва.' },
      sources: [{ ...gaucher.sources[0], fields: ['title', 'orpha', 'therapy#1'] }],
    },
    /«therapy» is from/,
  ],
  [
    'emergency advice without a readable document',
    {
      data: { ...gaucher.data, emergency: { when: ['Кровотечение'] } },
      sources: [{ ...gaucher.sources[0], fields: ['title', 'orpha', 'emergency'] }],
    },
    /names no guideline or society/,
  ],
  ['a name of another record', { external: 'ORPHA:324' }, /called otherwise/],
  ['an unknown area', { data: { ...gaucher.data, areas: ['magic'] } }, /no «magic»/],
])('the check finds %s', async (_, change, finding) => {
  const found = await findIn([{ ...gaucher, ...change }]);
  expect(found.join('\n')).toMatch(finding);
});

test('the check finds a duplicate record and a truncated line', async () => {
  const found = await findIn([gaucher, gaucher], '{"external":"ORPHA:');
  expect(found.join('\n')).toMatch(/disease\.ndjson:2 repeats ORPHA:355 of disease\.ndjson:1/);
  expect(found.join('\n')).toMatch(/disease\.ndjson:3 is no record/);
});

async function findIn(records: readonly object[], end = ''): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'starter-'));
  const text = [...records.map((record) => JSON.stringify(record)), end].join('\n');
  await writeFile(join(folder, 'disease.ndjson'), text);
  const read = await readStarter(folder);
  return [...read.problems, ...checkLines(read.lines, terms)];
}

const record = (external: string, data: object, sources: object[] = []) => ({
  external,
  state: 'published',
  data,
  sources,
});
const rett = (data: object) =>
  record('ORPHA:778', { title: 'Синдром Ретта', title_status: 'established', orpha: 778, ...data });
const daybue = (data: object, sources: object[] = []) =>
  record('DRUG:Daybue', { title: 'Дейбью', title_en: 'Daybue', inn: 'трофинетид', ...data }, sources);
const register = {
  title: 'Реестр',
  url: 'https://grls.example/1',
  date: '2026-11-20',
  fields: ['registration'],
};

test.each([
  ['a remedy among the names', [rett({ synonyms: ['Трофинетид'] }), daybue({})], /a remedy among its names/],
  ['an oil among the names', [rett({ synonyms: ['Масло Лоренцо'] })], /«Масло Лоренцо»/],
  ['a Latin letter in a Russian word', [rett({ about: 'Cиндром' })], /«Cиндром» смешаны/],
  ['a Cyrillic letter in a Latin word', [daybue({ synonyms: ['Trоfinetide'] })], /«Trоfinetide» смешаны/],
  ['a Latin «c» for the preposition', [rett({ about: 'Дисплазия c искривлением' })], /«c» смешаны/],
  [
    'an act without the edition read',
    [rett({ lists: [{ name: 'vzn14', checked_at: '2026-11-21' }] })],
    /в какой редакции/,
  ],
  [
    'a treatment called supportive in spite of an approved drug',
    [
      rett({ therapy: 'Лечение поддерживающее.' }),
      daybue({ diseases: ['ORPHA:778'], approvals: [{ authority: 'FDA', approved_at: '2023-03-10' }] }),
    ],
    /supportive, and has Дейбью/,
  ],
  [
    'a registration without a source',
    [daybue({ registration: { state: 'not-registered', checked_at: '2026-11-20' } })],
    /нужен источник с адресом/,
  ],
  [
    'a term expired before reading',
    [
      daybue({ registration: { state: 'registered', valid_until: '2024-12-31', checked_at: '2026-11-20' } }, [
        register,
      ]),
    ],
    /до 31 декабря 2024, а проверено позже/,
  ],
])('the check finds %s', async (_, records, finding) => {
  expect((await findTruth(records)).join('\n')).toMatch(finding);
});

test('the check accepts valid lines', async () => {
  const found = await findTruth([
    rett({
      synonyms: ['СУИQT', 'X-АЛД', 'RAS-опатия'],
      therapy: 'Трофинетид; остальное лечение поддерживающее.',
      lists: [{ name: 'vzn14', checked_at: '2026-11-21', edition: 'от 27.03.2020' }],
    }),
    daybue(
      {
        diseases: ['ORPHA:778'],
        approvals: [{ authority: 'FDA', approved_at: '2023-03-10' }],
        registration: { state: 'registered', valid_until: '2027-12', checked_at: '2026-11-20' },
      },
      [register],
    ),
  ]);
  expect(found).toEqual([]);
});

async function findTruth(records: readonly { external: string }[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'starter-'));
  for (const [name, scheme] of [
    ['disease', 'ORPHA'],
    ['drug', 'DRUG'],
  ] as const) {
    const own = records.filter(({ external }) => external.startsWith(scheme));
    await writeFile(join(folder, `${name}.ndjson`), own.map((one) => JSON.stringify(one)).join('\n'));
  }
  return checkTruth((await readStarter(folder)).lines);
}
