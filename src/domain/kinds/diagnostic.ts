import { z } from 'zod';
import { line, link, linkTo, naming, prose, terms } from './fields.ts';
import { defineKind } from './kind.ts';

export const diagnostic = defineKind({
  name: 'diagnostic',
  path: '/diagnostics/',
  api: 'diagnostics',
  iblock: null,
  titles: {
    one: 'Диагностика',
    many: 'Диагностика',
    counted: ['анализ', 'анализа', 'анализов'],
  },
  lead: 'Какими исследованиями подтверждают диагноз и какой материал для них нужен; где делают, как отправить и бесплатно ли это — там, где известно.',
  readers: 'anyone',
  review: { months: 12 },
  keyedBy: null,
  order: { by: 'title' },
  pageSize: 60,
  facets: [
    { field: 'method', title: 'Метод' },
    { field: 'free', title: 'Бесплатно для пациента', vocabulary: 'yesNo' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, метод или болезнь',
    titles: ['title'],
    synonyms: ['method', 'laboratory', 'programme'],
    codes: ['signs.hpo'],
  },
  links: { diseases: 'disease', clinics: 'clinic' },
  hint: ['method'],
  card: ['method', 'material', 'laboratory', 'programme', 'free', 'diseases', 'clinics'],
  external: { scheme: 'DIAGNOSTIC', field: 'key' },
  groups: [
    { title: 'Название', fields: ['title', 'key'] },
    { title: 'Исследование', fields: ['about', 'method', 'material', 'laboratory'] },
    { title: 'Программа', fields: ['programme', 'free', 'conditions', 'instructions', 'link'] },
    { title: 'Когда показано', fields: ['diseases', 'signs', 'areas', 'clinics'] },
  ],
  fields: z.strictObject({
    title: line('Название', 500),
    key: z
      .string()
      .regex(/^[a-z0-9-]{1,100}$/)
      .meta({ title: 'Ключ', isQuiet: true })
      .optional(),
    method: line('Метод').optional(),
    material: line('Материал').optional(),
    laboratory: line('Лаборатория', 500).optional(),
    programme: line('Программа', 500).optional(),
    free: z.boolean().meta({ title: 'Бесплатно для пациента' }).optional(),
    conditions: prose('Условия').optional(),
    about: prose('Что показывает').optional(),
    instructions: prose('Как отправить материал').optional(),
    link: link('Страница программы').optional(),
    diseases: linkTo('disease', 'Заболевания'),
    clinics: linkTo('clinic', 'Учреждения'),
    signs: z
      .array(
        z.strictObject({
          hpo: z
            .string()
            .regex(/^HP:\d{7}$/, 'Номер HPO: HP:0001744')
            .meta({ title: 'Номер HPO' }),
          label: naming(line('Признак')),
        }),
      )
      .max(200)
      .default([])
      .meta({ title: 'При каких признаках' }),
    areas: terms('therapeuticarea', 'Области медицины'),
  }),
});
