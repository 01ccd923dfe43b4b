import { expect, test } from 'vitest';
import { readPhenopacket } from './phenopackets.ts';
import { coarseAge, phenopacketOf } from '#domain/phenopacket.ts';
import { HttpError } from '../http-error.ts';

const maker = { by: 'register', at: new Date('2026-11-23T10:00:00Z'), hpo: '2024-08-13' };
const problemsOf = (json: unknown) => {
  try {
    readPhenopacket(json);
    return [];
  } catch (error) {
    const { message, also } = error as HttpError;
    return [message, ...also.map((other) => other.message)].map((text) => text.split(':')[0]);
  }
};

test('a patient survives export and import', () => {
  const signs = [
    { hpo: 'HP:0001744', title: 'Спленомегалия', note: 'на 4 см ниже рёберной дуги', isAbsent: false },
    { hpo: 'HP:0000478', title: '', isAbsent: true },
  ];
  const diseases = [{ id: 'ORPHA:355', title: 'Болезнь Гоше' }];
  const patient = { id: 'proband', sex: 'female', age: 'P4Y6M', signs, diseases } as const;
  const json: unknown = JSON.parse(JSON.stringify(phenopacketOf(patient, maker)));
  expect(readPhenopacket(json)).toMatchObject({
    subject: { sex: 'FEMALE', timeAtLastEncounter: { age: { iso8601duration: 'P4Y6M' } } },
    phenotypicFeatures: [
      {
        type: { id: 'HP:0001744', label: 'Спленомегалия' },
        description: 'на 4 см ниже рёберной дуги',
      },
      { type: { id: 'HP:0000478' }, excluded: true },
    ],
    diseases: [{ term: { id: 'ORPHA:355', label: 'Болезнь Гоше' } }],
  });
});

test('every kind of onset is accepted', () => {
  const onsets = [
    { age: { iso8601duration: 'P2Y' } },
    { gestationalAge: { weeks: 20, days: 3 } },
    { ontologyClass: { id: 'HP:0003577', label: 'Congenital onset' } },
  ];
  const diseases = onsets.map((onset) => ({ term: { id: 'OMIM:230800' }, onset }));
  expect(problemsOf({ diseases })).toEqual([]);
});

test('a file has the required parts of the schema and the HPO version', () => {
  expect(phenopacketOf({ id: 'x', sex: undefined, signs: [], diseases: [] }, maker)).toMatchObject({
    id: 'x',
    subject: { id: 'x', sex: 'UNKNOWN_SEX' },
    metaData: {
      created: '2026-11-01T00:00:00Z',
      createdBy: 'register',
      resources: [{ namespacePrefix: 'HP', version: '2024-08-13' }],
      phenopacketSchemaVersion: '2.0',
    },
  });
});

test('unsupported fields are rejected by path', () => {
  expect(
    problemsOf({
      subject: { sex: 'MALE', dateOfBirth: '2019-03-05T00:00:00Z' },
      phenotypicFeatures: [{ type: { id: 'HP:0001744' }, severity: { id: 'HP:0012828' } }],
      interpretations: [],
    }),
  ).toEqual(['subject.dateOfBirth', 'phenotypicFeatures.0.severity', 'interpretations']);
});

test('values of wrong types are rejected by path', () => {
  expect(problemsOf({ phenotypicFeatures: [{ type: { id: 'spleen' } }] })).toEqual([
    'phenotypicFeatures.0.type.id',
  ]);
  expect(problemsOf({ subject: { timeAtLastEncounter: { age: { iso8601duration: '4 года' } } } })).toEqual([
    'subject.timeAtLastEncounter.age.iso8601duration',
  ]);
  expect(problemsOf('phenopacket')).toEqual(['—']);
});

test('notes that may identify the patient are rejected on import and left out on export', () => {
  const note = 'Иванов Пётр Сергеевич, осмотр 12.03.2024';
  const sign = { type: { id: 'HP:0001744', label: '' }, description: note };
  expect(problemsOf({ phenotypicFeatures: [sign] })).toContain('phenotypicFeatures.0.description');
  const signs = [{ hpo: 'HP:0001744', title: '', note, isAbsent: false }];
  const json = phenopacketOf({ id: 'x', sex: undefined, signs, diseases: [] }, maker);
  expect(JSON.stringify(json)).not.toContain('Иванов');
});

test.each([
  ['P3Y2M5D', 'P3Y2M'],
  ['P5M12D', 'P5M'],
  ['P9D', 'P9D'],
  ['P2W', 'P14D'],
  ['P40Y', 'P40Y'],
])('age %s travels as %s', (age, coarse) => {
  expect(coarseAge(age)).toBe(coarse);
  expect(coarseAge(coarse)).toBe(coarse);
});
