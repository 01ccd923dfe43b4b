import { describe, expect, test } from 'vitest';
import { getTerms } from '#server/catalogue/terms.ts';
import { openTestDatabase } from '../../tests/sample/database.ts';
import { etl, etlShared } from '../../tests/sample/etl.ts';
import { hasSharedData, ifShared, importText, lines } from '../../tests/sample/import.ts';
import { subjectTitle } from './regions.ts';

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
    const summary = await etl(database, 'regions', text);
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
    expect((await etl(database, 'regions', text)).terms).toEqual({ new: 0, changed: 0, same: 2 });
  });
});

test.skipIf(!hasSharedData)(`region.csv gives 85 subjects and rejects Baikonur${ifShared}`, async () => {
  const database = await openTestDatabase();
  const summary = await etlShared(database, 'regions', 'geo/region.csv');
  expect([summary.terms.new, summary.rejectedCount]).toEqual([85, 1]);
});
