import { expect, test } from 'vitest';
import { readPhenopacket } from './read-phenopacket.ts';
import { coarseAge, phenopacketOf, type PhenopacketPatient } from '#domain/phenopacket.ts';

const maker = { by: 'register', at: new Date('2026-11-23T10:00:00Z'), hpo: '2024-08-13' };
const patient: PhenopacketPatient = {
  id: 'proband',
  sex: 'female',
  age: 'P4Y6M',
  signs: [
    { hpo: 'HP:0001744', title: 'Спленомегалия', note: 'на 4 см ниже рёберной дуги' },
    { hpo: 'HP:0000478', isAbsent: true },
  ],
  diseases: [
    { id: 'ORPHA:355', title: 'Болезнь Гоше', onset: { age: 'P2Y' } },
    { id: 'OMIM:230800', isExcluded: true, onset: { hpo: 'HP:0003577', title: 'Congenital onset' } },
    { id: 'MONDO:0018150', onset: { weeks: 20, days: 3 } },
  ],
  created: '2026-11-01T00:00:00Z',
};
const problemsOf = (json: unknown) => {
  const read = readPhenopacket(json);
  return 'problems' in read ? read.problems.map(({ path }) => path) : [];
};

test('a patient survives export and import', () => {
  const json: unknown = JSON.parse(JSON.stringify(phenopacketOf(patient, maker)));
  expect(readPhenopacket(json)).toEqual({ patient });
});

test('a file has the required parts of the schema and the HPO version', () => {
  expect(phenopacketOf({ id: 'x', signs: [], diseases: [] }, maker)).toMatchObject({
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
  const json = phenopacketOf({ id: 'x', signs: [{ hpo: 'HP:0001744', note }], diseases: [] }, maker);
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
