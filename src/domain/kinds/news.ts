import { z } from 'zod';
import { day, line, lines, linkTo, prose } from './fields.ts';
import { defineKind } from './kind.ts';

export const news = defineKind({
  name: 'news',
  path: '/news/',
  api: 'news',
  iblock: null,
  titles: { one: 'Новость', many: 'Новости', counted: ['новость', 'новости', 'новостей'] },
  lead: 'Новости о редких заболеваниях, препаратах и исследованиях.',
  readers: 'anyone',
  keyedBy: 'id',
  order: { by: 'newest', field: 'date' },
  publishedOn: 'date',
  pageSize: 20,
  facets: [
    { field: 'topics', title: 'Тема' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: { said: 'Название или болезнь', titles: ['title'], synonyms: [], codes: [], about: ['lead'] },
  links: { diseases: 'disease', drugs: 'drug' },
  hint: ['date'],
  card: ['lead', 'date', 'topics'],
  external: { scheme: 'NEWS', field: 'key' },
  groups: [
    { title: 'Новость', fields: ['title', 'key', 'date', 'lead', 'body'] },
    { title: 'Картинка', fields: ['picture'] },
    { title: 'Темы', fields: ['topics', 'diseases', 'drugs'] },
  ],
  fields: z.strictObject({
    title: line('Заголовок', 500),
    key: z
      .string()
      .regex(/^[a-z0-9-]{1,100}$/)
      .meta({ title: 'Ключ', isQuiet: true })
      .optional(),
    lead: line('Вводка', 1000).optional(),
    body: prose('Текст').optional(),
    date: day('Дата'),
    picture: z
      .strictObject({
        src: z
          .string()
          .regex(/^\/[\w./-]+(?:#[a-z-]{1,20})?$/, 'Адрес файла портала: /upload/…')
          .meta({ title: 'Файл', text: 'picture' }),
        alt: line('Описание картинки', 500),
      })
      .meta({ title: 'Картинка' })
      .optional(),
    topics: lines('Темы', 10),
    diseases: linkTo('disease', 'Заболевания'),
    drugs: linkTo('drug', 'Препараты'),
  }),
});
