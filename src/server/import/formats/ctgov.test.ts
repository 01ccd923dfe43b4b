import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '../../../../tests/sample/database.ts';
import {
  countRecords,
  getByExternal,
  hasSharedData,
  ifShared,
  importShared,
  importText,
  lines,
  sharedData,
} from '../../../../tests/sample/import.ts';
import { readCities } from '../../catalogue/cities.ts';
import { aliasesIn, textOf } from '../aliases.ts';

const study = (more: Record<string, unknown> = {}) => ({
  nctId: 'NCT00000001',
  briefTitle: 'A Study of Fabry Disease',
  officialTitle: 'A Long Study',
  overallStatus: 'ACTIVE_NOT_RECRUITING',
  studyType: 'INTERVENTIONAL',
  phases: ['PHASE2', 'PHASE3'],
  conditions: ['Fabry Disease'],
  interventions: [{ type: 'DRUG', name: 'agalsidase beta 1 mg/kg' }],
  enrollment: 110,
  locations: [],
  lastUpdateDate: '2025-04-20',
  _orpha: ['324'],
  ...more,
});

const disease = (orpha: number, title_en: string, more: Record<string, unknown> = {}) => ({
  kind: 'disease',
  data: { title: title_en, title_status: 'translated', title_en, orpha, ...more },
  sources: [],
});

async function catalogue(): Promise<Database> {
  const database = await openTestDatabase();
  await importText(
    database,
    'records',
    lines(
      disease(324, 'Fabry disease', { synonyms_en: ['Anderson-Fabry disease', 'FD'] }),
      disease(333, 'Farber disease'),
      disease(139, 'CHILD syndrome'),
      disease(646, 'Niemann-Pick disease type C', {
        parents: ['ORPHA:79204'],
        genes: [{ symbol: 'NPC1', role: 'causal' }],
      }),
      disease(79_204, 'Sphingolipidosis', { type: 'clinical-group' }),
      disease(519, 'Acute myeloid leukemia', { synonyms_en: ['AML'] }),
      {
        kind: 'drug',
        data: { title: 'Фабразим', title_en: 'Fabrazyme', inn_en: 'agalsidase beta' },
        sources: [],
      },
      {
        kind: 'clinic',
        data: {
          title: 'Больница Боткина',
          title_en: 'Botkin Hospital',
          synonyms: ['City Clinical Hospital'],
          city: 'Москва',
        },
        sources: [],
      },
      {
        kind: 'clinic',
        data: {
          title: 'Больница Семашко',
          title_en: 'Semashko Hospital',
          synonyms: ['City Clinical Hospital'],
          city: 'Самара',
        },
        sources: [],
      },
    ),
  );
  return database;
}

const getStudy = (database: Database, nct = 'NCT00000001') =>
  getByExternal(database, 'research', `NCT:${nct}`);

describe('a study', () => {
  test('keeps number, phase, dated status, English titles marked as such, and links to disease and drug', async () => {
    const database = await catalogue();
    await importText(database, 'ctgov', lines(study()));
    expect(await getStudy(database)).toMatchObject({
      title: 'A Study of Fabry Disease',
      title_status: 'english',
      title_en: 'A Study of Fabry Disease',
      official_title_en: 'A Long Study',
      nct: 'NCT00000001',
      numbers: [{ registry: 'NCT', number: 'NCT00000001' }],
      phase: '2-3',
      study_type: 'interventional',
      status: 'active',
      status_checked_at: '2025-04-20',
      enrolment: 110,
      diseases: [(await getByExternal(database, 'disease', 'ORPHA:324')).id],
      drugs: [(await getByExternal(database, 'drug', 'DRUG:Fabrazyme')).id],
      sources: [{ title: 'ClinicalTrials.gov, NCT00000001', date: '2025-04-20' }],
    });
    expect((await importText(database, 'ctgov', lines(study()))).records).toEqual({
      new: 0,
      changed: 0,
      same: 1,
    });
  });

  test.each([
    [[], 'none'],
    [['NA'], 'none'],
    [['EARLY_PHASE1'], 'early-1'],
    [['PHASE1', 'PHASE2'], '1-2'],
    [['PHASE4'], '4'],
  ])('phases %j become %s', async (phases, phase) => {
    const database = await catalogue();
    await importText(database, 'ctgov', lines(study({ phases })));
    expect((await getStudy(database)).phase).toBe(phase);
  });

  test.each([
    ['RECRUITING', 'recruiting'],
    ['NOT_YET_RECRUITING', 'soon'],
    ['ENROLLING_BY_INVITATION', 'invitation'],
    ['active, not recruiting', 'active'],
    ['Unknown status', 'unknown'],
  ])('status %s becomes %s', async (overallStatus, status) => {
    const database = await catalogue();
    await importText(database, 'ctgov', lines(study({ overallStatus })));
    expect((await getStudy(database)).status).toBe(status);
  });

  test("is read from the API's format with dates, sponsor, ages and criteria", async () => {
    const database = await catalogue();
    const protocolSection = {
      identificationModule: { nctId: 'NCT00000002', briefTitle: 'Fabry Disease', acronym: 'FAB' },
      statusModule: {
        overallStatus: 'RECRUITING',
        startDateStruct: { date: '2024-05' },
        completionDateStruct: { date: '2027-12-31' },
        lastUpdatePostDateStruct: { date: '2026-10-01' },
      },
      sponsorCollaboratorsModule: { leadSponsor: { name: 'Sponsor' } },
      conditionsModule: { conditions: ['Fabry Disease'], keywords: ['GLA'] },
      designModule: {
        studyType: 'INTERVENTIONAL',
        phases: ['PHASE3'],
        enrollmentInfo: { count: 40, type: 'ESTIMATED' },
      },
      armsInterventionsModule: { interventions: [{ name: 'Fabrazyme' }] },
      eligibilityModule: {
        eligibilityCriteria: 'Inclusion Criteria:\n\n* One\n* Two\n\nExclusion Criteria:\n\n* Three',
        sex: 'FEMALE',
        minimumAge: '6 Months',
        maximumAge: '18 Years',
      },
      contactsLocationsModule: {
        locations: [{ facility: 'Botkin Hospital', city: 'Moscow', country: 'Russian Federation' }],
      },
    };
    await importText(database, 'ctgov', JSON.stringify({ studies: [{ protocolSection }] }, null, 1));
    expect(await getStudy(database, 'NCT00000002')).toMatchObject({
      acronym: 'FAB',
      started_at: '2024-05',
      completed_at: '2027-12-31',
      status_checked_at: '2026-10-01',
      sponsor: 'Sponsor',
      enrolment: 40,
      enrolment_kind: 'planned',
      age_from: 0.5,
      age_to: 18,
      sex: 'female',
      criteria_in: ['One', 'Two'],
      criteria_out: ['Three'],
      sites_in_russia: 1,
    });
  });

  test('with an unknown value or no number is rejected with the reason', async () => {
    const database = await catalogue();
    const summary = await importText(
      database,
      'ctgov',
      lines(
        study(),
        study({ nctId: 'X' }),
        study({ overallStatus: 'DANCING' }),
        study({ phases: ['PHASE9'] }),
        study({ studyType: 'POEM' }),
      ),
    );
    expect(summary.rejections.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 нет номера NCT (nctId)',
      '3 NCT00000001: неизвестный статус «DANCING»',
      '4 NCT00000001: неизвестная фаза «PHASE9»',
      '5 NCT00000001: неизвестный тип исследования «POEM»',
    ]);
  });
});

describe('false matches of a text search', () => {
  const leukaemia = study({
    nctId: 'NCT00000003',
    briefTitle: 'Leukemia Study of the Dana-Farber Cancer Institute for Every Child',
    officialTitle: 'A Child Study',
    conditions: ['Acute Myeloid Leukemia'],
    _orpha: ['333', '139', '999999'],
  });

  test('are dropped and reported: leukaemia is not Farber disease; an exact condition is linked', async () => {
    const database = await catalogue();
    const summary = await importText(database, 'ctgov', lines(leukaemia));
    expect((await getStudy(database, 'NCT00000003')).diseases).toEqual([
      (await getByExternal(database, 'disease', 'ORPHA:519')).id,
    ]);
    const dropped = summary.notes.get('связь с болезнью отброшена: исследование её не называет');
    expect(dropped?.count).toBe(2);
    expect(dropped?.examples[0]).toContain('NCT00000003 → ORPHA:333 Farber disease');
  });

  test('bring no institutions', async () => {
    const database = await catalogue();
    const before = await countRecords(database);
    const centre = { facility: 'UZI 4D Clinic', city: 'Pyatigorsk', country: 'Russian Federation' };
    const summary = await importText(
      database,
      'ctgov',
      lines({ ...leukaemia, conditions: ['HIV Infections'], locations: [centre] }),
    );
    expect(summary.rejections).toHaveLength(1);
    expect(await countRecords(database)).toBe(before);
    const clinic = await getByExternal(database, 'clinic', 'CLINIC:UZI 4D Clinic').catch(() => undefined);
    expect(clinic).toBeUndefined();
  });

  test('reject a study without rare diseases', async () => {
    const database = await catalogue();
    const before = await countRecords(database);
    const summary = await importText(
      database,
      'ctgov',
      lines({ ...leukaemia, conditions: ['HIV Infections'] }),
    );
    expect(summary.rejections).toEqual([
      {
        line: 1,
        reason:
          'NCT00000003: исследование не называет ни одной болезни каталога (найдено поиском для ORPHA:333 Farber disease, ORPHA:139 CHILD syndrome)',
      },
    ]);
    expect(await countRecords(database)).toBe(before);
  });

  test.each([
    ['its parent', { briefTitle: 'Sphingolipidoses registry', conditions: ['Sphingolipidoses'] }, false],
    ['its parent as Orphanet spells it', { briefTitle: 'Sphingolipidosis registry', conditions: [] }, true],
    ['its gene', { briefTitle: 'Gene therapy of NPC1', conditions: [] }, true],
    ['a numbered form of it', { briefTitle: 'Niemann-Pick Disease, Type C1', conditions: [] }, true],
    ['another type', { briefTitle: 'Niemann-Pick Disease Type A', conditions: [] }, false],
  ])('a study with %s (%j) is linked: %s', async (_what, words, isLinked) => {
    const database = await catalogue();
    await importText(
      database,
      'ctgov',
      lines(
        study({
          ...words,
          officialTitle: 'x',
          interventions: [],
          _orpha: ['646', '324'],
          nctId: 'NCT00000004',
        }),
        study(),
      ),
    );
    const id = (await getByExternal(database, 'disease', 'ORPHA:646')).id;
    const found = await getStudy(database, 'NCT00000004').catch(() => undefined);
    expect(((found?.diseases as number[] | undefined) ?? []).includes(id)).toBe(isLinked);
  });

  test('names match as whole words ignoring case and punctuation, abbreviations literally', () => {
    const text = textOf(["Fabry's disease and MPS IIIA", 'child development']);
    expect(aliasesIn(text, 'Fabry disease')).toBe(true);
    expect(aliasesIn(text, 'CHILD syndrome')).toBe(false);
    expect(aliasesIn(text, 'MPS')).toBe(true);
    expect(aliasesIn(text, 'AND')).toBe(false);
    expect(aliasesIn(textOf(['fabryx disease']), 'Fabry disease')).toBe(false);
  });
});

describe('sites', () => {
  test('in Russia come first, with Russian city and subject, and link to clinics by English name', async () => {
    const database = await catalogue();
    await importText(
      database,
      'ctgov',
      lines(
        study({
          locations: [
            { facility: 'Mayo Clinic', city: 'Rochester', country: 'United States' },
            { facility: 'Botkin  Hospital ( Site 1233)', city: 'Moscow N/a', country: 'Russian Federation' },
            { facility: 'City Clinical Hospital /ID# 218870', city: 'Samara', country: 'Russian Federation' },
            { facility: 'City Clinical Hospital', city: 'Omsk', country: 'Russian Federation' },
            { facility: 'GSK Investigational Site', city: 'StPetersburg', country: 'Russian Federation' },
            { facility: 'Hospital', city: 'Nowhere', country: 'Russian Federation' },
          ],
        }),
      ),
    );
    const botkin = (await getByExternal(database, 'clinic', 'CLINIC:Botkin Hospital')).id;
    const semashko = (await getByExternal(database, 'clinic', 'CLINIC:Semashko Hospital')).id;
    const record = await getStudy(database);
    expect(record.sites).toEqual([
      {
        facility: 'Botkin Hospital ( Site 1233)',
        city: 'Москва',
        country: 'Россия',
        subject: '77',
        clinic: botkin,
      },
      {
        facility: 'City Clinical Hospital /ID# 218870',
        city: 'Самара',
        country: 'Россия',
        subject: '63',
        clinic: semashko,
      },
      { facility: 'City Clinical Hospital', city: 'Омск', country: 'Россия', subject: '55' },
      { facility: 'GSK Investigational Site', city: 'Санкт-Петербург', country: 'Россия', subject: '78' },
      { facility: 'Hospital', city: 'Nowhere', country: 'Россия' },
      { facility: 'Mayo Clinic', city: 'Rochester', country: 'США' },
    ]);
    expect(record).toMatchObject({
      clinics: [botkin, semashko],
      sites_in_russia: 5,
      cities: ['Москва', 'Самара', 'Омск', 'Санкт-Петербург', 'Nowhere'],
      countries: ['Россия', 'США'],
    });
  });

  test.each([
    ['Saint Petersburg', 'Санкт-Петербург', '78'],
    ['St. Petersburg', 'Санкт-Петербург', '78'],
    ['sait-Petersburg', 'Санкт-Петербург', '78'],
    ['Sankt-Peterburg', 'Санкт-Петербург', '78'],
    ['Petersburg', 'Санкт-Петербург', '78'],
    ['Nizhniy Novgorod', 'Нижний Новгород', '52'],
    ['Nizhni Novgorod', 'Нижний Новгород', '52'],
    ['Ekaterinburg', 'Екатеринбург', '66'],
    ['Yekaterinburg', 'Екатеринбург', '66'],
    ["Tyumen'", 'Тюмень', '72'],
    ['Toliyatti', 'Тольятти', '63'],
    ['Togliatti', 'Тольятти', '63'],
    ['Orel', 'Орёл', '57'],
    ['Rostov-Na-Donu', 'Ростов-на-Дону', '61'],
    ['Rostov-on-Don', 'Ростов-на-Дону', '61'],
    ['Dzerzhinsk', 'Дзержинск', '52'],
    ['Sestroretsk', 'Сестрорецк', '78'],
    ['Chelyabinsk', 'Челябинск', '74'],
    ['Syktyvkar', 'Сыктывкар', '11'],
    ['Pyatigorsk', 'Пятигорск', '26'],
  ])('%s is %s', async (spelling, title, subject) => {
    expect((await readCities()).find(spelling)).toEqual({ title, subject });
  });

  test('an ambiguous city has no subject; an unknown one is empty', async () => {
    const cities = await readCities();
    expect(cities.find('Zheleznogorsk')).toEqual({ title: 'Железногорск' });
    expect(cities.find('Saint')).toBeUndefined();
    expect(cities.find('Rochester')).toBeUndefined();
  });
});

test('an extract without titles only updates known studies', async () => {
  const database = await catalogue();
  await importText(database, 'ctgov', lines(study()));
  const extract = {
    phase: 'phase 1/phase 2',
    status: 'completed',
    conditions: ['fabry disease'],
    drugs: ['x'],
    eligibilityCriteria: '\n Inclusion Criteria:\n\n - One\n',
    _orpha: [],
  };
  const summary = await importText(
    database,
    'ctgov',
    lines({ nctId: 'NCT00000001', ...extract }, { nctId: 'NCT00000009', ...extract }),
  );
  expect(await getStudy(database)).toMatchObject({
    title: 'A Study of Fabry Disease',
    phase: '1-2',
    status: 'completed',
    criteria_in: ['One'],
  });
  expect(summary.rejections).toEqual([
    { line: 2, reason: 'NCT00000009: в файле нет названия, а в каталоге такого исследования нет' },
  ]);
});

test.skipIf(!hasSharedData)(
  `of 317 real studies those of Fabry and Gaucher disease find them; every Russian site has its city${ifShared}`,
  async () => {
    const database = await catalogue();
    await importText(
      database,
      'records',
      lines(disease(355, 'Gaucher disease'), disease(447, 'Paroxysmal nocturnal hemoglobinuria')),
    );
    const summary = await importShared(database, 'ctgov', 'trials/ctgov-rare-metabolic-2025.ndjson.gz');
    expect(summary.records.new + summary.rejectedCount).toBe(317);
    expect(summary.records.new).toBeGreaterThan(20);
    const rows = await database.kysely
      .selectFrom('records')
      .select('data')
      .where('kind', '=', 'research')
      .execute();
    const sites = rows.flatMap(
      ({ data }) =>
        (JSON.parse(data) as { sites: { country: string; city: string; subject?: string }[] }).sites,
    );
    const russian = sites.filter(({ country }) => country === 'Россия');
    expect(russian.length).toBeGreaterThan(10);
    expect(russian.filter(({ subject }) => subject === undefined)).toEqual([]);
    const farber = (await getByExternal(database, 'disease', 'ORPHA:333')).id;
    expect(
      rows.some(({ data }) => (JSON.parse(data) as { diseases: number[] }).diseases.includes(farber)),
    ).toBe(false);
  },
);

test.skipIf(!hasSharedData)(`of 250 real Russian sites only «Saint» is not a city${ifShared}`, async () => {
  const cities = await readCities();
  const text = gunzipSync(
    await readFile(join(sharedData, 'trials/ctgov-rare-metabolic-2025.ndjson.gz')),
  ).toString();
  const places = text
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { locations: { city: string; country: string }[] }).locations)
    .filter(({ country }) => country === 'Russian Federation');
  expect(places).toHaveLength(250);
  expect(
    places.filter(({ city }) => cities.find(city)?.subject === undefined).map(({ city }) => city),
  ).toEqual(['Saint']);
});
