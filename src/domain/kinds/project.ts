import { z } from 'zod';
import { stateOn } from '../study.ts';
import { codes, projectStatus } from '../vocabularies.ts';
import { day, inOrder, line, lines, link, linkTo, oneOf, partialDay, prose, quiet } from './fields.ts';
import { defineKind } from './kind.ts';

export const project = defineKind({
  name: 'project',
  path: '/observational_projects/',
  api: 'observational_projects',
  iblock: null,
  titles: {
    one: 'Наблюдательный проект',
    many: 'Наблюдательные проекты',
    counted: ['проект', 'проекта', 'проектов'],
  },
  lead: 'Наблюдательные проекты и регистры: цель, кто их ведёт, как идёт набор, где центры.',
  readers: 'anyone',
  review: { months: 12 },
  keyedBy: null,
  order: { by: 'title' },
  pageSize: 30,
  facets: [
    { field: 'status', title: 'Статус', vocabulary: 'projectState', valueOn: stateOn },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, организатор или болезнь',
    titles: ['title'],
    synonyms: ['title_en', 'sponsor'],
    codes: ['number'],
  },
  links: { diseases: 'disease', clinics: 'clinic', study: 'research' },
  hint: ['sponsor'],
  card: ['status', 'status_checked_at', 'sponsor', 'diseases', 'planned', 'included', 'study'],
  external: { scheme: 'PROJECT', field: 'number' },
  groups: [
    { title: 'Название', fields: ['title', 'title_en', 'number'] },
    { title: 'О проекте', fields: ['aim', 'design', 'sponsor', 'criteria', 'contact', 'link'] },
    {
      title: 'Ход проекта',
      fields: [
        'study',
        'status',
        'status_checked_at',
        'started_at',
        'completed_at',
        'planned',
        'included',
        'recruitment',
      ],
    },
    { title: 'Болезни и центры', fields: ['diseases', 'centres', 'clinics'] },
  ],
  fields: z
    .strictObject({
      title: line('Название', 500),
      title_en: quiet(line('Название на английском', 500).optional()),
      number: line('Номер в регистре', 60).optional(),
      aim: prose('Цель').optional(),
      design: prose('Дизайн').optional(),
      sponsor: line('Кто проводит').optional(),
      criteria: lines('Кто может участвовать'),
      /** The study of this project; its status is then shown in place of the own one. */
      study: linkTo('research', 'Исследование в реестре'),
      status: oneOf(codes(projectStatus), 'Статус'),
      status_checked_at: day('Статус проверен').optional(),
      started_at: partialDay('Начало').optional(),
      completed_at: partialDay('Завершение').optional(),
      centres: lines('Центры'),
      planned: z.int().nonnegative().meta({ title: 'Планируется участников' }).optional(),
      included: z.int().nonnegative().meta({ title: 'Включено участников' }).optional(),
      recruitment: z
        .array(
          z.strictObject({
            month: z
              .string()
              .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Год и месяц: 2026-11')
              .meta({ title: 'Месяц' }),
            planned: z.int().nonnegative().meta({ title: 'Планируется' }),
            included: z.int().nonnegative().meta({ title: 'Включено' }).optional(),
          }),
        )
        .max(240)
        .default([])
        .meta({ title: 'Набор по месяцам' }),
      contact: line('Контакт', 500).optional(),
      link: link('Страница проекта').optional(),
      diseases: linkTo('disease', 'Заболевания'),
      clinics: linkTo('clinic', 'Учреждения'),
    })
    .check(inOrder('started_at', 'completed_at', 'завершение раньше начала')),
});
