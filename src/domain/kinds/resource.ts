import { z } from 'zod';
import { codes, language, resourceType } from '../vocabularies.ts';
import { day, line, link, linkTo, oneOf, prose, quiet, terms } from './fields.ts';
import { defineKind } from './kind.ts';

export const resource = defineKind({
  name: 'resource',
  path: '/resources/',
  api: 'sources',
  iblock: null,
  titles: { one: 'Ресурс', many: 'Ресурсы', counted: ['ресурс', 'ресурса', 'ресурсов'] },
  lead: 'Базы данных, реестры, рекомендации, организации и законы, на которые опирается врач.',
  readers: 'anyone',
  review: { months: 12 },
  keyedBy: null,
  order: { by: 'title' },
  pageSize: 60,
  facets: [
    { field: 'type', title: 'Вид', vocabulary: 'resourceType' },
    { field: 'language', title: 'Язык', vocabulary: 'language' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: { said: 'Название или болезнь', titles: ['title'], synonyms: [], codes: [], about: ['about'] },
  links: { diseases: 'disease' },
  hint: [],
  card: ['link', 'type', 'language', 'about', 'checked_at'],
  external: { scheme: 'LINK', field: 'link' },
  groups: [
    { title: 'Ресурс', fields: ['title', 'link', 'type', 'language', 'about', 'checked_at'] },
    { title: 'Темы', fields: ['diseases', 'areas'] },
  ],
  fields: z.strictObject({
    title: line('Название', 500),
    link: link('Ссылка'),
    type: oneOf(codes(resourceType), 'Вид'),
    language: oneOf(codes(language), 'Язык'),
    about: prose('О ресурсе').optional(),
    checked_at: quiet(day('Проверено').optional()),
    diseases: linkTo('disease', 'Заболевания'),
    areas: terms('therapeuticarea', 'Области медицины'),
  }),
});
