import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/sample/database.ts';
import { etl, etlShared } from '../../tests/sample/etl.ts';
import { getByExternal, hasSharedData, ifShared, importText, lines } from '../../tests/sample/import.ts';
import { dayOf } from './drugs.ts';

describe('drugs', () => {
  const head =
    'Generic Name,Trade Name,Date Designated,Orphan Designation,Marketing Approval Date,Sponsor Company\n';

  test.each([
    ['9/05/17', '2017-09-05'],
    ['08/30/2017', '2017-08-30'],
    ['10/06/00', '2000-10-06'],
    ['12/26/84', '1984-12-26'],
    ['01/15/26', '2026-01-15'],
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
    const summary = await etl(database, 'drugs', text);
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
    expect((await etl(database, 'drugs', text)).records).toEqual({ new: 0, changed: 0, same: 2 });
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
    const summary = await etl(database, 'drugs', list);
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
    const later = await etl(database, 'drugs', list, { now: new Date('2027-05-05') });
    expect(later.records).toMatchObject({ new: 0, changed: 0 });
  });

  test('the formulary updates known drugs and adds none', async () => {
    const database = await openTestDatabase();
    await importText(database, 'records', lines(drug('Реплагал', { title_en: 'Replagal' })));
    const summary = await etl(
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

test.skipIf(!hasSharedData)(`drug lists: 684 approved names, 150 substances${ifShared}`, async () => {
  const database = await openTestDatabase();
  const approvals = await etlShared(database, 'drugs', 'drugs/fda-orphan-approvals-2022.csv.gz');
  expect([approvals.records.new, approvals.rejectedCount]).toEqual([684, 0]);
  const orphan = await etlShared(database, 'drugs', 'drugs/kz-orphan-drugs-ru.json');
  expect(orphan.rejections).toEqual([{ line: 370, reason: 'пустая строка списка' }]);
  expect(orphan.records.changed).toBe(0);
});
