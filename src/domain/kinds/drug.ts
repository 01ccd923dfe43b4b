import { z } from 'zod';
import { approvalAuthority, codes, drugList, drugRoute, registrationState } from '../vocabularies.ts';
import { day, inOrder, line, lines, link, linkTo, partialDay, prose, quiet, someOf } from './fields.ts';
import { defineKind } from './kind.ts';

export const drug = defineKind({
  name: 'drug',
  path: '/drugs/',
  api: 'drugs',
  iblock: 'drugs',
  titles: {
    one: 'Лекарственный препарат',
    many: 'Терапия',
    counted: ['препарат', 'препарата', 'препаратов'],
  },
  lead: 'Препараты для редких заболеваний: международное название, путь введения, заболевания и то, что известно о регистрации в России и о перечнях.',
  readers: 'anyone',
  review: { months: 6 },
  needsSecondEditor: true,
  keyedBy: 'id',
  order: { by: 'title' },
  pageSize: 50,
  facets: [
    { field: 'registration.state', title: 'Регистрация в России', vocabulary: 'registrationState' },
    { field: 'lists', title: 'Перечни', vocabulary: 'drugList' },
    { field: 'routes', title: 'Как вводят', vocabulary: 'drugRoute' },
    { field: 'approvals.authority', title: 'Одобрен', vocabulary: 'approvalAuthority' },
    { field: 'designations.authority', title: 'Орфанный статус' },
    { field: 'diseases', title: 'Заболевание' },
  ],
  searched: {
    said: 'Название, вещество или код АТХ',
    titles: ['title'],
    synonyms: ['inn', 'inn_en', 'title_en', 'synonyms'],
    codes: ['atc', 'registration.number'],
    about: ['mechanism'],
  },
  links: { diseases: 'disease' },
  hint: ['inn', 'atc'],
  card: ['inn', 'inn_en', 'atc', 'routes', 'registration', 'lists', 'lists_checked', 'diseases'],
  external: { scheme: 'DRUG', field: 'title_en' },
  groups: [
    { title: 'Название', fields: ['title', 'title_en', 'synonyms', 'inn', 'inn_en'] },
    { title: 'Форма и коды', fields: ['form', 'routes', 'atc', 'holder', 'made_in_russia'] },
    { title: 'Применение', fields: ['indication', 'diseases', 'mechanism', 'dosing', 'instruction'] },
    {
      title: 'Регистрация и статус',
      fields: ['registration', 'approvals', 'designations', 'lists', 'lists_checked'],
    },
  ],
  fields: z.strictObject({
    title: line('Торговое наименование'),
    title_en: quiet(line('Торговое наименование на английском').optional()),
    synonyms: lines('Другие наименования'),
    inn: line('МНН').optional(),
    inn_en: quiet(line('МНН на английском (INN)').optional()),
    atc: z
      .array(z.string().regex(/^[A-Z]\d{2}([A-Z]([A-Z](\d{2})?)?)?$/, 'Код АТХ: A16AB02'))
      .max(20)
      .default([])
      .meta({ title: 'Коды АТХ' }),
    form: line('Лекарственная форма', 500).optional(),
    routes: someOf(codes(drugRoute), 'Как вводят'),
    holder: line('Держатель регистрационного удостоверения').optional(),
    made_in_russia: z.boolean().meta({ title: 'Производят в России' }).optional(),
    mechanism: prose('Как действует').optional(),
    indication: prose('Показания').optional(),
    registration: z
      .strictObject({
        state: z.enum(codes(registrationState)).meta({ title: 'Состояние', vocabulary: 'registrationState' }),
        number: line('Номер удостоверения', 60).optional(),
        registered_at: partialDay('Дата регистрации').optional(),
        valid_until: partialDay('Действует до').optional(),
        checked_at: quiet(day('Проверено').optional()),
      })
      .check(inOrder('registered_at', 'valid_until', 'срок действия кончается раньше регистрации'))
      .meta({ title: 'Регистрация в России' })
      .optional(),
    /** Marketing approvals; orphan status is in `designations`. */
    approvals: z
      .array(
        z.strictObject({
          authority: z
            .enum(codes(approvalAuthority))
            .meta({ title: 'Ведомство', vocabulary: 'approvalAuthority', isName: true }),
          approved_at: partialDay('Дата одобрения'),
          note: line('Пояснение', 300).optional(),
        }),
      )
      .max(30)
      .default([])
      .meta({ title: 'Одобрения' }),
    designations: z
      .array(
        z.strictObject({
          authority: z.enum(['FDA', 'EMA']).meta({ title: 'Ведомство', isName: true }),
          designation: line('Показание орфанного статуса', 1000).optional(),
          designated_at: day('Дата присвоения').optional(),
          approved_at: day('Дата одобрения').optional(),
          sponsor: line('Заявитель').optional(),
        }),
      )
      .max(60)
      .default([])
      .meta({ title: 'Орфанный статус' }),
    lists: someOf(codes(drugList), 'Перечни'),
    /**
     * Lists compared: one here but not in `lists` does not contain the drug; one in neither was not checked.
     */
    lists_checked: someOf(codes(drugList), 'Перечни, с которыми сверено'),
    diseases: linkTo('disease', 'Заболевания'),
    instruction: z
      .strictObject({ url: link('Ссылка'), version: line('Редакция', 100).optional() })
      .meta({ title: 'Инструкция' })
      .optional(),
    dosing: prose('Дозирование').meta({ title: 'Дозирование', readers: 'doctors', text: 'prose' }).optional(),
  }),
});
