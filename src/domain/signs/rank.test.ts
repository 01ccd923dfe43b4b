import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fc } from '../../../tests/chance.ts';
import { packSigns, unpackSigns } from './pack.ts';
import { prepare } from './profiles.ts';
import { codeOf, explain, rank, type RankedPatient, type Sex } from './rank.ts';
import { packTitles, unpackTitles } from './titles.ts';

const file = readFileSync(new URL('../../starter/signs.json.br', import.meta.url));
const text = String(brotliDecompressSync(file));
const source = unpackSigns(text);
const index = prepare(source);
const orphas = (patient: RankedPatient, limit = 10) =>
  rank(patient, index, limit).map(({ candidate: { orpha } }) => orpha);

const signs = fc
  .uniqueArray(fc.nat(source.terms.length - 1), { minLength: 1, maxLength: 8 })
  .map((places) => places.map((place) => codeOf(place, index)));

test('packing and unpacking gives the same text', () => {
  expect(packSigns(source) === text).toBe(true);
});

test('a truncated or foreign index is rejected', () => {
  expect(() => unpackSigns(text.slice(0, 200_000))).toThrow(SyntaxError);
  expect(() => unpackSigns(text.replace(/("levels":")\d/, '$1'))).toThrow('cut short');
  expect(() => unpackSigns('{"format":1}')).toThrow('another format');
});

test.each([
  ['Fabry', 324, ['HP:0001014', 'HP:0000970', 'HP:0000093', 'HP:0001712']],
  ['Wilson', 905, ['HP:0001394', 'HP:0001337', 'HP:0200032', 'HP:0001250']],
  ['Gaucher', 355, ['HP:0001744', 'HP:0002240', 'HP:0001873', 'HP:0002653']],
  ['Marfan', 558, ['HP:0001083', 'HP:0002616', 'HP:0001166', 'HP:0000098']],
  ['neurofibromatosis type 1', 636, ['HP:0009737', 'HP:0000957', 'HP:0001067']],
])('classical signs of %s rank it among the first ten', (_name, orpha, present) => {
  expect(orphas({ present })).toContain(orpha);
});

/** Textbook presentations of ten diseases in each of twelve specialities, with the Orphanet numbers that are right. */
const presentations = readFileSync(
  new URL('../../../tests/sample/signs/presentations.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, disease, right, age, sex, present] = line.split('\t') as [
      string,
      string,
      string,
      string,
      Sex,
      string,
    ];
    return {
      disease,
      right: right.split(' ').map(Number),
      age: Number(age),
      sex,
      present: present.split(' '),
    };
  });

test('textbook presentations stand among the first three: at equal signs the commoner disease is first', () => {
  const missed = presentations.filter(({ right, ...patient }) => {
    const first = orphas(patient, 3);
    return !right.some((orpha) => first.includes(orpha));
  });
  expect(presentations).toHaveLength(120);
  expect(missed.length, missed.map(({ disease }) => disease).join(', ')).toBeLessThanOrEqual(7);
});

test('diseases of OMIM alone have a name', () => {
  const titles = unpackTitles(
    packTitles('', readFileSync(new URL('../../starter/signs-omim.tsv', import.meta.url), 'utf8'), []),
  );
  const alone = source.candidates.filter(({ orpha }) => orpha === undefined);
  expect(
    alone.map(({ omim }) => titles.get(`OMIM:${omim}`)).filter((title) => !/^[A-Z0-9]/.test(title ?? '')),
  ).toEqual([]);
});

test('a sign one level vaguer still finds the disease', () => {
  // For angiokeratoma, hypohidrosis, proteinuria, left ventricular hypertrophy.
  const vaguer = ['HP:0011276', 'HP:0007550', 'HP:0000093', 'HP:0001714'];
  expect(orphas({ present: vaguer }, 50)).toContain(324);
});

test('order and repetition of signs change nothing', () => {
  fc.assert(
    fc.property(signs, (present) => {
      const turned = [...present].reverse();
      expect(rank({ present: [...turned, turned[0]!] }, index).map(({ place }) => place)).toEqual(
        rank({ present }, index).map(({ place }) => place),
      );
    }),
    { numRuns: 20 },
  );
});

test('contributions add up to the score', () => {
  fc.assert(
    fc.property(signs, signs, (present, absent) => {
      const patient: RankedPatient = { present, absent, sex: 'female', age: 0.2 };
      const lines = rank(patient, index, 5);
      const sums = explain(patient, lines, index).map((line) =>
        line.reduce((total, { value }) => total + value, 0),
      );
      for (const [place, { score }] of lines.entries()) expect(sums[place]).toBeCloseTo(score, 6);
    }),
    { numRuns: 20 },
  );
});

test('an absent sign lowers diseases that have it', () => {
  const present = ['HP:0001744', 'HP:0002240'];
  const scoreOf = (absent: string[]) =>
    rank({ present, absent }, index, 7000).find(({ candidate: { orpha } }) => orpha === 355)!.score;
  expect(scoreOf(['HP:0001873'])).toBeLessThan(scoreOf([]));
});

test("boys' diseases rank lower for a girl, adults' for an infant", () => {
  const scoreOf = (orpha: number, patient: Omit<RankedPatient, 'present'>) =>
    rank({ present: ['HP:0003236'], ...patient }, index, 7000).find(
      ({ candidate }) => candidate.orpha === orpha,
    )!.score;
  expect(scoreOf(98896, { sex: 'female' })).toBeLessThan(scoreOf(98896, { sex: 'male' }));
  const ofAdults = source.candidates.find(({ orpha, onset }) => orpha && onset[0] === 5)!.orpha!;
  expect(scoreOf(ofAdults, { age: 1 })).toBeLessThan(scoreOf(ofAdults, { age: 40 }));
});

test('obsolete HPO numbers map to replacements; unknown ones are skipped', () => {
  const [old, place] = source.moved[0]!;
  const given = (present: string[]) => rank({ present }, index).map((line) => line.place);
  const code = `HP:${String(old).padStart(7, '0')}`;
  expect(given([code])).toEqual(given([codeOf(place, index)]));
  expect(given([code, 'HP:9999999', 'Spleen'])).toEqual(given([code]));
});
