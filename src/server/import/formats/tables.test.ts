import { describe, expect, test } from 'vitest';
import { getTerms } from '#server/catalogue/terms.ts';
import { openTestDatabase } from '../../../../tests/sample/database.ts';
import {
  getByExternal,
  hasSharedData,
  ifShared,
  importShared,
  importText,
  lines,
  packet,
} from '../../../../tests/sample/import.ts';
import { readOverlays } from '../../catalogue/overlays.ts';
import { dayOf } from './drugs.ts';
import { subjectTitle } from './regions.ts';

describe('mkb10', () => {
  const head = 'ID;REC_CODE;MKB_CODE;MKB_NAME;ID_PARENT;ADDL_CODE;ACTUAL;DATE\n';

  test('current rubrics become the vocabulary; chapters, blocks and withdrawn rubrics are reported', async () => {
    const database = await openTestDatabase();
    const rows = [
      '1;01;"I";"НЕКОТОРЫЕ ИНФЕКЦИОННЫЕ";;;1;',
      '2;0101;"A00-A09";"КИШЕЧНЫЕ ИНФЕКЦИИ";1;;1;',
      '3;"0408";"E71.0";"Болезнь ""кленового сиропа""";2;;1;',
      '4;"0110";"A90";"Лихорадка денге";2;;0;"07.10.2020"',
      '5;"x";"Я71";"Описка";2;;1;',
    ];
    const summary = await importText(database, 'mkb10', head + rows.join('\n'));
    expect(await getTerms(database.kysely, 'mkb10')).toEqual([
      expect.objectContaining({ code: 'E71.0', title: 'Болезнь "кленового сиропа"' }),
    ]);
    expect(summary.rejections).toEqual([{ line: 6, reason: 'это не код МКБ-10: «Я71»' }]);
    expect(summary.notes.get('рубрика больше не действует')?.count).toBe(1);
    const repeated = await importText(database, 'mkb10', head + rows.join('\n'));
    expect(repeated.terms).toEqual({ new: 0, changed: 0, same: 1 });
  });

  test('the map gives codes with rubric names, which do not name the disease; known relations stay', async () => {
    const database = await openTestDatabase();
    await importText(
      database,
      'records',
      lines({
        kind: 'disease',
        data: { title: 'Болезнь', title_status: 'established', orpha: 999_001 },
        sources: [],
      }),
    );
    const map = [
      'orpha_code\tname_en\ttype\ticd10\tmkb10_name_ru',
      '999001\tSample\tDisease\tA39.0+\tМенингококковый менингит',
      '999001\tSample\tDisease\tC85,7\t',
      '999001\tSample\tDisease\tZZ\tНичто',
      '999404\tAnother\tDisease\tE71.1\tРубрика',
    ].join('\r\n');
    const summary = await importText(database, 'mkb10', map);
    const record = await getByExternal(database, 'disease', 'ORPHA:999001');
    expect(record).toMatchObject({
      title: 'Болезнь',
      synonyms: [],
      icd10: [
        { code: 'A39.0', title: 'Менингококковый менингит', relation: 'unknown' },
        { code: 'C85.7', relation: 'unknown' },
      ],
    });
    expect(summary.rejections.map(({ line }) => line)).toEqual([4, 5]);
    expect(summary.notes.get('у рубрики нет русского названия')?.count).toBe(1);
  });
});

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
    await importText(database, 'orphapackets', lines(packet(999_001), packet(999_002)));
    await importText(
      database,
      'sssom',
      map(row('0000001', 'Orphanet:377788'), row('0000002', 'Orphanet:999001')),
    );
    for (const object of [
      'OMIM:123456',
      'ICD10CM:E71.1',
      'icd11.foundation:733056203',
      'mesh:D000309',
      'GARD:0009526',
    ])
      await importText(database, 'sssom', map(row('0000002', object), row('0000009', object)));
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
    await importText(database, 'orphapackets', lines(packet(999_001), packet(999_002), packet(999_003)));
    await importText(database, 'sssom', map(row('0000001', 'Orphanet:999001')));
    const loose = (mondo: string, orpha: number) => row(mondo, `Orphanet:${orpha}`, 'oboInOwl:hasDbXref');
    await importText(
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
    const summary = await importText(
      database,
      'sssom',
      map(row('1', 'OMIM:1'), row('0000001', 'Wikidata:Q1')),
    );
    expect(summary.rejections).toEqual([
      { line: 4, reason: 'это не номер MONDO: «MONDO:1»' },
      { line: 5, reason: 'неизвестный список «Wikidata»' },
    ]);
  });
});

describe('regions', () => {
  const head = 'name,type,name_with_type,federal_district,kladr_id,okato,oktmo,iso_code,timezone\n';
  const region = (name: string, code: string, iso = 'RU-XX') =>
    `x,x,${name},Южный,${code}00000000000,1,2,${iso},UTC+3\n`;

  test.each([
    ['Респ Адыгея', 'Республика Адыгея'],
    ['Удмуртская Респ', 'Удмуртская Республика'],
    ['Чувашская Республика - Чувашия', 'Чувашская Республика — Чувашия'],
    ['Респ Саха /Якутия/', 'Республика Саха (Якутия)'],
    ['Томская обл', 'Томская область'],
    ['Кемеровская область - Кузбасс', 'Кемеровская область — Кузбасс'],
    ['Алтайский край', 'Алтайский край'],
    ['Еврейская Аобл', 'Еврейская автономная область'],
    ['Ненецкий АО', 'Ненецкий автономный округ'],
    ['Ханты-Мансийский Автономный округ - Югра', 'Ханты-Мансийский автономный округ — Югра'],
    ['г Москва', 'Москва'],
  ])('«%s» becomes «%s»', (name, title) => {
    expect(subjectTitle(name)).toBe(title);
  });

  test("Baikonur is not a subject; Crimea keeps the file's code; missing subjects stay", async () => {
    const database = await openTestDatabase();
    await importText(
      database,
      'records',
      lines({ vocabulary: 'subject', code: '93', title: 'Донецкая Народная Республика', position: 1 }),
    );
    const text =
      head + region('г Байконур', '99') + region('Респ Крым', '91', 'UA-43') + region('Амурская обл', '28');
    const summary = await importText(database, 'regions', text);
    expect(summary.rejections).toEqual([
      { line: 2, reason: 'Байконур арендован у Казахстана: это не субъект Федерации' },
    ]);
    const subjects = await getTerms(database.kysely, 'subject');
    expect(subjects.map(({ title }) => title)).toContain('Донецкая Народная Республика');
    expect(subjects).toHaveLength(3);
    expect(subjects.find(({ code }) => code === '91')).toMatchObject({
      title: 'Республика Крым',
      data: { iso: 'UA-43' },
    });
    expect((await importText(database, 'regions', text)).terms).toEqual({ new: 0, changed: 0, same: 2 });
  });
});

describe('drugs', () => {
  const head =
    'Generic Name,Trade Name,Date Designated,Orphan Designation,Marketing Approval Date,Sponsor Company\n';

  test.each([
    ['9/05/17', '2017-09-05'],
    ['08/30/2017', '2017-08-30'],
    ['10/06/00', '2000-10-06'],
    ['12/26/84', '1984-12-26'],
    ['02/30/2017', undefined],
    ['2017-08-30', undefined],
  ])('the American date %s is %s', (value, day) => {
    expect(dayOf(value, '2026-11-21')).toBe(day);
  });

  test('approvals of a trade name make one drug with unique designations', async () => {
    const database = await openTestDatabase();
    const text =
      head +
      'bosentan,Tracleer®,10/06/00,Treatment of PAH,11/20/2001,Actelion\n' +
      'bosentan,Tracleer,10/06/00,Treatment of PAH,9/05/17,Actelion\n' +
      'hemin,,3/16/84,"Porphyria, acute",07/20/83,Recordati\n' +
      ',,01/01/2001,x,01/01/2002,y\n' +
      'wrong,Date,soon,x,,y\n';
    const summary = await importText(database, 'drugs', text);
    expect(summary.records.new).toBe(2);
    expect(await getByExternal(database, 'drug', 'DRUG:Tracleer')).toMatchObject({
      title: 'Tracleer',
      inn_en: 'bosentan',
      designations: [
        {
          authority: 'FDA',
          designation: 'Treatment of PAH',
          designated_at: '2000-10-06',
          approved_at: '2001-11-20',
          sponsor: 'Actelion',
        },
      ],
    });
    expect(await getByExternal(database, 'drug', 'DRUG:hemin')).toMatchObject({ title: 'hemin' });
    expect(summary.rejections.map(({ line }) => line)).toEqual([5, 6]);
    expect((await importText(database, 'drugs', text)).records).toEqual({ new: 0, changed: 0, same: 2 });
  });

  const drug = (title: string, more: Record<string, unknown>) => ({
    kind: 'drug',
    data: { title, ...more },
    sources: [],
  });

  test('ATC precedes INN: a misprint in the name makes no second drug', async () => {
    const database = await openTestDatabase();
    await importText(
      database,
      'records',
      lines(
        drug('Реплагал', { title_en: 'Replagal', inn: 'агалсидаза альфа', atc: ['A16AB03'] }),
        drug('Мабтера', { title_en: 'MabThera', inn: 'ритуксимаб' }),
      ),
    );
    const list = JSON.stringify([
      { MNN: 'Агалзидаза альфа', ATX: 'A16AB03' },
      { MNN: 'Ритуксимаб', ATX: 'L01XC02' },
      { MNN: 'Ритуксимаб', ATX: 'L01XC02' },
      { MNN: '', ATX: '' },
      { MNN: 'Дапсон', ATX: 'D10AX05' },
      { MNN: 'Дапсон', ATX: 'J04BA02' },
      { MNN: 'Нечто', ATX: 'XYZ' },
    ]);
    const summary = await importText(database, 'drugs', list);
    expect(summary.records).toEqual({ new: 1, changed: 1, same: 1 });
    expect(summary.notes.get('повтор')?.count).toBe(1);
    expect(summary.rejections.map(({ reason }) => reason)).toEqual([
      'пустая строка списка',
      'это не код АТХ: «XYZ»',
    ]);
    expect(await getByExternal(database, 'drug', 'DRUG:MabThera')).toMatchObject({ atc: ['L01XC02'] });
    expect(await getByExternal(database, 'drug', 'DRUG:Replagal')).toMatchObject({ inn: 'агалсидаза альфа' });
    const dapsone = await database.kysely
      .selectFrom('records')
      .select('data')
      .where('external', 'is', null)
      .execute();
    expect(dapsone.map(({ data }) => (JSON.parse(data) as { atc: string[] }).atc)).toEqual([
      ['D10AX05', 'J04BA02'],
    ]);
    const later = await importText(database, 'drugs', list, { now: new Date('2027-05-05') });
    expect(later.records).toMatchObject({ new: 0, changed: 0 });
  });

  test('the formulary updates known drugs and adds none', async () => {
    const database = await openTestDatabase();
    await importText(database, 'records', lines(drug('Реплагал', { title_en: 'Replagal' })));
    const summary = await importText(
      database,
      'drugs',
      lines(
        { atcCode: 'A16', mnnOrGroup: 'Прочие препараты' },
        {
          atcCode: 'А16АВ03',
          mnnOrGroup: 'Агалсидаза альфа',
          tradeName: 'Реплагал®',
          dosageForm: 'концентрат',
          regNumber: 'РК-ЛС-5№1',
        },
        {
          atcCode: 'A10BA02',
          mnnOrGroup: 'Метформин',
          tradeName: 'Глюкофаж®',
          dosageForm: 'таблетки',
          regNumber: 'РК-ЛС-5№2',
        },
      ),
    );
    expect(summary.records).toEqual({ new: 0, changed: 1, same: 0 });
    // Code with Cyrillic letters.
    expect(await getByExternal(database, 'drug', 'DRUG:Replagal')).toMatchObject({
      atc: ['A16AB03'],
      inn: 'агалсидаза альфа',
    });
  });
});

test('overlays: every Orphanet name, the signs of the whole base, and known heads only', async () => {
  const { names, signs, heads } = await readOverlays();
  expect([names.size, signs.size, heads.size]).toEqual([9960, 10879, 9753]);
  expect([...heads.values()].every((head) => Number.isInteger(head) && head > 0)).toBe(true);
});

describe.skipIf(!hasSharedData)(`real files${ifShared}`, () => {
  test('15,038 rows of МКБ-10 give 14,641 rubrics', async () => {
    const database = await openTestDatabase();
    const path = 'icd/mkb10-ru-nsi-1.2.643.5.1.13.13.11.1005_2.27.csv.gz';
    const summary = await importShared(database, 'mkb10', path);
    expect([summary.terms.new, summary.rejectedCount]).toEqual([14_641, 0]);
    expect(await getTerms(database.kysely, 'mkb10')).toContainEqual(
      expect.objectContaining({ code: 'E75.2', title: 'Другие сфинголипидозы' }),
    );
  });

  test('region.csv gives 85 subjects and rejects Baikonur', async () => {
    const database = await openTestDatabase();
    const summary = await importShared(database, 'regions', 'geo/region.csv');
    expect([summary.terms.new, summary.rejectedCount]).toEqual([85, 1]);
  });

  test('drug lists: 684 approved names, 150 substances', async () => {
    const database = await openTestDatabase();
    const approvals = await importShared(database, 'drugs', 'drugs/fda-orphan-approvals-2022.csv.gz');
    expect([approvals.records.new, approvals.rejectedCount]).toEqual([684, 0]);
    const orphan = await importShared(database, 'drugs', 'drugs/kz-orphan-drugs-ru.json');
    expect(orphan.rejections).toEqual([{ line: 370, reason: 'пустая строка списка' }]);
    expect(orphan.records.changed).toBe(0);
  });
});

test('overlays: prefixes of the Russian edition are kept as remarks', async () => {
  const { names } = await readOverlays();
  expect(names.get(80)).toMatchObject({ title: 'Антифосфолипидный синдром', isNotRare: true });
  expect(names.get(5)?.isNotRare).toBe(false);
});
