import { z } from 'zod';
import { ageBand, codes, sex } from '../vocabularies.ts';
import { line, lines, linkTo, oneOf, prose, term, terms } from './fields.ts';
import { defineKind } from './kind.ts';

/**
 * A kind for doctors: it has an address, API name and iblock, but is not part of the catalogue. Cases have
 * their own tables (server/cases) and calls (contract/cases.ts), so nothing of them reaches a static file,
 * feed, the public index or an anonymous response (ruling G7). The fields are those of the doctors' search.
 */
export const clinicalCase = defineKind({
  name: 'case',
  path: '/cases/',
  api: 'cases',
  iblock: 'cases',
  titles: {
    one: 'Клинический случай',
    many: 'Клинические случаи',
    counted: ['клинический случай', 'клинических случая', 'клинических случаев'],
  },
  lead: 'Врачи описывают здесь течение редких болезней у своих пациентов без имён и дат: жалобы, исследования, лечение, исход и вопросы к коллегам.',
  readers: 'doctors',
  keyedBy: 'id',
  order: { by: 'newest', field: 'published_at' },
  pageSize: 20,
  facets: [],
  searched: {
    said: 'Название',
    titles: ['title'],
    synonyms: ['suspected', 'keywords', 'signs', 'tests', 'question'],
    codes: ['hpo', 'genes'],
  },
  links: {},
  hint: [],
  card: ['age_band', 'sex'],
  external: null,
  groups: [],
  fields: z.strictObject({
    title: line('Название', 300),
    diseases: linkTo('disease', 'Заболевания'),
    areas: terms('therapeuticarea', 'Области медицины'),
    age_band: oneOf(codes(ageBand), 'Возраст').optional(),
    sex: oneOf(codes(sex), 'Пол').optional(),
    /** No finer than a federal subject: a rare disease and a town can identify a patient. */
    region: term('subject', 'Субъект Федерации').optional(),
    suspected: line('Диагноз словами', 300).optional(),
    signs: lines('Признаки', 100),
    hpo: lines('Номера признаков HPO', 100),
    genes: lines('Гены и их варианты', 40),
    tests: lines('Исследования', 100),
    question: prose('Вопрос коллегам').optional(),
    keywords: lines('Ключевые слова', 20),
    published_at: z.iso.datetime().meta({ title: 'Опубликован' }).optional(),
  }),
});
