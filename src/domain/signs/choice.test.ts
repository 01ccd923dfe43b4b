import { expect, test } from 'vitest';
import { fc } from '../../../tests/chance.ts';
import {
  ageIn,
  choiceIn,
  fragmentOf,
  maxCompared,
  noChoice,
  patientOf,
  withCompared,
  withoutSign,
  withSign,
  withTurned,
  type SignChoice,
  type ChosenPresence,
} from './choice.ts';
import { inheritances } from './pack.ts';

const code = fc.integer({ min: 1, max: 9_999_999 }).map((number) => `HP:${String(number).padStart(7, '0')}`);
const order: Readonly<Record<ChosenPresence, number>> = { yes: 0, no: 1, unknown: 2 };
const choices: fc.Arbitrary<SignChoice> = fc
  .record(
    {
      signs: fc
        .uniqueArray(
          fc.record({ hpo: code, presence: fc.constantFrom<ChosenPresence>('yes', 'no', 'unknown') }),
          {
            maxLength: 20,
            selector: ({ hpo }) => hpo,
          },
        )
        // Present signs precede absent ones in the address.
        .map((signs) => signs.toSorted((one, other) => order[one.presence] - order[other.presence])),
      compared: fc.uniqueArray(
        fc.integer({ min: 1, max: 999_999 }).map((number) => `ORPHA:${number}`),
        { maxLength: maxCompared },
      ),
      sex: fc.constantFrom('female' as const, 'male' as const),
      age: fc.integer({ min: 0, max: 12_000 }).map((hundredths) => hundredths / 100),
      inheritance: fc.constantFrom(...inheritances),
      isSoftOff: fc.constant(true),
    },
    { requiredKeys: ['signs', 'compared'] },
  )
  .map((choice) => ({ ...choice }));

test('every choice survives the address', () => {
  fc.assert(
    fc.property(choices, (choice) => {
      expect(choiceIn(fragmentOf(choice))).toEqual(choice);
    }),
  );
});

test('no choice is no fragment', () => {
  expect(fragmentOf(noChoice)).toBe('');
  expect(choiceIn('')).toEqual(noChoice);
});

test('an address has signs, absent signs, the person and compared diseases', () => {
  expect(
    fragmentOf({
      signs: [
        { hpo: 'HP:0001744', presence: 'yes' },
        { hpo: 'HP:0001250', presence: 'no' },
      ],
      sex: 'male',
      age: 0.5,
      compared: ['ORPHA:355', 'OMIM:230800'],
    }),
  ).toBe('#signs=HP:0001744&no=HP:0001250&sex=male&age=0.5&compare=ORPHA:355,OMIM:230800');
});

test.each([
  '#main',
  '#signs=Спленомегалия,HP:12&sex=other&age=-1&family=unknown&compare=355',
  '#signs=<img src=x onerror=alert(1)>&age=130',
])('an address that no choice produces is ignored: %s', (fragment) => {
  expect(choiceIn(fragment)).toEqual(noChoice);
});

test('a press cycles a sign through present, absent, unknown', () => {
  let choice = withSign(noChoice, 'HP:0001744', 'yes');
  const seen = [1, 2, 3].map(() => {
    choice = withTurned(choice, 'HP:0001744');
    return choice.signs[0]!.presence;
  });
  expect(seen).toEqual(['no', 'unknown', 'yes']);
  expect(withoutSign(choice, 'HP:0001744')).toEqual(noChoice);
});

test('a repeated sign keeps its last state', () => {
  const choice = withSign(withSign(noChoice, 'HP:0001744', 'yes'), 'HP:0001744', 'no');
  expect(choice.signs).toEqual([{ hpo: 'HP:0001744', presence: 'no' }]);
});

test('unknown signs and disabled evidence are not sent', () => {
  const choice = choiceIn('#signs=HP:0001744&no=HP:0001250&unknown=HP:0002240&sex=male&age=4');
  expect(patientOf(choice)).toEqual({ present: ['HP:0001744'], absent: ['HP:0001250'], sex: 'male', age: 4 });
  expect(patientOf({ ...choice, isSoftOff: true })).toEqual({
    present: ['HP:0001744'],
    absent: ['HP:0001250'],
  });
});

test('the number of compared diseases is limited; another press removes one', () => {
  const codes = [1, 2, 3, 4, 5, 6].map((number) => `ORPHA:${number}`);
  const full = codes.reduce(withCompared, noChoice);
  expect(full.compared).toEqual(codes.slice(0, maxCompared));
  expect(withCompared(full, 'ORPHA:1').compared).toEqual(codes.slice(1, maxCompared));
});

test.each([
  ['4', 4],
  ['0,5', 0.5],
  [' 12 ', 12],
  ['120', 120],
  ['121', undefined],
  ['четыре', undefined],
  ['-1', undefined],
  ['', undefined],
])('years are parsed: %s', (typed, age) => {
  expect(ageIn(typed)).toBe(age);
});
