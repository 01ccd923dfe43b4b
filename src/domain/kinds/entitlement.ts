import { z } from 'zod';
import { codes, diseaseList, programme } from '../vocabularies.ts';
import { day, inOrder, line, lines, link, linkTo, oneOf, prose, quiet, terms } from './fields.ts';
import { defineKind } from './kind.ts';

const age = (title: string) => z.number().min(0).max(120).meta({ title });

/** A payer rule: diseases, ages, place, act with edition, period. */
export const entitlement = defineKind({
  name: 'entitlement',
  path: '/access/',
  api: 'entitlements',
  iblock: null,
  titles: {
    one: 'Правило обеспечения',
    many: 'Кто платит',
    counted: ['правило', 'правила', 'правил'],
  },
  lead: 'По каким правилам платят за лечение редких болезней: программа, возраст, регион, акт и что сделать, чтобы получить.',
  readers: 'anyone',
  review: { months: 6 },
  keyedBy: 'id',
  order: { by: 'title' },
  pageSize: 60,
  facets: [
    { field: 'programme', title: 'Программа', vocabulary: 'programme' },
    { field: 'subjects', title: 'Субъект Федерации', vocabulary: 'subject' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, документ или болезнь',
    titles: ['title'],
    synonyms: ['payer', 'act.title'],
    codes: ['key'],
  },
  links: { diseases: 'disease' },
  hint: ['payer'],
  // Everything that decides the rule: `domain/entitlements.ts` reads cards.
  card: [
    'programme',
    'payer',
    'list',
    'diseases',
    'everyone',
    'condition',
    'age_from',
    'age_to',
    'subjects',
    'edition',
    'checked_at',
    'valid_from',
    'valid_to',
  ],
  external: { scheme: 'RULE', field: 'key' },
  groups: [
    { title: 'Правило', fields: ['title', 'key', 'programme', 'payer'] },
    {
      title: 'Кого касается',
      fields: ['list', 'diseases', 'everyone', 'condition', 'age_from', 'age_to', 'subjects'],
    },
    { title: 'Что даёт и как получить', fields: ['gives', 'steps', 'documents'] },
    {
      title: 'Основание',
      fields: ['act', 'article', 'edition', 'valid_from', 'valid_to', 'checked_at'],
    },
  ],
  fields: z
    .strictObject({
      title: line('Название', 500),
      key: z
        .string()
        .regex(/^[a-z0-9-]{1,100}$/)
        .meta({ title: 'Ключ', isQuiet: true }),
      programme: oneOf(codes(programme), 'Программа'),
      /** Applies to every disease in this list. */
      list: z
        .enum(codes(diseaseList))
        .meta({ title: 'Для болезней перечня', vocabulary: 'diseaseList' })
        .optional(),
      diseases: linkTo('disease', 'Заболевания'),
      everyone: z.boolean().meta({ title: 'При любой редкой болезни' }).optional(),
      /** Condition besides age and region: «установлена инвалидность»; the rule is then only possible. */
      condition: line('При условии').optional(),
      /** From inclusive to exclusive. */
      age_from: age('С какого возраста, лет').optional(),
      age_to: age('До какого возраста, лет').optional(),
      /** Empty: all of Russia. */
      subjects: terms('subject', 'Субъекты Федерации'),
      payer: line('Кто платит', 500),
      gives: prose('Что даёт', 2000),
      steps: lines('Что сделать', 30),
      documents: lines('Документы', 30),
      act: z
        .strictObject({ title: line('Название', 500), url: link('Адрес').optional() })
        .meta({ title: 'Акт' }),
      article: line('Статья, часть, пункт').optional(),
      edition: line('Редакция, которую читали').optional(),
      /** First and last day in force. */
      valid_from: day('Действует с').optional(),
      valid_to: day('Действует по').optional(),
      /** When the named edition was read. */
      checked_at: quiet(day('Акт прочитан').optional()),
    })
    .check(inOrder('valid_from', 'valid_to', 'конец срока раньше начала'))
    .check(inOrder('age_from', 'age_to', 'возраст «до» меньше возраста «с»')),
});
