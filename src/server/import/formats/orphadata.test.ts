import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '../../../../tests/sample/database.ts';
import {
  edit,
  getByExternal,
  hasSharedData,
  ifShared,
  importShared,
  importText,
  jdbor,
  lines,
  packet,
} from '../../../../tests/sample/import.ts';

const name = (text: string, lang = 'en') => `<Name lang="${lang}">${text}</Name>`;
const word = (element: string, id: string, label: string, lang = 'en') =>
  `<${element} id="${id}">${name(label, lang)}</${element}>`;
const disorder = (orpha: number, body: string) =>
  `<Disorder id="1"><OrphaCode>${orpha}</OrphaCode>${body}</Disorder>`;
const disorders = (...elements: string[]) => `<DisorderList count="1">${elements.join('')}</DisorderList>`;

/** A catalogue with two diseases of the packets. */
async function catalogue(): Promise<Database> {
  const database = await openTestDatabase();
  const category = { DisorderType: { value: 'Category' } };
  await importText(
    database,
    'orphapackets',
    lines(packet(999_001), packet(999_002), packet(68_367, category), packet(97_929, category)),
  );
  return database;
}

const get = (database: Database, orpha = 999_001) => getByExternal(database, 'disease', `ORPHA:${orpha}`);

describe('products', () => {
  test('product 1 gives names, codes with relations and definitions, and creates records', async () => {
    const database = await catalogue();
    const reference = (source: string, code: string, relation: string) =>
      `<ExternalReference id="1"><Source>${source}</Source><Reference>${code}</Reference>${word('DisorderMappingRelation', '0', relation)}</ExternalReference>`;
    const body = `${name('Sample')}<SynonymList count="1"><Synonym lang="en">Other &amp; name</Synonym></SynonymList>
      ${word('DisorderType', '21394', 'Disease')}
      <ExternalReferenceList count="6">
        ${reference('OMIM', '607131', 'E (Exact mapping: the two concepts are equivalent)')}
        ${reference('ICD-10', 'Q77.3', 'NTBT (ORPHAcode is narrower than the targeted code used to represent it)')}
        ${reference('ICD-11', 'LD24.61', 'BTNT (ORPHAcode is broader …)')}
        ${reference('MONDO', '0011778', 'E (Exact mapping: the two concepts are equivalent)')}
        ${reference('MeSH', 'C535505', 'E (Exact)')}${reference('MedDRA', '10000001', 'E (Exact)')}
      </ExternalReferenceList>
      <SummaryInformationList count="1"><SummaryInformation id="1" lang="en"><TextSectionList count="1"><TextSection id="1" lang="en">
        ${word('TextSectionType', '16907', 'Definition')}<Contents>A rare &lt;i&gt;sample&lt;/i&gt;.</Contents>
      </TextSection></TextSectionList></SummaryInformation></SummaryInformationList>`;
    const summary = await importText(
      database,
      'orphadata',
      jdbor(disorders(disorder(999_001, body), disorder(999_009, body))),
    );
    expect(summary.records).toEqual({ new: 1, changed: 1, same: 0 });
    const record = await get(database);
    expect(record).toMatchObject({
      title_en: 'Sample',
      synonyms_en: ['Other & name'],
      omim: [{ code: '607131', relation: 'exact' }],
      icd10: [{ code: 'Q77.3', relation: 'narrower' }],
      icd11: [{ code: 'LD24.61' }],
      mondo: 'MONDO:0011778',
      mesh: ['C535505'],
      definition_en: 'A rare sample.',
    });
    expect(JSON.stringify(record)).not.toContain('10000001');
    expect(record.sources).toContainEqual(
      expect.objectContaining({ title: 'Orphadata: продукт 1, названия и коды', date: '2025-12-09' }),
    );
  });

  test('an entity moved by Orphanet is marked as retired, with its successor', async () => {
    const database = await catalogue();
    const body = `${name('OBSOLETE: Sample')}<SynonymList count="0"/>${word('DisorderType', '21394', 'Disease')}
      <DisorderDisorderAssociationList count="1"><DisorderDisorderAssociation>
        <TargetDisorder id="2"><OrphaCode>999002</OrphaCode>${name('Sample 2')}</TargetDisorder>
        ${word('DisorderDisorderAssociationType', '21471', 'Moved to')}
      </DisorderDisorderAssociation></DisorderDisorderAssociationList>`;
    await importText(database, 'orphadata', jdbor(disorders(disorder(999_001, body))));
    expect((await get(database)).retired).toEqual({ successor: 999_002 });
  });

  test("Orphanet's prefix of a name is a remark, not part of the name", async () => {
    const database = await catalogue();
    const body = `${name('NON RARE IN EUROPE: Sample')}<SynonymList count="0"/>${word('DisorderType', '21394', 'Disease')}`;
    await importText(database, 'orphadata', jdbor(disorders(disorder(999_001, body))));
    expect(await get(database)).toMatchObject({ title_en: 'Sample', not_rare: true });
    const gone = `${name('OBSOLETE: Sample')}<SynonymList count="0"/>${word('DisorderType', '21394', 'Disease')}`;
    await importText(database, 'orphadata', jdbor(disorders(disorder(999_001, gone))));
    expect(await get(database)).toMatchObject({ title_en: 'Sample', retired: {} });
  });

  test('product 4 gives signs with Russian labels, frequency and diagnostic value', async () => {
    const database = await catalogue();
    const sign = (hpo: string, frequency: string, criterion: string) =>
      `<HPODisorderAssociation id="1"><HPO id="1"><HPOId>${hpo}</HPOId><HPOTerm>Sign</HPOTerm></HPO>${word('HPOFrequency', '1', frequency)}${criterion}</HPODisorderAssociation>`;
    const list = `<HPODisorderAssociationList count="2">${sign('HP:0001251', 'Excluded (0%)', '<DiagnosticCriteria/>')}${sign('HP:0001250', 'Obligate (100%)', word('DiagnosticCriteria', '1', 'Pathognomonic sign'))}</HPODisorderAssociationList>`;
    const xml = `<HPODisorderSetStatusList count="1"><HPODisorderSetStatus id="1">${disorder(999_001, `${name('Sample')}${list}`)}</HPODisorderSetStatus></HPODisorderSetStatusList>`;
    await importText(database, 'orphadata', jdbor(xml));
    expect((await get(database)).signs).toEqual([
      {
        hpo: 'HP:0001251',
        label: 'Атаксия',
        label_status: 'established',
        label_en: 'Sign',
        frequency: 'excluded',
      },
      expect.objectContaining({ hpo: 'HP:0001250', frequency: 'obligate', criterion: 'pathognomonic' }),
    ]);
  });

  test('product 6 gives genes with loci, which packets do not remove', async () => {
    const database = await catalogue();
    const gene = `<DisorderGeneAssociationList count="1"><DisorderGeneAssociation>
      <Gene id="1">${name('gene name')}<Symbol>KIF7</Symbol>
        <ExternalReferenceList count="1"><ExternalReference id="1"><Source>HGNC</Source><Reference>30497</Reference></ExternalReference></ExternalReferenceList>
        <LocusList count="1"><Locus id="1"><GeneLocus>15q26.1</GeneLocus></Locus></LocusList></Gene>
      ${word('DisorderGeneAssociationType', '17949', 'Disease-causing germline mutation(s) in')}
    </DisorderGeneAssociation></DisorderGeneAssociationList>`;
    await importText(database, 'orphadata', jdbor(disorders(disorder(999_001, `${name('Sample')}${gene}`))));
    const expected = {
      symbol: 'KIF7',
      name: 'gene name',
      hgnc: '30497',
      locus: '15q26.1',
      role: 'causal',
      origin: 'germline',
    };
    expect((await get(database)).genes).toEqual([expected]);
    const Genes = [
      {
        Gene: {
          Symbol: 'KIF7',
          Name: 'gene name',
          ExternalReferences: [{ Source: 'HGNC', Reference: '30497' }],
          DisorderGeneAssociationType: 'Disease-causing germline mutation(s) in',
        },
      },
    ];
    await importText(database, 'orphapackets', lines(packet(999_001, { Genes })));
    expect((await get(database)).genes).toEqual([expected]);
  });

  test('product 7 puts the preferred area first; rows without a target are skipped', async () => {
    const database = await catalogue();
    await edit(database, 'disease', 'ORPHA:999002', { about: 'Текст' });
    const association = (target: string) =>
      `<DisorderDisorderAssociationList count="1"><DisorderDisorderAssociation><TargetDisorder id="2">${target}</TargetDisorder>${word('DisorderDisorderAssociationType', '21485', 'Preferential parent')}</DisorderDisorderAssociation></DisorderDisorderAssociationList>`;
    const xml = disorders(
      disorder(999_001, `${name('Sample')}${association('<OrphaCode>68367</OrphaCode>')}`),
      disorder(999_001, `${name('Sample')}${association('<OrphaCode>97929</OrphaCode>')}`),
      disorder(999_002, `${name('Sample')}${association('')}`),
    );
    const summary = await importText(database, 'orphadata', jdbor(xml));
    expect((await get(database)).areas).toEqual(['cardiology', 'metabolic']);
    expect(summary.notes.get('нет предпочтительной области')?.count).toBe(1);
  });

  test('product 9 gives validated prevalence, onset and inheritance', async () => {
    const database = await catalogue();
    const prevalence = (figure: string, className: string, status: string) =>
      `<Prevalence id="1"><Source>1[PMID]</Source>${word('PrevalenceType', '23669', 'Point prevalence')}${word('PrevalenceQualification', '1', 'Value and class')}${className}<ValMoy>${figure}</ValMoy>${word('PrevalenceGeographic', '1', 'Worldwide')}${word('PrevalenceValidationStatus', '1', status)}</Prevalence>`;
    const first = `<PrevalenceList count="2">${prevalence('0.0', word('PrevalenceClass', '1', '&lt;1 / 1 000 000'), 'Validated')}${prevalence('4.0', '<PrevalenceClass/>', 'Not yet validated')}${prevalence('0.0', '<PrevalenceClass/>', 'Validated')}</PrevalenceList>`;
    const second = `<AverageAgeOfOnsetList count="1">${word('AverageAgeOfOnset', '1', 'Infancy')}</AverageAgeOfOnsetList><TypeOfInheritanceList count="1">${word('TypeOfInheritance', '1', 'X-linked recessive')}</TypeOfInheritanceList>`;
    await importText(database, 'orphadata', jdbor(disorders(disorder(999_001, name('Sample') + first))));
    await importText(database, 'orphadata', jdbor(disorders(disorder(999_001, name('Sample') + second))));
    expect(await get(database)).toMatchObject({
      prevalence: [
        { type: 'point', class: 'under-1-1000000', place: 'Весь мир', source: 'PMID 1', validated: true },
        { type: 'point', figure: 4, place: 'Весь мир', source: 'PMID 1', validated: false },
      ],
      onset: ['infancy'],
      inheritance: ['x-linked-recessive'],
    });
  });

  test('functional consequences list what patients can do with difficulty', async () => {
    const database = await catalogue();
    const list = `<DisabilityDisorderAssociationList count="1"><DisabilityDisorderAssociation id="1">${word('Disability', '61', 'Walking')}${word('FrequenceDisability', '1', 'Very frequent')}${word('TemporalityDisability', '1', 'Permanent limitation')}${word('SeverityDisability', '1', 'Severe')}<LossOfAbility>y</LossOfAbility></DisabilityDisorderAssociation></DisabilityDisorderAssociationList>`;
    const xml = `<DisorderDisabilityRelevanceList count="1"><DisorderDisabilityRelevance id="1">${disorder(999_001, name('Sample') + list)}</DisorderDisabilityRelevance></DisorderDisabilityRelevanceList>`;
    await importText(database, 'orphadata', jdbor(xml));
    expect((await get(database)).consequences).toEqual([
      {
        activity_en: 'Walking',
        frequency: 'very-frequent',
        temporality: 'permanent',
        severity: 'severe',
        lost: true,
      },
    ]);
  });

  test('other products create no records: unknown entities are rejected by line', async () => {
    const database = await catalogue();
    const ages = '<AverageAgeOfOnsetList count="0"/><TypeOfInheritanceList count="0"/>';
    const summary = await importText(
      database,
      'orphadata',
      jdbor(`\n${disorders(disorder(5_999_999, name('New') + ages))}`),
    );
    expect(summary.rejections).toEqual([
      { line: 4, reason: 'ORPHA:5999999 в каталоге нет: сначала загрузите саму запись' },
    ]);
  });
});

describe('dialects and encodings', () => {
  const older = `<DisorderList count="1"><Disorder id="1"><OrphaNumber>68367</OrphaNumber>${name('Head')}
    <ClassificationNodeList count="1"><ClassificationNode><ClassificationNodeChildList count="1">
      <ClassificationNode><Disorder id="2"><OrphaNumber>999002</OrphaNumber>${name('Group')}</Disorder>
        <ClassificationNodeChildList count="1"><ClassificationNode><Disorder id="3"><OrphaNumber>999001</OrphaNumber>${name('Sample')}</Disorder>
          <ClassificationNodeChildList count="0"></ClassificationNodeChildList></ClassificationNode></ClassificationNodeChildList>
      </ClassificationNode></ClassificationNodeChildList></ClassificationNode></ClassificationNodeList></Disorder></DisorderList>`;
  const newer = `<ClassificationList count="1"><Classification id="150"><OrphaNumber>156449</OrphaNumber>${name('Classification')}
    <ClassificationNodeRootList count="1"><ClassificationNode>${disorder(68_367, name('Head'))}<ClassificationNodeChildList count="1">
      <ClassificationNode>${disorder(999_002, name('Group'))}<ClassificationNodeChildList count="1">
        <ClassificationNode>${disorder(999_001, name('Sample'))}<ClassificationNodeChildList count="0"/></ClassificationNode>
      </ClassificationNodeChildList></ClassificationNode>
    </ClassificationNodeChildList></ClassificationNode></ClassificationNodeRootList></Classification></ClassificationList>`;

  test.each([
    ['older (OrphaNumber, DisorderList, ClassificationNodeList)', older],
    ['newer (OrphaCode, ClassificationList, ClassificationNodeRootList)', newer],
  ])('a classification in the %s dialect gives parents and areas', async (_dialect, xml) => {
    const database = await catalogue();
    await importText(database, 'orphadata', jdbor(xml));
    const [head, group, sample] = [
      await get(database, 68_367),
      await get(database, 999_002),
      await get(database),
    ];
    expect([group.parents, sample.parents]).toEqual([[head.id], [group.id]]);
    expect([group.areas, sample.areas]).toEqual([['metabolic'], ['metabolic']]);
    const repeated = await importText(database, 'orphadata', jdbor(xml));
    expect(repeated.records).toMatchObject({ new: 0, changed: 0 });
  });

  test('an empty classification changes nothing', async () => {
    const database = await catalogue();
    const xml = `<DisorderList count="1"><Disorder id="1"><OrphaNumber>98033</OrphaNumber>${name('Empty')}<ClassificationNodeList count="0"></ClassificationNodeList></Disorder></DisorderList>`;
    const summary = await importText(database, 'orphadata', jdbor(xml));
    expect([summary.records, summary.rejectedCount]).toEqual([{ new: 0, changed: 0, same: 0 }, 0]);
  });

  const wide = (text: string) => Buffer.from(text, 'utf16le');
  test.each<[string, string, (text: string) => Uint8Array]>([
    ['ISO-8859-1', 'ISO-8859-1', (text) => Buffer.from(text, 'latin1')],
    ['UTF-16 with a mark', 'UTF-16', (text) => wide(`\uFEFF${text}`)],
    ['UTF-16 with a mark, high byte first', 'UTF-16', (text) => wide(`\uFEFF${text}`).swap16()],
    ['UTF-16LE without a mark', 'UTF-16LE', wide],
    ['UTF-16BE without a mark', 'UTF-16BE', (text) => wide(text).swap16()],
  ])('%s is read by its declaration', async (_, encoding, bytes) => {
    const database = await catalogue();
    const body = `${name('Léri-Weill')}<SynonymList count="0"/>${word('DisorderType', '21394', 'Disease')}`;
    const xml = jdbor(disorders(disorder(999_001, body)), { encoding });
    await importText(database, 'orphadata', bytes(xml));
    expect((await get(database)).title_en).toBe('Léri-Weill');
  });
});

describe('the Russian edition', () => {
  const body = (title: string, synonyms = '') =>
    `<ExpertLink lang="ru">x</ExpertLink>${title}<SynonymList count="1">${synonyms}</SynonymList>${word('DisorderType', '21394', 'Заболевание', 'ru')}`;
  const russian = (orpha: number, title = name('Официальное название', 'ru')) =>
    jdbor(
      disorders(
        disorder(
          orpha,
          body(title, '<Synonym lang="ru">Синоним</Synonym><Synonym lang="en">Untranslated</Synonym>'),
        ),
      ),
      {
        date: '2026-06-01 00:00:00',
      },
    );

  test('an official name replaces an unreviewed one, which becomes a synonym', async () => {
    const database = await openTestDatabase();
    // ORPHA:7 has our own translation.
    await importText(
      database,
      'orphapackets',
      lines(packet(7, { Label: '3C syndrome', Synonyms: [{ Synonym: 'CCC' }] })),
    );
    const before = await get(database, 7);
    expect(before.title_status).toBe('translated');
    await importText(database, 'orphadata', russian(7));
    const after = await get(database, 7);
    expect(after).toMatchObject({
      title: 'Официальное название',
      title_status: 'official',
      title_en: '3C syndrome',
      synonyms_en: ['CCC'],
    });
    expect(after.synonyms).toEqual(expect.arrayContaining([before.title, 'Синоним']));
    expect(after.sources).toContainEqual(
      expect.objectContaining({
        title: 'Orphanet: русское издание',
        fields: ['title', 'title_status', 'synonyms'],
      }),
    );
    // Packets do not restore our translation.
    await importText(database, 'orphapackets', lines(packet(7, { Label: '3C syndrome' })));
    expect(await get(database, 7)).toMatchObject({ title: 'Официальное название', title_status: 'official' });
  });

  test('an established name stays, the official one becomes a synonym', async () => {
    const database = await openTestDatabase();
    await importText(database, 'orphapackets', lines(packet(58)));
    await importText(database, 'orphadata', russian(58));
    const record = await get(database, 58);
    expect(record).toMatchObject({ title: 'Болезнь Александера', title_status: 'established' });
    expect(record.synonyms).toContain('Официальное название');
  });

  test("an editor's name stays whatever its status", async () => {
    const database = await openTestDatabase();
    await importText(database, 'orphapackets', lines(packet(7)));
    await edit(database, 'disease', 'ORPHA:7', { title: 'Имя редактора' });
    await importText(database, 'orphadata', russian(7));
    expect(await get(database, 7)).toMatchObject({ title: 'Имя редактора', title_status: 'translated' });
  });

  test('an unreviewed name of the starter catalogue is replaced too', async () => {
    const database = await openTestDatabase();
    const data = { title: 'Наш перевод', title_status: 'translated', orpha: 999_001 };
    await importText(database, 'records', lines({ kind: 'disease', data, sources: [] }));
    await importText(database, 'orphadata', russian(999_001));
    expect(await get(database)).toMatchObject({ title: 'Официальное название', title_status: 'official' });
  });

  test('lang="en" marks an untranslated name, which replaces nothing', async () => {
    const database = await openTestDatabase();
    await importText(database, 'orphapackets', lines(packet(7, { Label: '3C syndrome' })));
    const before = await get(database, 7);
    await importText(database, 'orphadata', russian(7, name('Newer English name', 'en')));
    expect(await get(database, 7)).toMatchObject({
      title: before.title,
      title_status: 'translated',
      title_en: '3C syndrome',
    });
  });

  test('list values are recognised by number or Russian label', async () => {
    const database = await openTestDatabase();
    await importText(database, 'orphapackets', lines(packet(7)));
    const xml = disorders(
      disorder(
        7,
        `${name('Название', 'ru')}<AverageAgeOfOnsetList count="2">${word('AverageAgeOfOnset', '23515', 'Неонатальный', 'ru')}${word('AverageAgeOfOnset', '23536', 'слово, которого мы не знаем', 'ru')}</AverageAgeOfOnsetList><TypeOfInheritanceList count="1">${word('TypeOfInheritance', '23473', 'Y-сцепленное', 'ru')}</TypeOfInheritanceList>`,
      ),
    );
    await importText(database, 'orphadata', jdbor(xml));
    expect(await get(database, 7)).toMatchObject({
      onset: ['neonatal', 'adolescent'],
      inheritance: ['y-linked'],
    });
  });

  test('an older edition fills gaps and replaces nothing newer', async () => {
    const database = await openTestDatabase();
    const AverageAgeOfOnsets = { AverageAgeOfOnset: [{ value: 'Adult' }] };
    await importText(database, 'orphapackets', lines(packet(999_001, { AverageAgeOfOnsets })));
    const ages = `<AverageAgeOfOnsetList count="1">${word('AverageAgeOfOnset', '23515', 'Neonatal')}</AverageAgeOfOnsetList><TypeOfInheritanceList count="1">${word('TypeOfInheritance', '23473', 'Y-linked')}</TypeOfInheritanceList>`;
    const xml = jdbor(disorders(disorder(999_001, name('Sample') + ages)), { date: '2022-02-01 04:37:21' });
    const summary = await importText(database, 'orphadata', xml);
    expect(await get(database)).toMatchObject({ onset: ['adult'], inheritance: ['y-linked'] });
    expect([...summary.notes.keys()]).toContain('оставлено, потому что в каталоге более новый выпуск');
  });
});

test('a document that is not Orphadata is rejected', async () => {
  const database = await openTestDatabase();
  await expect(importText(database, 'orphadata', '<?xml version="1.0"?><feed/>')).rejects.toThrow(
    'корень документа feed, а не JDBOR',
  );
  await expect(importText(database, 'orphadata', jdbor('<Something/>'))).rejects.toThrow(
    'нет ни одного списка Orphanet',
  );
});

describe.skipIf(!hasSharedData)(`real files${ifShared}`, () => {
  test.each([
    ['en_product1.xml', 2],
    ['ru_product1.excerpt.xml', 13],
  ])('%s creates its %i entities, idempotently', async (file, count) => {
    const database = await openTestDatabase();
    const path = `orphanet/xml-fixtures/${file}`;
    expect((await importShared(database, 'orphadata', path)).records).toEqual({
      new: count,
      changed: 0,
      same: 0,
    });
    expect((await importShared(database, 'orphadata', path)).records).toEqual({
      new: 0,
      changed: 0,
      same: count,
    });
  });

  test('the real classification of 2020 in ISO-8859-1 is traversed to its leaves', async () => {
    const database = await openTestDatabase();
    await importText(database, 'orphapackets', lines(packet(97_929), packet(167_848), packet(247)));
    await importShared(database, 'orphadata', 'orphanet/classifications/en_product3_146.xml.gz');
    const leaf = await get(database, 247);
    expect(leaf.parents).toContain((await get(database, 167_848)).id);
    expect(leaf.areas).toContain('cardiology');
  });
});
