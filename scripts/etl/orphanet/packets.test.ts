import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openInput } from '#server/import/input.ts';
import { openTestDatabase } from '../../../tests/sample/database.ts';
import { etl } from '../../../tests/sample/etl.ts';
import {
  getByExternal,
  gzip,
  hasSharedData,
  ifShared,
  lines,
  packet,
  sharedData,
} from '../../../tests/sample/import.ts';

async function disease(more: Record<string, unknown>, orpha = 999_001) {
  const database = await openTestDatabase();
  const summary = await etl(database, 'orphapackets', lines(packet(orpha, more)));
  return { summary, record: await getByExternal(database, 'disease', `ORPHA:${orpha}`) };
}

describe('shapes of packets', () => {
  const onset = { value: 'Infancy' };
  test.each([
    ['a list of wrapped ones', [{ AverageAgeOfOnset: onset }, { AverageAgeOfOnset: { value: 'Neonatal' } }]],
    ['an object with a list', { AverageAgeOfOnset: [onset, { value: 'Neonatal' }] }],
  ])('onset is read from %s', async (_shape, AverageAgeOfOnsets) => {
    const { record } = await disease({ AverageAgeOfOnsets });
    expect(record.onset).toEqual(['infancy', 'neonatal']);
  });

  test.each([
    ['an object with one', { TypeOfInheritance: { value: 'Autosomal recessive' } }],
    ['an object with a list', { TypeOfInheritance: [{ value: 'Autosomal recessive' }] }],
    ['a list of wrapped ones', [{ TypeOfInheritance: { value: 'Autosomal recessive' } }]],
  ])('inheritance is read from %s', async (_shape, TypeOfInheritances) => {
    const { record } = await disease({ TypeOfInheritances });
    expect(record.inheritance).toEqual(['autosomal-recessive']);
  });

  const reference = {
    Source: 'OMIM',
    Reference: '219700',
    DisorderMappingRelation: 'NTBT (ORPHAcode is narrower than …)',
  };
  test.each([
    ['bare ones', [reference]],
    ['wrapped ones', [{ ExternalReference: reference }]],
    ['a single one', { ExternalReference: reference }],
  ])('external references are read from %s', async (_shape, ExternalReferences) => {
    const { record } = await disease({ ExternalReferences });
    expect(record.omim).toEqual([{ code: '219700', relation: 'narrower' }]);
  });

  const prevalence = {
    Source: '23494840[PMID]_[EXPERT]',
    PrevalenceType: 'Point prevalence',
    PrevalenceQualification: 'Value and class',
    PrevalenceClass: '1-9 / 100 000',
    ValMoy: '2.5',
    PrevalenceGeographic: 'Worldwide',
  };
  const expected = {
    type: 'point',
    class: '1-9-100000',
    figure: 2.5,
    place: 'Весь мир',
    source: 'PMID 23494840, мнение эксперта',
  };
  test.each([
    ['a list of wrapped ones', [{ Prevalence: prevalence }]],
    ['one object', { Prevalence: prevalence }],
    ['an object with a list', { Prevalence: [prevalence] }],
  ])('prevalence is read from %s', async (_shape, Prevalences) => {
    expect((await disease({ Prevalences })).record.prevalence).toEqual([expected]);
  });

  test.each([
    ['a list', [{ Parent: [{ ORPHAcode: '999002', Label: 'Group' }] }]],
    ['an object', { Parent: [{ ORPHAcode: '999002', Label: 'Group' }] }],
    ['an object with one', { Parent: { ORPHAcode: '999002', Label: 'Group' } }],
  ])('parents are read from %s, also when they come later in the file', async (_shape, Parents) => {
    const database = await openTestDatabase();
    const group = packet(999_002, { DisorderType: { value: 'Category' } });
    await etl(database, 'orphapackets', lines(packet(999_001, { Parents }), group));
    const parent = await getByExternal(database, 'disease', 'ORPHA:999002');
    const child = await getByExternal(database, 'disease', 'ORPHA:999001');
    expect(child.parents).toEqual([parent.id]);
  });

  test('"no data" is a missing value', async () => {
    const nothing = {
      Source: null,
      PrevalenceType: 'no data',
      PrevalenceQualification: 'no data',
      PrevalenceClass: 'no data',
      ValMoy: 'no data',
      PrevalenceGeographic: 'no data',
    };
    const { record, summary } = await disease({
      Prevalences: [
        { Prevalence: nothing },
        { Prevalence: { ...prevalence, ValMoy: 'no data', Source: null } },
      ],
      AverageAgeOfOnsets: { AverageAgeOfOnset: { value: 'No data available' } },
      TypeOfInheritances: { TypeOfInheritance: { value: 'Not yet documented' } },
      Synonyms: [{ Synonym: 'no data' }],
    });
    expect(summary.rejectedCount).toBe(0);
    expect(record.prevalence).toEqual([{ type: 'point', class: '1-9-100000', place: 'Весь мир' }]);
    expect([record.onset, record.inheritance, record.synonyms_en]).toEqual([[], [], []]);
  });

  test('a count without a figure is left out; with one, patients and families are distinguished', async () => {
    const count = {
      PrevalenceType: 'Cases/families',
      PrevalenceClass: 'no data',
      PrevalenceGeographic: 'Europe',
    };
    const { record } = await disease({
      Prevalences: [
        { Prevalence: { ...count, ValMoy: 'no data', PrevalenceQualification: 'Case(s)' } },
        { Prevalence: { ...count, ValMoy: '4', PrevalenceQualification: 'Family(ies)' } },
      ],
    });
    expect(record.prevalence).toEqual([{ type: 'cases', figure: 4, unit: 'families', place: 'Европа' }]);
  });
});

describe('meaning of fields', () => {
  test('signs keep HPO number, English and Russian label, and every frequency', async () => {
    const words = [
      'Obligate (100%)',
      'Very frequent (99-80%)',
      'Frequent (79-30%)',
      'Occasional (29-5%)',
      'Very rare (<4-1%)',
      'Excluded (0%)',
    ];
    const { record } = await disease({
      Phenotypes: words.map((HPOFrequency, index) => ({
        Phenotype: { HPOId: `HP:000125${index}`, HPOTerm: `Sign ${index}`, HPOFrequency },
      })),
    });
    const signs = record.signs as { hpo: string; label?: string; label_en: string; frequency: string }[];
    expect(signs.map(({ frequency }) => frequency)).toEqual([
      'obligate',
      'very-frequent',
      'frequent',
      'occasional',
      'very-rare',
      'excluded',
    ]);
    expect(signs[1]).toMatchObject({
      hpo: 'HP:0001251',
      label: 'Атаксия',
      label_status: 'established',
      label_en: 'Sign 1',
    });
    expect(record.sources.map(({ title }) => title).join()).toContain('Human Phenotype Ontology');
  });

  test('genes have their role and cell type', async () => {
    const gene = (Symbol: string, DisorderGeneAssociationType: string) => ({
      Gene: {
        Symbol,
        Name: `gene ${Symbol}`,
        ExternalReferences: [
          { Source: 'HGNC', Reference: '1' },
          { Source: 'OMIM', Reference: '606463' },
        ],
        DisorderGeneAssociationType,
      },
    });
    const { record } = await disease({
      Genes: [
        gene('GBA1', 'Disease-causing germline mutation(s) (loss of function) in'),
        gene('GNAS', 'Disease-causing somatic mutation(s) in'),
        gene('ABL1', 'Part of a fusion gene in'),
      ],
    });
    expect(record.genes).toMatchObject([
      { symbol: 'GBA1', hgnc: '1', omim: '606463', role: 'loss-of-function', origin: 'germline' },
      { symbol: 'GNAS', role: 'causal', origin: 'somatic' },
      { symbol: 'ABL1', role: 'fusion' },
    ]);
  });

  test('tags and character references are removed from definitions', async () => {
    const { record } = await disease({
      TextSection: {
        TextSectionType: 'Definition',
        Contents: 'The <i>HEXA</i> gene,&nbsp;&#8805;&nbsp;2 <I>alleles</I>.',
      },
    });
    expect(record.definition_en).toBe('The HEXA gene, ≥ 2 alleles.');
  });

  test('the Russian name comes from the overlay with its status, next to English', async () => {
    const { record } = await disease({ Label: 'Alexander disease', Synonyms: [{ Synonym: 'AxD' }] }, 58);
    expect(record).toMatchObject({
      title: 'Болезнь Александера',
      title_status: 'established',
      title_en: 'Alexander disease',
      synonyms_en: ['AxD'],
    });
    expect(record.sources.map(({ fields }) => fields)).toContainEqual(['title', 'title_status']);
  });

  test('an entity without a Russian name shows its English one as doubtful', async () => {
    const { record } = await disease({ Label: 'Quite new disease' });
    expect(record).toMatchObject({ title: 'Quite new disease', title_status: 'unsure' });
  });

  test('areas are found through classification heads; genetics only without others', async () => {
    const database = await openTestDatabase();
    const parent = (...codes: number[]) => codes.map((code) => ({ Parent: [{ ORPHAcode: String(code) }] }));
    await etl(
      database,
      'orphapackets',
      lines(
        packet(999_001, { Parents: parent(999_002) }),
        packet(999_002, { Parents: parent(68_367, 98_053) }),
        packet(999_003, { Parents: parent(98_053) }),
        packet(68_367, { DisorderType: { value: 'Category' } }),
        packet(98_053, { DisorderType: { value: 'Category' } }),
      ),
    );
    expect((await getByExternal(database, 'disease', 'ORPHA:999001')).areas).toEqual(['metabolic']);
    expect((await getByExternal(database, 'disease', 'ORPHA:999003')).areas).toEqual(['genetics']);
  });

  test('each record names Orphanet, licence, version, release day and fields', async () => {
    const { record } = await disease({ Synonyms: [{ Synonym: 'Other name' }] });
    expect(record.sources[0]).toMatchObject({
      title: 'Orphadata: ORPHApackets',
      publisher: 'Orphanet, INSERM',
      licence: 'CC BY 4.0',
      version: '1.3.42 / 4.1.8 [2025-03-03]',
      date: '2025-12-09',
    });
    expect(record.sources[0]?.fields).toEqual(expect.arrayContaining(['title_en', 'synonyms_en', 'orpha']));
  });
});

describe('rows and files', () => {
  test('errors are rejected by line with the reason, the rest is imported', async () => {
    const database = await openTestDatabase();
    const text =
      lines(
        packet(999_001),
        { Other: {} },
        packet(999_001),
        packet(999_002, { DisorderType: { value: 'Miracle' } }),
      ) +
      '{"Orphapacket": {"ORPHAcode": \n' +
      lines(packet(999_003, { ORPHAcode: 'x' }), packet(999_004));
    const summary = await etl(database, 'orphapackets', text);
    expect(summary.records).toEqual({ new: 2, changed: 0, same: 0 });
    expect(summary.rejections).toEqual([
      { line: 2, reason: 'нет объекта Orphapacket' },
      { line: 3, reason: 'ORPHA:999001 уже был в строке 1' },
      { line: 4, reason: 'ORPHA:999002: неизвестный тип записи «Miracle»' },
      { line: 5, reason: 'это не JSON' },
      { line: 6, reason: 'нет кода ORPHA (ORPHAcode)' },
    ]);
  });

  test('a folder, a formatted document and a packed file are read alike', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packets-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'ORPHApacket_999001.json'), JSON.stringify(packet(999_001), null, 2));
    await writeFile(join(folder, 'ORPHApacket_999002.json'), `\ufeff${JSON.stringify(packet(999_002))}\r\n`);
    await writeFile(join(folder, 'notes.txt'), 'not a packet');
    const database = await openTestDatabase();
    const summary = await etl(database, 'orphapackets', await openInput(folder));
    expect(summary.records).toEqual({ new: 2, changed: 0, same: 0 });
    const repeated = await etl(database, 'orphapackets', gzip(lines(packet(999_001), packet(999_002))));
    expect(repeated.records).toEqual({ new: 0, changed: 0, same: 2 });
  });

  test('CRLF and a byte order mark make no difference', async () => {
    const database = await openTestDatabase();
    const text = `\ufeff${lines(packet(999_001), packet(999_002)).replaceAll('\n', '\r\n')}`;
    expect((await etl(database, 'orphapackets', text)).records.new).toBe(2);
  });
});

test.skipIf(!hasSharedData)(
  `500 real packets are all taken, and are the same the second time${ifShared}`,
  async () => {
    const database = await openTestDatabase();
    const release = gunzipSync(
      await readFile(join(sharedData, 'orphanet/orphapackets-2025-12.ndjson.gz')),
    ).toString();
    const text = release.split('\n').slice(0, 500).join('\n');
    const first = await etl(database, 'orphapackets', text);
    expect(first.records).toEqual({ new: 500, changed: 0, same: 0 });
    expect(first.rejectedCount).toBe(0);
    const second = await etl(database, 'orphapackets', text);
    expect(second.records).toEqual({ new: 0, changed: 0, same: 500 });
  },
);
