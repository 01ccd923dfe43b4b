import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { weighGenes } from '#domain/genes.ts';
import type { RecordOf, kindsByName } from '#domain/kinds/index.ts';
import type { Database } from '#server/database/database.ts';
import { importFile } from '../run.ts';
import type { Summary } from '../summary.ts';
import { openTestDatabase } from '../../../../tests/sample/database.ts';
import { packBase, type BaseEntity } from '../../../../scripts/starter/pack.ts';
import { countRecords, edit, getByExternal, importText, lines } from '../../../../tests/sample/import.ts';

type Disease = RecordOf<(typeof kindsByName)['disease']>;

const source = {
  title: 'Orphadata: ORPHApackets',
  publisher: 'Orphanet, INSERM',
  date: '2025-12-09',
  fields: ['title_en', 'orpha', 'type', 'omim', 'inheritance', 'genes', 'signs', 'parents', 'definition_en'],
};
const entity = (orpha: number, fields: Partial<BaseEntity['fields']> = {}): BaseEntity => ({
  fields: { title_en: `Disease ${orpha}`, type: 'disease', orpha, ...fields },
  sources: [source],
});
const gene = { symbol: 'GBA1', name: 'glucosylceramidase beta 1', hgnc: '4177', locus: '1q22' };
const sign = { hpo: 'HP:0001744', label_en: 'Splenomegaly', frequency: 'very-frequent' as const };
const two = [
  entity(999_002, {
    parents: ['ORPHA:999001'],
    genes: [{ ...gene, role: 'causal', validity: 'definitive' }],
    signs: [sign, { hpo: 'HP:0001903', label_en: 'Anemia', frequency: undefined }],
    icd10: [{ code: 'E75.2', title: 'Другие сфинголипидозы', relation: 'unknown' }],
  }),
  entity(999_001, { type: 'category' }),
];
const packed = (entities: readonly BaseEntity[]) => zstdCompressSync(packBase('2025-12-09', entities));
const take = (database: Database, entities: readonly BaseEntity[]) =>
  importText(database, 'base', packed(entities));
const get = async (database: Database, orpha: number) =>
  (await getByExternal(database, 'disease', `ORPHA:${orpha}`)) as unknown as Disease & {
    sources: unknown[];
    version: number;
    id: number;
  };

test('unpacking restores everything: signs, genes, rubrics, parents and sources', async () => {
  const database = await openTestDatabase();
  expect((await take(database, two)).records).toEqual({ new: 2, changed: 0, same: 0 });
  const [disease, group] = [await get(database, 999_002), await get(database, 999_001)];
  expect(disease).toMatchObject({
    title: 'Disease 999002',
    title_status: 'unsure',
    genes: [{ ...gene, role: 'causal', validity: 'definitive' }],
    signs: [
      { ...sign, label: 'Спленомегалия', label_status: 'established' },
      { hpo: 'HP:0001903', label_en: 'Anemia' },
    ],
    icd10: [{ code: 'E75.2', title: 'Другие сфинголипидозы', relation: 'unknown' }],
    parents: [group.id],
    sources: [{ title: source.title, date: source.date }],
  });
});

test('equal entities give equal text in any order', () => {
  expect(packBase('2025-12-09', two)).toBe(packBase('2025-12-09', two.toReversed()));
});

test('a second run changes nothing; a newer file updates unedited fields', async () => {
  const database = await openTestDatabase();
  await take(database, two);
  expect((await take(database, two)).records).toEqual({ new: 0, changed: 0, same: 2 });
  await edit(database, 'disease', 'ORPHA:999002', { definition_en: 'An editor’s words.', title: 'Болезнь' });
  const newer = [
    entity(999_002, { ...two[0]?.fields, definition_en: 'New words.', inheritance: ['mitochondrial'] }),
    entity(999_001, { type: 'category', definition_en: 'New words.' }),
  ];
  await take(database, newer);
  expect(await get(database, 999_002)).toMatchObject({
    title: 'Болезнь',
    definition_en: 'An editor’s words.',
    inheritance: ['mitochondrial'],
  });
  expect(await get(database, 999_001)).toMatchObject({ definition_en: 'New words.' });
});

test('the starter catalogue wins by field, and the base fills gaps', async () => {
  const database = await openTestDatabase();
  const starter = {
    kind: 'disease',
    data: { title: 'Наша болезнь', title_status: 'established', orpha: 999_002, genes: [{ symbol: 'PSAP' }] },
    sources: [{ title: 'Редакция', date: '2026-11-01', fields: ['title', 'genes'] }],
  };
  await importText(database, 'records', lines(starter));
  await take(database, two);
  const disease = await get(database, 999_002);
  expect(disease).toMatchObject({ title: 'Наша болезнь', title_en: 'Disease 999002', signs: [{}, {}] });
  expect(disease.genes.map(({ symbol }) => symbol)).toEqual(['PSAP']);
});

test('a truncated file leaves nothing behind', async () => {
  const database = await openTestDatabase();
  const whole = packed(Array.from({ length: 400 }, (_, index) => entity(999_000 + index)));
  await expect(importText(database, 'base', whole.subarray(0, whole.length - 60))).rejects.toThrow(
    /обрывается/,
  );
  expect(await countRecords(database)).toBe(0);
});

test('an interrupted load leaves nothing behind, and the next one is complete', async () => {
  const database = await openTestDatabase();
  const many = Array.from({ length: 600 }, (_, index) => entity(999_000 + index));
  const stopped = importText(database, 'base', packed(many), {
    onProgress: (done) => {
      if (done >= 400) throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await countRecords(database)).toBe(0);
  expect((await take(database, many)).records.new).toBe(600);
});

describe('the shipped base', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let summary: Summary;
  beforeAll(async () => {
    database = await openTestDatabase();
    summary = await importFile(database, {
      format: 'base',
      input: join(import.meta.dirname, '../../../starter/orphanet.ndjson.zst'),
    });
  });
  afterAll(() => database.close());

  test('is imported whole: all Orphanet entities, no dangling link', () => {
    expect(summary.rejections).toEqual([]);
    expect([...summary.notes.keys()]).toEqual([]);
    expect(summary.records).toEqual({ new: 9960, changed: 0, same: 0 });
  });

  test('has Russian names, codes, facts and classification', async () => {
    const disease = await get(database, 586);
    expect(disease).toMatchObject({
      title: 'Муковисцидоз',
      title_en: 'Cystic fibrosis',
      type: 'disease',
      inheritance: ['autosomal-recessive'],
    });
    expect(disease.icd10.map(({ code }) => code)).toContain('E84.0');
    expect(disease.omim.map(({ code }) => code)).toContain('219700');
    expect(disease.genes[0]).toMatchObject({ symbol: 'CFTR', locus: '7q31.2', role: 'loss-of-function' });
    expect(disease.signs.length).toBeGreaterThan(20);
    expect(disease.signs.every(({ frequency }) => frequency)).toBe(true);
    expect(disease.parents.length).toBeGreaterThan(0);
    expect(disease.prevalence.some(({ validated }) => validated)).toBe(true);
  });

  test('orders genes by evidence', async () => {
    expect((await get(database, 33_069)).genes[0]?.symbol).toBe('SCN1A');
    const rows = await database.kysely.selectFrom('records').select(['external', 'data']).execute();
    const wrong = rows.filter(({ data }) => {
      const { genes = [] } = JSON.parse(data) as Partial<Disease>;
      const symbols = [...new Set(genes.map(({ symbol }) => symbol))];
      return (
        symbols.join() !==
        weighGenes(genes)
          .ordered.map(({ symbol }) => symbol)
          .join()
      );
    });
    expect(wrong.map(({ external }) => external)).toEqual([]);
  });

  test('brings search aliases of diseases', async () => {
    const { data } = await database.kysely
      .selectFrom('records')
      .select('data')
      .where('external', '=', 'ORPHA:2406')
      .executeTakeFirstOrThrow();
    expect((JSON.parse(data) as { aliases: string[] }).aliases).toContain('синдром «взаперти»');
  });

  test('names a source for every field of every record', async () => {
    const rows = await database.kysely
      .selectFrom('records')
      .select(['external', 'data', 'sources'])
      .execute();
    const unsourced = rows.flatMap(({ external, data, sources }) => {
      const named = new Set((JSON.parse(sources) as { fields: string[] }[]).flatMap(({ fields }) => fields));
      return Object.entries(JSON.parse(data) as Record<string, unknown>)
        .filter(([field, value]) => !(Array.isArray(value) && value.length === 0) && !named.has(field))
        .map(([field]) => `${external} ${field}`);
    });
    expect(unsourced.slice(0, 10)).toEqual([]);
  });
});
