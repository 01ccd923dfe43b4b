import { expect, test } from 'vitest';
import { kindsByName, type AnyRecord, type KindName } from '#domain/kinds/index.ts';
import type { RecordFor } from '#data/catalogue.ts';
import { openWritableReplica } from '#data/writable-replica.ts';
import { useReplica } from '#data/current.ts';
import {
  drugProduct,
  eventOf,
  itemList,
  medicalClinic,
  medicalCondition,
  medicalStudy,
  newsArticle,
  withPage,
} from './jsonld.ts';

// The publisher of news is the portal, whose name is in the copy; an empty one leaves it as it ships.
useReplica(openWritableReplica(':memory:'));

const origin = 'https://register.example';
/** A record of a kind with these fields; the kind's own schema fills in the rest. */
function recordOf<K extends KindName>(kind: K, fields: object): RecordFor<K> {
  const envelope: AnyRecord = {
    id: 7,
    kind,
    state: 'published',
    version: 1,
    updated_at: '2026-11-21T10:00:00Z',
    reviewed_at: null,
    reviewer: null,
    review_due: null,
    sources: [],
    title: '',
  };
  return { ...envelope, ...kindsByName[kind].fields.parse(fields) } as unknown as RecordFor<K>;
}

test('a disease is a MedicalCondition with its codes and signs', () =>
  expect(
    medicalCondition(
      recordOf('disease', {
        title: 'Болезнь Гоше',
        title_status: 'established',
        title_en: 'Gaucher disease',
        orpha: 355,
        icd10: [{ code: 'E75.2' }],
        signs: [
          { hpo: 'HP:0000002', label: 'Редкий', label_en: 'Rare', frequency: 'excluded' },
          { hpo: 'HP:0001744', label: 'Спленомегалия', label_en: 'Splenomegaly', frequency: 'frequent' },
        ],
      }),
      origin,
    ),
  ).toMatchObject({
    '@type': 'MedicalCondition',
    name: 'Болезнь Гоше',
    alternateName: ['Gaucher disease'],
    url: 'https://register.example/deseases/7/',
    code: [
      { codingSystem: 'ORPHA', codeValue: '355' },
      { codingSystem: 'ICD-10', codeValue: 'E75.2' },
    ],
    signOrSymptom: [{ name: 'Спленомегалия' }],
  }));

test('a record with every optional field empty gives no empty values', () => {
  const objects = [
    medicalCondition(recordOf('disease', { title: 'А', title_status: 'unsure' }), origin),
    drugProduct(recordOf('drug', { title: 'А' }), origin),
    medicalStudy(
      recordOf('research', {
        title: 'А',
        study_type: 'observational',
        status: 'unknown',
        status_checked_at: '2026-01-01',
      }),
      origin,
    ),
    medicalClinic(recordOf('clinic', { title: 'А' }), origin),
    newsArticle(recordOf('news', { title: 'А', date: '2026-01-01' }), origin),
  ];
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) {
      expect(value, key).not.toBe('');
      expect(value, key).not.toEqual([]);
      expect(value, key).toBeDefined();
    }
});

test('an event has its local time with the offset, and a place where there is one', () => {
  const fields = { title: 'Школа', starts_at: '2026-11-28T10:00', zone: 'Asia/Omsk', place: 'Омск' };
  expect(eventOf(recordOf('event', { ...fields, format: 'onsite' }), origin)).toMatchObject({
    startDate: '2026-11-28T10:00+06:00',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: 'Омск' },
  });
  expect(eventOf(recordOf('event', { ...fields, format: 'mixed' }), origin).location).toHaveLength(2);
});

test('a federal centre is a hospital, a laboratory a laboratory', () => {
  expect(medicalClinic(recordOf('clinic', { title: 'А', clinic_kind: 'federal' }), origin)['@type']).toBe(
    'Hospital',
  );
  expect(medicalClinic(recordOf('clinic', { title: 'А', clinic_kind: 'laboratory' }), origin)['@type']).toBe(
    'DiagnosticLab',
  );
});

test('the drugs of a disease are its possible treatment', () => {
  const disease = recordOf('disease', { title: 'А', title_status: 'unsure' });
  const drug = { id: 3, title: 'Имиглюцераза' } as never;
  expect(medicalCondition(disease, origin, [drug])['possibleTreatment']).toEqual({
    '@type': 'MedicalTherapy',
    name: 'Лекарства',
    drug: [{ '@type': 'Drug', name: 'Имиглюцераза', url: 'https://register.example/drugs/3/' }],
  });
});

test('a page tells the day of its change, and a reviewer only where one has looked', () => {
  const record = recordOf('disease', { title: 'А', title_status: 'unsure' });
  const { mainEntityOfPage: page } = withPage(record, { '@type': 'MedicalCondition' });
  expect(page).toEqual({ '@type': 'MedicalWebPage', inLanguage: 'ru', dateModified: '2026-11-21' });
  const reviewed = { ...record, reviewed_at: '2026-11-01T00:00:00Z', reviewer: 'Врач' };
  expect(withPage(reviewed, {})['mainEntityOfPage']).toMatchObject({
    lastReviewed: '2026-11-01',
    reviewedBy: { '@type': 'Person', name: 'Врач' },
  });
});

test('a list names its records in their order', () =>
  expect(itemList(['/drugs/2/', '/drugs/1/'], origin)).toEqual({
    '@type': 'ItemList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, url: 'https://register.example/drugs/2/' },
      { '@type': 'ListItem', position: 2, url: 'https://register.example/drugs/1/' },
    ],
  }));
