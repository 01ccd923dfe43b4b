import { z } from 'zod';
import { line, prose } from './fields.ts';
import { defineKind } from './kind.ts';

export const page = defineKind({
  name: 'page',
  path: '/page/',
  api: 'page',
  iblock: null,
  titles: { one: 'Страница', many: 'О портале', counted: ['страница', 'страницы', 'страниц'] },
  lead: 'Страницы портала: о регистре, источниках данных и правилах.',
  readers: 'anyone',
  review: { months: 12 },
  keyedBy: 'code',
  order: { by: 'title' },
  pageSize: 100,
  facets: [],
  searched: { said: 'Название', titles: ['title'], synonyms: [], codes: [] },
  links: {},
  hint: ['lead'],
  card: ['code', 'lead'],
  external: { scheme: 'PAGE', field: 'code' },
  groups: [{ title: 'Страница', fields: ['title', 'code', 'lead', 'body'] }],
  fields: z.strictObject({
    title: line('Заголовок'),
    code: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,60}$/, 'Латинские буквы, цифры, дефис')
      .meta({ title: 'Код', isQuiet: true }),
    lead: line('Вводка', 1000).optional(),
    /** Markdown: headings, lists, links, tables. */
    body: prose('Текст', 200_000),
  }),
});
