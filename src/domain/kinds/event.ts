import { z } from 'zod';
import { codes, eventFormat } from '../vocabularies.ts';
import { day, line, link, linkTo, oneOf, prose, terms } from './fields.ts';
import { defineKind } from './kind.ts';
import { hasEnded } from '../dates.ts';

const moment = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d)?$/;

/** Events that have not ended by `today` come first. */
const isUpcoming = (
  { starts_at: start, ends_at: end }: { starts_at?: string; ends_at?: string },
  today: string,
): 0 | 1 => (hasEnded(end ?? start ?? '', () => today) ? 0 : 1);

export const event = defineKind({
  name: 'event',
  path: '/events/',
  api: 'events',
  iblock: null,
  titles: { one: 'Мероприятие', many: 'Мероприятия', counted: ['мероприятие', 'мероприятия', 'мероприятий'] },
  lead: 'Конференции, школы и вебинары о редких заболеваниях; время указано с часовым поясом.',
  readers: 'anyone',
  keyedBy: 'id',
  order: { by: 'newest', field: 'starts_at', ahead: isUpcoming, isAheadAscending: true },
  pageSize: 30,
  facets: [
    { field: 'format', title: 'Формат', vocabulary: 'eventFormat' },
    { field: 'areas', title: 'Область медицины', vocabulary: 'therapeuticarea' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, место или болезнь',
    titles: ['title'],
    synonyms: ['organiser', 'place'],
    codes: [],
  },
  links: { diseases: 'disease' },
  hint: ['place'],
  card: ['format', 'starts_at', 'ends_at', 'zone', 'place'],
  external: { scheme: 'EVENT', field: 'link' },
  groups: [
    { title: 'О мероприятии', fields: ['title', 'format', 'organiser', 'programme'] },
    { title: 'Когда и где', fields: ['starts_at', 'ends_at', 'zone', 'place', 'link'] },
    { title: 'Участие', fields: ['registration', 'cme_points'] },
    { title: 'Темы', fields: ['areas', 'diseases'] },
  ],
  fields: z.strictObject({
    title: line('Название', 500),
    format: oneOf(codes(eventFormat), 'Формат'),
    /** Announced local time, in `zone`; a bare day is allowed. */
    starts_at: z.string().regex(moment, 'День или день и время: 2026-11-28T10:00').meta({ title: 'Начало' }),
    ends_at: z
      .string()
      .regex(moment, 'День или день и время: 2026-11-28T10:00')
      .meta({ title: 'Конец' })
      .optional(),
    zone: z
      .string()
      .regex(/^[A-Za-z]+\/[A-Za-z_]+$/, 'Часовой пояс: Europe/Moscow')
      .default('Europe/Moscow')
      .meta({ title: 'Часовой пояс' }),
    place: line('Место', 500).optional(),
    link: link('Страница мероприятия').optional(),
    organiser: line('Организатор', 500).optional(),
    programme: prose('Программа').optional(),
    registration: z
      .strictObject({
        url: link('Ссылка').optional(),
        deadline: day('Регистрация до').optional(),
        free: z.boolean().meta({ title: 'Бесплатно' }).optional(),
      })
      .meta({ title: 'Регистрация' })
      .optional(),
    cme_points: z.number().nonnegative().max(200).meta({ title: 'Баллы НМО' }).optional(),
    areas: terms('therapeuticarea', 'Области медицины'),
    diseases: linkTo('disease', 'Заболевания'),
  }),
});
