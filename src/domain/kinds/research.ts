import { z } from 'zod';
import { patientsWanted, stateOn } from '../study.ts';
import { codes, phase, researchStatus, sex, studyType } from '../vocabularies.ts';
import {
  day,
  email,
  inOrder,
  line,
  lines,
  linkTo,
  naming,
  oneOf,
  partialDay,
  phone,
  prose,
  quiet,
  term,
} from './fields.ts';
import { defineKind } from './kind.ts';

export const research = defineKind({
  name: 'research',
  path: '/research/',
  api: 'researches',
  iblock: 'research',
  titles: {
    one: 'Клиническое исследование',
    many: 'Исследования',
    counted: ['исследование', 'исследования', 'исследований'],
  },
  lead: 'Протоколы клинических исследований: кого набирают, где есть центры в России и когда проверен статус.',
  readers: 'anyone',
  review: { months: 6 },
  keyedBy: 'id',
  order: { by: 'newest', field: 'started_at', ahead: patientsWanted },
  pageSize: 20,
  facets: [
    {
      field: 'status',
      title: 'Статус по реестру',
      vocabulary: 'studyState',
      hasPages: true,
      valueOn: stateOn,
    },
    { field: 'phase', title: 'Фаза', vocabulary: 'phase', hasPages: true },
    { field: 'study_type', title: 'Тип исследования', vocabulary: 'studyType' },
    { field: 'sites.subject', title: 'Где есть центры', vocabulary: 'subject' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, болезнь или номер',
    titles: ['title', 'title_en'],
    synonyms: ['acronym', 'official_title_en', 'interventions'],
    codes: ['numbers.number'],
  },
  links: { diseases: 'disease', drugs: 'drug', clinics: 'clinic' },
  hint: ['numbers.number', 'cities'],
  card: [
    'status',
    'status_checked_at',
    'phase',
    'study_type',
    'numbers',
    'diseases',
    'started_at',
    'completed_at',
    'sites_in_russia',
    'cities',
  ],
  external: { scheme: 'NCT', field: 'nct' },
  groups: [
    {
      title: 'Название и номера',
      fields: ['title', 'title_status', 'title_en', 'official_title_en', 'acronym', 'nct', 'numbers'],
    },
    {
      title: 'О чём исследование',
      fields: ['summary', 'design', 'conditions', 'interventions', 'diseases', 'drugs'],
    },
    {
      title: 'Ход исследования',
      fields: [
        'study_type',
        'phase',
        'status',
        'status_checked_at',
        'started_at',
        'completed_at',
        'enrolment',
        'enrolment_kind',
      ],
    },
    { title: 'Кто может участвовать', fields: ['age_from', 'age_to', 'sex', 'criteria_in', 'criteria_out'] },
    {
      title: 'Где и кто проводит',
      fields: ['sponsor', 'contact', 'clinics', 'sites', 'sites_in_russia', 'cities', 'countries'],
    },
  ],
  fields: z
    .strictObject({
      title: line('Название', 1000),
      /** Registries have English titles; ours is a translation, reviewed or not. */
      title_status: z
        .enum(['checked', 'translated', 'english'])
        .default('english')
        .meta({ title: 'Откуда русское название', isQuiet: true }),
      title_en: quiet(line('Название на английском', 1000).optional()),
      official_title_en: quiet(line('Полное название на английском', 3000).optional()),
      acronym: line('Сокращение', 100).optional(),
      nct: z
        .string()
        .regex(/^NCT\d{8}$/, 'Номер ClinicalTrials.gov: NCT01234567')
        .meta({ title: 'Номер ClinicalTrials.gov' })
        .optional(),
      numbers: z
        .array(
          z.strictObject({
            registry: z.enum(['NCT', 'CTIS', 'EudraCT', 'РКИ', 'Протокол']).meta({ title: 'Реестр' }),
            number: naming(line('Номер', 100)),
          }),
        )
        .max(20)
        .default([])
        .meta({ title: 'Номера протокола' }),
      phase: oneOf(codes(phase), 'Фаза').default('none'),
      study_type: oneOf(codes(studyType), 'Тип исследования'),
      status: oneOf(codes(researchStatus), 'Статус'),
      status_checked_at: quiet(day('Статус проверен')),
      design: prose('Дизайн').optional(),
      summary: prose('Коротко').optional(),
      sponsor: line('Спонсор').optional(),
      conditions: quiet(lines('Состояния, как их назвал регистр')),
      interventions: quiet(lines('Вмешательства, как их назвал регистр')),
      diseases: linkTo('disease', 'Заболевания'),
      drugs: linkTo('drug', 'Препараты'),
      clinics: linkTo('clinic', 'Учреждения'),
      sites: z
        .array(
          z.strictObject({
            facility: naming(line('Центр', 500).optional()),
            city: line('Город', 200).optional(),
            country: line('Страна', 100).optional(),
            subject: term('subject', 'Субъект Федерации').optional(),
            /** Id of a catalogue clinic. */
            clinic: z.int().positive().meta({ title: 'Учреждение каталога', linkTo: 'clinic' }).optional(),
          }),
        )
        .max(2000)
        .default([])
        .meta({ title: 'Центры' }),
      /** Derived from `sites`, so that cards need not include them. */
      sites_in_russia: z.int().nonnegative().default(0).meta({ title: 'Центров в России', isQuiet: true }),
      cities: quiet(lines('Города России')),
      countries: quiet(lines('Страны')),
      started_at: partialDay('Начало').optional(),
      completed_at: partialDay('Завершение').optional(),
      enrolment: z.int().nonnegative().meta({ title: 'Число участников' }).optional(),
      enrolment_kind: z.enum(['planned', 'actual']).meta({ title: 'План или факт' }).optional(),
      age_from: z.number().min(0).max(120).meta({ title: 'Возраст от, лет' }).optional(),
      age_to: z.number().min(0).max(120).meta({ title: 'Возраст до, лет' }).optional(),
      sex: z.enum(codes(sex)).meta({ title: 'Пол' }).optional(),
      criteria_in: lines('Кто может участвовать'),
      criteria_out: lines('Кто не может участвовать'),
      contact: z
        .strictObject({
          name: line('Кто', 200).optional(),
          phone: phone('Телефон').optional(),
          email: email('Электронная почта').optional(),
        })
        .meta({ title: 'Контакт' })
        .optional(),
    })
    .check(inOrder('started_at', 'completed_at', 'завершение раньше начала'))
    .check(inOrder('age_from', 'age_to', 'возраст «до» меньше возраста «от»')),
});
