import { expect, test } from 'vitest';
import {
  aidAddress,
  bySystem,
  groupsOf,
  isUnchecked,
  nameOf,
  shareOf,
  sortSigns,
  telling,
  type Sign,
} from './signs.ts';

const sign = (label: string, frequency?: Sign['frequency']): Sign => ({
  hpo: 'HP:0000001',
  label,
  label_en: label,
  frequency,
});

test('signs run from the most frequent; the unknown come before those that never occur', () => {
  const sorted = sortSigns([
    sign('В', 'excluded'),
    sign('Б'),
    sign('Г', 'frequent'),
    sign('А', 'frequent'),
    sign('Д', 'obligate'),
  ]);
  expect(sorted.map(nameOf)).toEqual(['Д', 'А', 'Г', 'Б', 'В']);
  expect(groupsOf(sorted).map((group) => [group.frequency, group.signs.length])).toEqual([
    ['obligate', 1],
    ['frequent', 2],
    [undefined, 1],
    ['excluded', 1],
  ]);
});

test('of equally frequent signs the rare ones tell more', () => {
  const [seizure, ring] = [
    { ...sign('Судороги', 'frequent'), hpo: 'HP:0001250' },
    { ...sign('Кольцо Кайзера — Флейшера', 'frequent'), hpo: 'HP:0200032' },
  ];
  expect(sortSigns([seizure, ring]).map(nameOf)).toEqual(['Кольцо Кайзера — Флейшера', 'Судороги']);
  const common = Array.from({ length: 8 }, () => seizure);
  expect(telling([...common, ring])[0]).toBe(ring);
});

test('a class says its range', () => {
  expect(shareOf('very-frequent')).toBe('80–99 %');
  expect(shareOf('obligate')).toBe('100 %');
  expect(shareOf(undefined)).toBe('');
});

test('a sign without a Russian label goes by its English one', () => {
  expect(nameOf({ hpo: 'HP:0000001', label_en: 'Ataxia' })).toBe('Ataxia');
  expect(isUnchecked({ hpo: 'HP:0000001', label_en: 'Ataxia' })).toBe(false);
  expect(isUnchecked({ ...sign('Атаксия'), label_status: 'translated' })).toBe(true);
});

test('a disease leads to the aid with its criteria and then its most frequent signs, never with those that it does not have', () => {
  const numbered = (number: number, about: Partial<Sign>): Sign => ({
    ...sign(`Признак ${number}`, 'frequent'),
    hpo: `HP:000000${number}`,
    ...about,
  });
  const absent = [numbered(1, { frequency: 'excluded' }), numbered(2, { criterion: 'exclusion' })];
  const present = [
    numbered(3, { frequency: 'very-rare', criterion: 'pathognomonic' }),
    numbered(4, {}),
    numbered(5, { frequency: 'obligate' }),
  ];
  expect(aidAddress([...absent, ...present])).toBe(
    '/diagnostics/signs/#signs=HP:0000003,HP:0000005,HP:0000004',
  );
  expect(aidAddress(absent)).toBeUndefined();
  const many = Array.from({ length: 9 }, (_, number) => numbered(number, {}));
  expect(aidAddress(many)?.match(/HP:/g)).toHaveLength(8);
});

test('signs stand by systems of organs, those of several in the first, those of none last', () => {
  const coded = (hpo: string, label: string): Sign => ({ ...sign(label, 'frequent'), hpo });
  const groups = bySystem([
    coded('HP:9999999', 'Неизвестный'),
    coded('HP:0001744', 'Спленомегалия'),
    coded('HP:0001250', 'Эпилептический приступ'),
    coded('HP:0002653', 'Боль в костях'),
    coded('HP:0001251', 'Атаксия'),
  ]);
  expect(groups.map(({ title, signs }) => [title, signs.map(nameOf)])).toEqual([
    ['Нервная система', ['Атаксия', 'Эпилептический приступ']],
    ['Кровь, селезёнка, иммунитет', ['Спленомегалия']],
    ['Кости, суставы, мышцы', ['Боль в костях']],
    ['Другие признаки', ['Неизвестный']],
  ]);
});
