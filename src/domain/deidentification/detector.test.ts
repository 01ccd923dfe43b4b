import { describe, expect, test } from 'vitest';
import { measure } from '../../../tests/sample/deidentification/measure.ts';
import { findPersonalData } from './detector.ts';
import type { PatientDates } from './finding.ts';

/** A miss reveals a patient, a false finding is a nuisance. */
test.each([
  ['development', 70, 49],
  ['held-out', 60, 40],
] as const)(
  'the detector finds personal data in the %s sentences and leaves eponyms, drugs and laws alone',
  (half, minSentences, minWithData) => {
    const { recall, precision, missed, wrong, sentences, withData } = measure(half);
    expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(0.98);
    expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.9);
    expect(sentences).toBeGreaterThan(minSentences);
    expect(withData).toBeGreaterThan(minWithData);
  },
);

describe('suggested replacements', () => {
  test.each<[text: string, words: string, suggestion: string, patient?: PatientDates]>([
    ['У Кузнецовой Марии Ивановны выявлена спленомегалия.', 'Кузнецовой Марии Ивановны', 'пациентки'],
    ['С Петровым А. Н. проведена беседа.', 'Петровым А. Н.', 'пациентом'],
    ['Анна Сергеевна получает терапию.', 'Анна Сергеевна', 'Пациентка'],
    ['Пациентка Иванова А. П. осмотрена.', 'Иванова А. П.', ''],
    ['Осмотрена 14.02.2020 повторно.', '14.02.2020', 'в возрасте 3 лет 1 месяца', { birth: '2017-01-10' }],
    ['Осмотрена 14.02.2020 повторно.', '14.02.2020', 'через 3 месяца', { reference: '2019-11-10' }],
    ['Поступил 01.03.2021, выписан 11.03.2021.', '11.03.2021', 'через 10 дней'],
    ['Дата рождения 05.06.2010, дебют 05.06.2015.', '05.06.2015', 'в возрасте 5 лет'],
    ['В мае 2016 года перестала ходить.', 'мае 2016 года', '2016 году'],
    ['Живёт в Сургуте.', 'Сургуте', 'Тюменская область', { region: 'Тюменская область' }],
    ['Учится в школе № 57.', 'школе № 57', 'школе'],
    ['Тел. +7 916 555-12-34.', '+7 916 555-12-34', ''],
  ])('%s → «%s» becomes «%s»', (text, words, suggestion, patient) => {
    const finding = findPersonalData(text, patient).find((one) => one.words === words);
    expect(finding?.suggestions.map((one) => one.text)).toContain(suggestion);
  });
});

test.each([
  ['Пишите на ivanova (собака) yandex точка ru, отвечу.', 'ivanova (собака) yandex точка ru', 'email'],
  ['Мама в сети: вконтакте id 123456.', 'вконтакте id 123456', 'account'],
  ['Серия 1.2.840.113619.2.55.3.604688119 загружена.', '1.2.840.113619.2.55.3.604688119', 'record'],
  ['Образец GEN-2021-00417 отправлен.', 'GEN-2021-00417', 'record'],
  ['Доставлен на машине А123ВС163.', 'А123ВС163', 'document'],
  ['Фамилия пациента: Пушкарь', 'Пушкарь', 'name'],
  ['Поступил в ночь с 3 на 4 февраля.', '3 на 4 февраля', 'date'],
  ['Справка МСЭ № 1234567.', 'МСЭ № 1234567', 'document'],
  ['Инвалидность: МСЭ-2019 № 0123456.', 'МСЭ-2019 № 0123456', 'document'],
  ['Заболел на второй день Пасхи 2020.', 'на второй день Пасхи 2020', 'date'],
  ['Осмотрен 1 сент. 14.', '1 сент. 14', 'date'],
  ['Тел. восемь девятьсот три 555 ноль один семь.', 'восемь девятьсот три 555 ноль один семь', 'phone'],
  ['Тел. 916.555.12.34 мамы.', '916.555.12.34', 'phone'],
  ['Вера, 7 лет.', 'Вера', 'name'],
  ['Поступил 31 марта.', '31 марта', 'date'],
  ['Отец — депутат думы, первый в области.', 'депутат думы, первый в области', 'role'],
  ['Лечился в ГБУЗ СОКБ им. Середавина.', 'ГБУЗ СОКБ им. Середавина', 'institution'],
])('A19 «%s»: «%s» is found', (text, words, kind) => {
  expect(findPersonalData(text)).toMatchObject([{ words, kind }]);
});

test.each([
  'Собака укусила за руку.',
  'Раздел 1.2.3.4 протокола.',
  'Проба Манту 12 мм.',
  'Ген ABC-1 и NM_000157.4',
  'Консультирован главным врачом, шкала Апгар 7/8, синдром Ретта, болезнь Гоше, в 2014 году.',
  'Методика разработана в НИИ им. Склифосовского.',
  'Принимал по восемь, девять, десять таблеток; глава 3 рекомендаций; отец здоров.',
])('A19 «%s» is not a name', (text) => expect(findPersonalData(text)).toEqual([]));

test('findings have right positions, are in order, and do not overlap', () => {
  const text =
    'Пациентка Иванова А. П., 12.03.2019 г. р., проживает в г. Омске, ул. Ленина, д. 3; тел. 8-903-555-01-77, anna@example.ru.';
  const findings = findPersonalData(text);
  expect(findings.map(({ kind }) => kind)).toEqual(['name', 'date', 'address', 'phone', 'email']);
  let last = 0;
  for (const { start, end, words } of findings) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(text.slice(start, end)).toBe(words);
    last = end;
  }
});

test('text of 30,000 characters is read in linear time', () => {
  const pieces = [
    '1',
    'Иванова ',
    'А. ',
    '12.03.',
    'a@',
    'г. Омск, ',
    'история болезни ',
    'проживает ',
    '(123) ',
    'аб-',
    `ребен${'о'.repeat(30_000)}щ `,
  ];
  for (const piece of pieces) {
    const long = piece.repeat(Math.ceil(30_000 / piece.length));
    expect(findPersonalData(`${long} Кузнецова Мария Ивановна`).length).toBeGreaterThan(0);
  }
});
