import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinNames, packNames, unpackNames } from '../words.ts';
import { prepareWords } from './lexicon.ts';
import { readNote } from './note.ts';

const read = (file: string) => readFileSync(new URL(`../../../starter/${file}`, import.meta.url), 'utf8');
const names = joinNames(read('hpo-signs-ru.tsv'), read('sign-words.tsv'));
const words = prepareWords(names);
const labels = new Map(names.map(({ hpo, names: [label] }) => [hpo, label]));

/** «+Гепатомегалия» is there, «-» is not, «?» is in question. */
const told = (note: string) =>
  readNote(note, words).signs.map(
    ({ id, state }) => `${{ present: '+', absent: '-', uncertain: '?' }[state]}${labels.get(id)}`,
  );

test('a note becomes signs that are there and signs that are not, with sex and age', () => {
  const note = 'мальчик 4 лет, гепатоспленомегалия, тромбоциты 60, боли в костях, глаза не страдают';
  expect(readNote(note, words)).toMatchObject({ sex: 'male', ageMonths: 48 });
  expect(told(note)).toEqual([
    '+Гепатоспленомегалия',
    '+Тромбоцитопения',
    '+Боль в костях',
    '-Патология глаз',
  ]);
});

test('each sign stands where the note says it', () => {
  const note = 'Девочка 7 лет. Голубые склеры, переломов не было.';
  expect(readNote(note, words).signs.map(({ from, to }) => note.slice(from, to))).toEqual([
    'Голубые склеры',
    'переломов',
  ]);
});

test('words of a family reach nobody but the relative', () => {
  expect(told('у матери миопия и сколиоз, у ребёнка судороги')).toEqual(['+Эпилептический приступ']);
  expect(told('Со слов матери, судороги с 3 месяцев')).toEqual(['+Эпилептический приступ']);
});

test.each([
  ['Рвоты, диареи, сыпи нет.', ['-Рвота', '-Диарея', '-Кожная сыпь']],
  ['боли в животе, обмороков не было', ['+Боль в животе', '-Обморок']],
  ['раньше были обмороки, последние два года нет', ['+Обморок']],
  ['атаксии нет, тремора нет, но нистагм', ['-Атаксия', '-Тремор', '+Нистагм']],
  ['Слух и зрение в норме', ['-Снижение слуха', '-Снижение зрения']],
  ['температура нормальная, рефлексов нет', ['-Лихорадка', '+Арефлексия']],
  ['нельзя исключить порок сердца; миопатия?', ['?Аномалия строения сердца', '?Миопатия']],
  ['Аневризма аорты у отца; у сына корень аорты 28 мм, не расширен', ['-Аневризма корня аорты']],
])('what is denied, normal or in question: %s', (note, signs) => {
  expect(told(note)).toEqual(signs);
});

test.each([
  ['Отрицает: обмороки, рвоту. Отмечает: одышку.', ['-Обморок', '-Рвота', '+Одышка']],
  ['Рвота: нет. Диарея (нет), одышка — да', ['-Рвота', '-Диарея', '+Одышка']],
  ['протеинурия (-), гематурия (+), тремор −, птоз+', ['-Протеинурия', '+Гематурия', '-Тремор', '+Птоз']],
  ['Рвота отр., сыпь отр.', ['-Рвота', '-Кожная сыпь']],
  ['жалоб на боль в животе, рвоту не предъявляет', ['-Боль в животе', '-Рвота']],
  ['обмороков, судорог за ним не водится', ['-Обморок', '-Эпилептический приступ']],
  ['никаких обмороков, сыпи или отёков не заметили', ['-Обморок', '-Кожная сыпь', '-Отёк']],
  ['Бляшки не выявляются, птоз', ['+Птоз']],
  ['гипермобильность суставов - всё с малых лет', ['+Гипермобильность суставов']],
  ['гепатомегалия неясного генеза', ['+Гепатомегалия']],
  ['гепатомегалия: нет данных; рвота', ['?Гепатомегалия', '+Рвота']],
])('what forms and lists deny: %s', (note, signs) => {
  expect(told(note)).toEqual(signs);
});

test.each([
  ['Наследственность по тугоухости отягощена. У пациентки рвота', ['+Рвота']],
  ['у мужа были судороги, у сына пока не замечали', ['-Эпилептический приступ']],
])('what a family has is told of the patient only by denial: %s', (note, signs) => {
  expect(told(note)).toEqual(signs);
});

test.each([
  ['асцита и глауком нет, вывихи', ['-Асцит', '-Глаукома', '+Вывих сустава']],
  ['Бронхи проходимы, отток лимфы, движения в полном объёме', []],
])('names end as their words do, and not as others: %s', (note, signs) => {
  expect(told(note)).toEqual(signs);
});

test.each([
  ['тромбоциты 22 тыс', ['+Тромбоцитопения']],
  ['гемоглобин 128, тромбоциты 240', ['-Анемия', '-Тромбоцитопения']],
  ['рост −4,5 SD, масса −2,5 SD', ['+Выраженная низкорослость', '+Снижение массы тела']],
  ['IQ 45', ['+Умеренная умственная отсталость']],
  // Between what is low and what is normal at every age nothing is said.
  ['гемоглобин 115', []],
])('figures speak by the bounds of their sources: %s', (note, signs) => {
  expect(told(note)).toEqual(signs);
});

test.each([
  ['тромбацитопения, крипторхезм', ['+Тромбоцитопения', '+Крипторхизм']],
  ['мышичная слабасть', ['+Мышечная слабость']],
  ['ест мел, болит колено', ['+Боль']],
  ['Консультирована кардиологом и неврологом', []],
])('misprints are mended and words of another meaning are not: %s', (note, signs) => {
  expect(told(note)).toEqual(signs);
});

test('the names travel packed and come back as they were', () => {
  expect(unpackNames(packNames(names))).toEqual(names);
});
