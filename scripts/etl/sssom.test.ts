import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/sample/database.ts';
import { etl } from '../../tests/sample/etl.ts';
import { getByExternal, lines, packet } from '../../tests/sample/import.ts';

describe('sssom', () => {
  const map = (...rows: string[]) =>
    [
      '# license: https://creativecommons.org/publicdomain/zero/1.0/',
      '# mapping_set_version: http://purl.obolibrary.org/obo/mondo/releases/2026-08-04/mappings/x.sssom.tsv',
      'subject_id\tsubject_label\tpredicate_id\tobject_id\tobject_label\tmapping_justification',
      ...rows,
    ].join('\n');
  const row = (mondo: string, object: string, predicate = 'skos:exactMatch') =>
    `MONDO:${mondo}\tx\t${predicate}\t${object}\tLabel "with" quotes\tsemapv:ManualMappingCuration`;

  test('ORPHA gives MONDO, other lists follow through it', async () => {
    const database = await openTestDatabase();
    await etl(database, 'orphapackets', lines(packet(999_001), packet(999_002)));
    await etl(database, 'sssom', map(row('0000001', 'Orphanet:377788'), row('0000002', 'Orphanet:999001')));
    for (const object of [
      'OMIM:123456',
      'ICD10CM:E71.1',
      'icd11.foundation:733056203',
      'mesh:D000309',
      'GARD:0009526',
    ])
      await etl(database, 'sssom', map(row('0000002', object), row('0000009', object)));
    const record = await getByExternal(database, 'disease', 'ORPHA:999001');
    expect(record).toMatchObject({
      mondo: 'MONDO:0000002',
      omim: [{ code: '123456', relation: 'exact' }],
      icd10cm: ['E71.1'],
      icd11: [{ code: '733056203', title: 'Label "with" quotes' }],
      mesh: ['D000309'],
      gard: ['0009526'],
    });
    expect(record.sources).toContainEqual({
      title: 'MONDO: соответствия SSSOM',
      publisher: 'Monarch Initiative',
      url: 'https://mondo.monarchinitiative.org/',
      licence: 'CC0 1.0',
      version: '2026-08-04',
      date: '2026-08-04',
      fields: ['mondo', 'omim', 'icd10cm', 'icd11', 'mesh', 'gard'],
    });
  });

  test('a looser reference does not replace an exact match, and an ambiguous one is left out', async () => {
    const database = await openTestDatabase();
    await etl(database, 'orphapackets', lines(packet(999_001), packet(999_002), packet(999_003)));
    await etl(database, 'sssom', map(row('0000001', 'Orphanet:999001')));
    const loose = (mondo: string, orpha: number) => row(mondo, `Orphanet:${orpha}`, 'oboInOwl:hasDbXref');
    await etl(
      database,
      'sssom',
      map(
        loose('0000005', 999_001),
        loose('0000006', 999_002),
        loose('0000007', 999_003),
        loose('0000008', 999_003),
      ),
    );
    const mondo = async (orpha: number) => (await getByExternal(database, 'disease', `ORPHA:${orpha}`)).mondo;
    expect([await mondo(999_001), await mondo(999_002), await mondo(999_003)]).toEqual([
      'MONDO:0000001',
      'MONDO:0000006',
      undefined,
    ]);
  });

  test('rows of unknown lists and numbers are rejected by line, counting comments', async () => {
    const database = await openTestDatabase();
    const summary = await etl(database, 'sssom', map(row('1', 'OMIM:1'), row('0000001', 'Wikidata:Q1')));
    expect(summary.rejections).toEqual([
      { line: 4, reason: 'это не номер MONDO: «MONDO:1»' },
      { line: 5, reason: 'неизвестный список «Wikidata»' },
    ]);
  });
});
