import { z } from 'zod';
import { codes, guidelineStatus, patients } from '../vocabularies.ts';
import { line, lines, link, linkTo, oneOf, partialDay, someOf } from './fields.ts';
import { defineKind } from './kind.ts';

const year = (title: string) => z.int().min(1990).max(2100).meta({ title });

/** A clinical guideline of the Ministry's rubricator: edition, patients, period. */
export const guideline = defineKind({
  name: 'guideline',
  path: '/guidelines/',
  api: 'guidelines',
  iblock: null,
  titles: {
    one: 'Клиническая рекомендация',
    many: 'Клинические рекомендации',
    counted: ['рекомендация', 'рекомендации', 'рекомендаций'],
  },
  lead: 'Клинические рекомендации рубрикатора Минздрава России о редких болезнях: номер, год, для кого и о каких заболеваниях.',
  readers: 'anyone',
  review: { months: 12 },
  keyedBy: 'id',
  order: { by: 'title' },
  pageSize: 60,
  facets: [
    { field: 'patients', title: 'Для кого', vocabulary: 'patients' },
    { field: 'status', title: 'Состояние', vocabulary: 'guidelineStatus' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, код МКБ или номер',
    titles: ['title'],
    synonyms: ['developer'],
    codes: ['number', 'icd10'],
  },
  links: { diseases: 'disease' },
  hint: ['number', 'year'],
  card: ['number', 'year', 'patients', 'status', 'link', 'diseases'],
  external: { scheme: 'KR', field: 'number' },
  groups: [
    { title: 'Рекомендация', fields: ['title', 'number', 'link', 'developer', 'note'] },
    { title: 'Редакция', fields: ['year', 'approved_at', 'review_due_year', 'status'] },
    { title: 'О ком она', fields: ['patients', 'icd10', 'diseases'] },
  ],
  fields: z.strictObject({
    title: line('Название', 500),
    number: line('Номер в рубрикаторе', 60),
    /** Absent when unknown. */
    year: year('Год утверждения').optional(),
    approved_at: partialDay('Утверждена').optional(),
    review_due_year: year('Год пересмотра').optional(),
    patients: someOf(codes(patients), 'Для кого'),
    icd10: z
      .array(
        z
          .string()
          .regex(/^[A-Z]\d{2}(\.\d{1,2})?$/, 'Код МКБ-10: E75.2')
          .meta({ title: 'Код', codes: 'icd10' }),
      )
      .max(200)
      .default([])
      .meta({ title: 'Коды МКБ-10' }),
    developer: lines('Разработчики', 30),
    link: link('Страница рекомендации'),
    status: oneOf(codes(guidelineStatus), 'Состояние').optional(),
    diseases: linkTo('disease', 'Заболевания'),
    note: line('Примечание', 500).optional(),
  }),
});
