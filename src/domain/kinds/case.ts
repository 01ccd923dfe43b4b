import { z } from 'zod';
import { ageBand, codes, sex } from '../vocabularies.ts';
import { line, lines, linkTo, oneOf, prose, term, terms } from './fields.ts';
import { defineKind } from './kind.ts';

/** Doctors' kind: nothing of it reaches a static file, a feed, the public index or a stranger's answer (ruling G7). */
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
  readers: 'doctors',
  keyedBy: 'id',
  order: { by: 'newest', field: 'published_at' },
  pageSize: 20,
  facets: [
    { field: 'areas', title: 'Область медицины', vocabulary: 'therapeuticarea' },
    { field: 'age_band', title: 'Возраст', vocabulary: 'ageBand' },
    { field: 'sex', title: 'Пол', vocabulary: 'sex' },
  ],
  searched: { titles: ['title'], synonyms: ['question'], codes: [] },
  links: { diseases: 'disease' },
  hint: [],
  card: ['age_band', 'sex', 'diseases'],
  external: null,
  fields: z.strictObject({
    title: line('Название', 300),
    diseases: linkTo('disease', 'Заболевания'),
    areas: terms('therapeuticarea', 'Области медицины'),
    age_band: oneOf(codes(ageBand), 'Возраст').optional(),
    sex: oneOf(codes(sex), 'Пол').optional(),
    /** No finer than the subject of the Federation: a rare disease and a town can name a patient. */
    region: term('subject', 'Субъект Федерации').optional(),
    complaint: prose('Жалобы').optional(),
    history: prose('Анамнез').optional(),
    findings: prose('Осмотр').optional(),
    tests: prose('Исследования').optional(),
    therapy: prose('Лечение').optional(),
    outcome: prose('Исход').optional(),
    question: prose('Вопрос коллегам').optional(),
    figures: z
      .array(
        z.strictObject({
          file: z.string().max(200),
          caption: line('Подпись', 500),
          alt: line('Описание', 500),
        }),
      )
      .max(30)
      .default([])
      .meta({ title: 'Снимки' }),
    keywords: lines('Ключевые слова', 20),
    published_at: z.iso.datetime().meta({ title: 'Опубликован' }).optional(),
  }),
});
