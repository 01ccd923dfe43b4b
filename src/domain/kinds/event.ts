import { z } from 'zod';
import { hasEnded, localTime, portalZone } from '../dates.ts';
import { codes, eventFormat } from '../vocabularies.ts';
import { day, inOrder, line, link, linkTo, moment, oneOf, prose, terms, zone } from './fields.ts';
import { defineKind } from './kind.ts';

/** Events that have not ended by `today` come first. */
const isUpcoming = (
  { starts_at: start, ends_at: end }: { starts_at?: string; ends_at?: string },
  today: string,
): 0 | 1 => (hasEnded(end ?? start ?? '', () => today) ? 0 : 1);

/** A span fills both ends, an instant with an offset becomes the local time of the zone. */
function inZone<Event extends { starts_at: string; ends_at?: string | undefined; zone: string }>(
  given: Event,
): Event {
  const [starts = '', ends] = given.starts_at.split('/');
  const local = (text: string) => (/(Z|[+-]\d\d:\d\d)$/.test(text) ? localTime(text, given.zone) : text);
  const last = given.ends_at?.split('/').at(-1) ?? ends;
  return { ...given, starts_at: local(starts), ...(last === undefined ? {} : { ends_at: local(last) }) };
}

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
  fields: z
    .strictObject({
      title: line('Название', 500),
      format: oneOf(codes(eventFormat), 'Формат'),
      /** Announced local time, in `zone`; a bare day is allowed. */
      starts_at: moment('Начало'),
      ends_at: moment('Конец').optional(),
      zone: zone('Часовой пояс').default(portalZone),
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
    })
    .overwrite(inZone)
    .check(inOrder('starts_at', 'ends_at', 'конец раньше начала')),
});
