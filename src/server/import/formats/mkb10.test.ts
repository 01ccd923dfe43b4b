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
} from '../../../../tests/sample/import.ts';

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

test.skipIf(!hasSharedData)(`15,038 rows of МКБ-10 give 14,641 rubrics${ifShared}`, async () => {
  const database = await openTestDatabase();
  const path = 'icd/mkb10-ru-nsi-1.2.643.5.1.13.13.11.1005_2.27.csv.gz';
  const summary = await importShared(database, 'mkb10', path);
  expect([summary.terms.new, summary.rejectedCount]).toEqual([14_641, 0]);
  expect(await getTerms(database.kysely, 'mkb10')).toContainEqual(
    expect.objectContaining({ code: 'E75.2', title: 'Другие сфинголипидозы' }),
  );
});
