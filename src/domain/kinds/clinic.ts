import { z } from 'zod';
import { clinicKind, clinicRole, codes, patients } from '../vocabularies.ts';
import { line, lines, link, linkTo, oneOf, prose, quiet, someOf, term, terms } from './fields.ts';
import { defineKind } from './kind.ts';

export const clinic = defineKind({
  name: 'clinic',
  path: '/clinics/',
  api: 'clinics',
  iblock: 'clinics',
  titles: {
    one: 'Лечебное учреждение',
    many: 'Учреждения',
    counted: ['учреждение', 'учреждения', 'учреждений'],
  },
  lead: 'Центры клинических исследований по субъектам Федерации.',
  readers: 'anyone',
  review: { months: 12 },
  keyedBy: 'id',
  order: { by: 'title' },
  pageSize: 50,
  place: { city: 'city', subject: 'subject' },
  facets: [
    { field: 'subject', title: 'Субъект Федерации', vocabulary: 'subject', hasPages: true },
    { field: 'clinic_kind', title: 'Вид учреждения', vocabulary: 'clinicKind' },
    { field: 'roles', title: 'Чем занимается', vocabulary: 'clinicRole' },
    { field: 'patients', title: 'Кого принимают', vocabulary: 'patients' },
    { field: 'areas', title: 'Область медицины', vocabulary: 'therapeuticarea' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, субъект или город',
    titles: ['title', 'short'],
    synonyms: ['synonyms', 'title_en', 'city'],
    codes: [],
    about: ['services'],
  },
  links: { diseases: 'disease' },
  hint: ['short', 'city'],
  card: ['short', 'city', 'subject', 'clinic_kind', 'roles', 'serves', 'phones'],
  external: { scheme: 'CLINIC', field: 'title_en' },
  groups: [
    { title: 'Название', fields: ['title', 'short', 'title_en', 'synonyms', 'clinic_kind'] },
    { title: 'Где находится', fields: ['subject', 'city', 'address', 'coordinates', 'directions'] },
    { title: 'Связь', fields: ['phones', 'email', 'site'] },
    {
      title: 'Кого и с чем принимают',
      fields: ['roles', 'serves', 'patients', 'telemedicine', 'diseases', 'areas', 'services'],
    },
    { title: 'Для пациента', fields: ['about', 'documents'] },
  ],
  fields: z.strictObject({
    title: line('Название', 500),
    short: line('Краткое название').optional(),
    title_en: quiet(line('Название на английском', 500).optional()),
    synonyms: lines('Другие названия'),
    subject: term('subject', 'Субъект Федерации').optional(),
    city: line('Город', 120).optional(),
    address: line('Адрес', 500).optional(),
    coordinates: z
      .strictObject({
        latitude: z.number().min(-90).max(90).meta({ title: 'Широта' }),
        longitude: z.number().min(-180).max(180).meta({ title: 'Долгота' }),
      })
      .meta({ title: 'Координаты', isQuiet: true })
      .optional(),
    phones: lines('Телефоны', 20),
    email: z.email().max(254).meta({ title: 'Электронная почта' }).optional(),
    site: link('Сайт').optional(),
    clinic_kind: oneOf(codes(clinicKind), 'Вид учреждения').optional(),
    roles: someOf(codes(clinicRole), 'Чем занимается'),
    serves: terms('subject', 'Какие субъекты Федерации обслуживает'),
    patients: someOf(codes(patients), 'Кого принимают'),
    telemedicine: z.boolean().meta({ title: 'Телемедицинские консультации' }).optional(),
    diseases: linkTo('disease', 'Заболевания'),
    areas: terms('therapeuticarea', 'Области медицины'),
    services: lines('Что делают'),
    about: prose('Об учреждении').optional(),
    directions: prose('Как добраться').optional(),
    documents: lines('Какие документы нужны'),
  }),
});
