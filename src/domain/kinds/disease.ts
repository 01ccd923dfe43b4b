import { z } from 'zod';
import { groupTypes, isThin, tierOf } from '../tier.ts';
import {
  codes,
  diseaseDrugs,
  diseaseList,
  diseaseStudies,
  disorderType,
  frequency,
  geneValidity,
  inheritance,
  onset,
  prevalenceClass,
  prevalenceType,
  tier,
  titleStatus,
} from '../vocabularies.ts';
import { day, line, lines, linkTo, naming, oneOf, prose, quiet, someOf, terms } from './fields.ts';
import { defineKind } from './kind.ts';

/** How an Orphanet entity relates to a code: equal, broader or narrower than it. */
const relation = z
  .enum(['exact', 'broader', 'narrower', 'unknown'])
  .meta({ title: 'Соответствие', vocabulary: 'codeRelation' });

export const disease = defineKind({
  name: 'disease',
  // The specification spells the address so; the misspelling lives here and in the folder of the page, nowhere else.
  path: '/deseases/',
  api: 'diseases',
  iblock: 'diseases',
  titles: { one: 'Заболевание', many: 'Заболевания', counted: ['заболевание', 'заболевания', 'заболеваний'] },
  lead: 'Коды, признаки, гены, распространённость; терапия, исследования и учреждения — по каждому заболеванию.',
  readers: 'anyone',
  review: { months: 12, of: (fields) => tierOf(fields) === 'full' },
  keyedBy: 'id',
  order: { by: 'title' },
  pageSize: 60,
  leftOut: { field: 'type', values: groupTypes },
  isThin,
  computed: {
    tier: { title: 'Полнота записи', values: codes(tier), vocabulary: 'tier', of: tierOf },
  },
  facets: [
    { field: 'areas', title: 'Область медицины', vocabulary: 'therapeuticarea', hasPages: true },
    {
      field: 'drugs',
      title: 'Лечение',
      vocabulary: 'diseaseDrugs',
      from: { kind: 'drug', facet: 'registration.state', values: codes(diseaseDrugs) },
    },
    {
      field: 'studies',
      title: 'Исследования',
      vocabulary: 'diseaseStudies',
      from: { kind: 'research', facet: 'status', values: codes(diseaseStudies) },
    },
    {
      field: 'clinics',
      title: 'Есть учреждение в регионе',
      vocabulary: 'subject',
      from: { kind: 'clinic', facet: 'subject' },
    },
    {
      field: 'sites',
      title: 'Есть центр исследования в регионе',
      vocabulary: 'subject',
      from: { kind: 'research', facet: 'sites.subject' },
    },
    { field: 'lists.name', title: 'Перечни', vocabulary: 'diseaseList' },
    { field: 'inheritance', title: 'Наследование', vocabulary: 'inheritance' },
    { field: 'onset', title: 'Начало болезни', vocabulary: 'onset' },
    { field: 'tier', title: 'Полнота записи', vocabulary: 'tier' },
    { field: 'type', title: 'Тип записи', vocabulary: 'disorderType' },
    { field: 'title_status', title: 'Русское название', vocabulary: 'titleStatus' },
  ],
  searched: {
    said: 'Название, код или ген',
    titles: ['title'],
    synonyms: ['synonyms', 'aliases', 'title_en', 'synonyms_en'],
    codes: ['orpha', 'omim.code', 'icd10.code', 'icd11.code', 'mondo', 'genes.symbol'],
  },
  ranked: {
    ahead: ['plain', 'about'],
    behind: { field: 'type', values: ['clinical-group', 'category'] },
  },
  links: { parents: 'disease' },
  hint: ['title_en', 'orpha', 'icd10.code'],
  card: ['title_en', 'orpha', 'icd10', 'areas', 'title_status', 'type', 'tier'],
  external: { scheme: 'ORPHA', field: 'orpha' },
  groups: [
    {
      title: 'Название',
      fields: ['title', 'title_status', 'title_en', 'synonyms', 'aliases', 'synonyms_en'],
    },
    { title: 'Коды', fields: ['orpha', 'omim', 'icd10', 'icd11', 'icd10cm', 'mondo', 'mesh', 'gard'] },
    { title: 'Место среди болезней', fields: ['type', 'areas', 'parents', 'retired', 'not_rare'] },
    { title: 'Срочно', fields: ['emergency'] },
    {
      title: 'Описание',
      fields: [
        'plain',
        'about',
        'definition_en',
        'diagnosis',
        'differential',
        'therapy',
        'therapy_checked_at',
        'monitoring',
        'prognosis',
        'family',
        'living',
        'route',
      ],
    },
    { title: 'Признаки и течение', fields: ['suspect', 'signs_text', 'onset', 'signs', 'consequences'] },
    { title: 'Наследование и гены', fields: ['inheritance', 'genes'] },
    { title: 'Распространённость', fields: ['prevalence'] },
    { title: 'Перечни', fields: ['lists'] },
  ],
  fields: z.strictObject({
    title: line('Название'),
    title_status: quiet(oneOf(codes(titleStatus), 'Откуда русское название')),
    title_en: quiet(line('Название на английском').optional()),
    synonyms: lines('Синонимы и сокращения'),
    /** What people type who mean this disease, though it is no name of it: shown only as that by which it was found. */
    aliases: lines('Слова для поиска'),
    synonyms_en: quiet(lines('Синонимы на английском')),
    type: oneOf(codes(disorderType), 'Тип записи Orphanet').default('disease'),
    orpha: z.int().positive().max(9_999_999).meta({ title: 'Код ORPHA', codes: 'orpha' }).optional(),
    omim: z
      .array(
        z.strictObject({
          code: z
            .string()
            .regex(/^\d{6}$/, 'Шесть цифр')
            .meta({ title: 'Номер OMIM', isName: true }),
          relation: relation.default('unknown'),
        }),
      )
      .max(500)
      .default([])
      .meta({ title: 'Номера OMIM' }),
    icd10: z
      .array(
        z.strictObject({
          code: z
            .string()
            .regex(/^[A-Z]\d{2}(\.\d{1,2})?$/, 'Код МКБ-10: E75.2')
            .meta({ title: 'Код', codes: 'icd10', isName: true }),
          title: line('Рубрика МКБ-10', 500).optional(),
          relation: relation.default('unknown'),
        }),
      )
      .max(100)
      .default([])
      .meta({ title: 'Коды МКБ-10' }),
    icd11: z
      .array(
        z.strictObject({
          code: naming(line('Код или номер сущности МКБ-11', 60)),
          title: line('Название', 500).optional(),
        }),
      )
      .max(100)
      .default([])
      .meta({ title: 'МКБ-11' }),
    icd10cm: quiet(lines('Коды ICD-10-CM')),
    mondo: z
      .string()
      .regex(/^MONDO:\d{7}$/)
      .meta({ title: 'Номер MONDO', isQuiet: true })
      .optional(),
    mesh: quiet(lines('Номера MeSH')),
    gard: quiet(lines('Номера GARD')),
    areas: terms('therapeuticarea', 'Области медицины'),
    inheritance: someOf(codes(inheritance), 'Тип наследования'),
    onset: someOf(codes(onset), 'Возраст начала'),
    prevalence: z
      .array(
        z.strictObject({
          type: z.enum(codes(prevalenceType)).meta({ title: 'Что измерено', vocabulary: 'prevalenceType' }),
          class: z
            .enum(codes(prevalenceClass))
            .meta({ title: 'Класс Orphanet', vocabulary: 'prevalenceClass' })
            .optional(),
          /** Cases per 100,000; number of cases or families when the type is `cases`. */
          figure: z.number().nonnegative().meta({ title: 'На 100 000, или число случаев' }).optional(),
          /** What a figure of the type `cases` counts. */
          unit: z
            .enum(['cases', 'families'])
            .meta({ title: 'Что сосчитано', vocabulary: 'countedUnit' })
            .optional(),
          place: naming(line('Где', 120)),
          source: line('Источник', 1000).optional(),
          /** Whether Orphanet's experts have confirmed it; absent when the source does not say. */
          validated: z.boolean().meta({ title: 'Подтверждено экспертами Orphanet' }).optional(),
        }),
      )
      .max(300)
      .default([])
      .meta({ title: 'Распространённость' }),
    genes: z
      .array(
        z.strictObject({
          symbol: z
            .string()
            .regex(/^[A-Za-z0-9@._/-]{1,40}$/, 'Символ гена HGNC: GBA1')
            .meta({ title: 'Символ HGNC', isName: true }),
          name: line('Название гена', 300).optional(),
          hgnc: z
            .string()
            .regex(/^\d{1,6}$/)
            .meta({ title: 'Номер HGNC' })
            .optional(),
          omim: z
            .string()
            .regex(/^\d{6}$/)
            .meta({ title: 'Номер OMIM' })
            .optional(),
          locus: z.string().max(60).meta({ title: 'Локус' }).optional(),
          role: z
            .enum([
              'causal',
              'loss-of-function',
              'gain-of-function',
              'modifying',
              'fusion',
              'susceptibility',
              'biomarker',
              'candidate',
              'role',
            ])
            .meta({ title: 'Роль', vocabulary: 'geneRole' })
            .optional(),
          /** ClinGen's word on the link of this gene to this disease. */
          validity: z
            .enum(codes(geneValidity))
            .meta({ title: 'Доказанность связи (ClinGen)', vocabulary: 'geneValidity' })
            .optional(),
          /** Share of the patients whose disease this gene explains, per cent. */
          share: z.number().min(0).max(100).meta({ title: 'Доля больных, %' }).optional(),
          /** Orphanet tells germline mutations from somatic ones. */
          origin: z
            .enum(['germline', 'somatic', 'both'])
            .meta({ title: 'Происхождение мутации', vocabulary: 'mutationOrigin' })
            .optional(),
        }),
      )
      .max(500)
      .default([])
      .meta({ title: 'Гены' }),
    signs: z
      .array(
        z.strictObject({
          hpo: z
            .string()
            .regex(/^HP:\d{7}$/, 'Номер HPO: HP:0001744')
            .meta({ title: 'Номер HPO' }),
          label: naming(line('Признак', 300).optional()),
          label_status: z
            .enum(codes(titleStatus))
            .meta({ title: 'Откуда русское название', vocabulary: 'titleStatus' })
            .optional(),
          label_en: line('Признак на английском', 300),
          frequency: z
            .enum(codes(frequency))
            .meta({ title: 'Как часто', vocabulary: 'frequency' })
            .optional(),
          /** What the sign is worth for the diagnosis, where Orphanet says so. */
          criterion: z
            .enum(['diagnostic', 'pathognomonic', 'exclusion'])
            .meta({ title: 'Значение для диагноза', vocabulary: 'diagnosticCriterion' })
            .optional(),
        }),
      )
      .max(600)
      .default([])
      .meta({ title: 'Признаки (HPO)' }),
    /** What patients can no longer do, or do with difficulty (Orphanet's functional consequences). */
    consequences: z
      .array(
        z.strictObject({
          activity: naming(line('Что затруднено', 300).optional()),
          activity_en: line('Что затруднено (на английском)', 300).optional(),
          frequency: z
            .enum(codes(frequency))
            .meta({ title: 'Как часто', vocabulary: 'frequency' })
            .optional(),
          temporality: z
            .enum(['permanent', 'transient', 'delayed', 'acute'])
            .meta({ title: 'Как долго', vocabulary: 'temporality' })
            .optional(),
          severity: z
            .enum(['low', 'moderate', 'severe', 'complete'])
            .meta({ title: 'Насколько', vocabulary: 'severity' })
            .optional(),
          /** The ability may be lost in time. */
          lost: z.boolean().default(false).meta({ title: 'Способность может быть утрачена' }),
        }),
      )
      .max(150)
      .default([])
      .meta({ title: 'Функциональные последствия' }),
    definition_en: quiet(prose('Определение Orphanet (на английском)').optional()),
    /** A paragraph for a parent, without terms. */
    plain: prose('Простыми словами', 1000).optional(),
    about: prose('Что это').optional(),
    /** What cannot wait: rests on a named guideline or a society's sheet, or is absent. */
    emergency: z
      .strictObject({
        when: lines('Когда это срочно', 20),
        actions: lines('Что делать сразу', 20),
        avoid: lines('Чего нельзя', 20),
        tell: line('Что сказать врачу скорой помощи', 500).optional(),
      })
      .meta({ title: 'Неотложная помощь' })
      .optional(),
    suspect: prose('Когда думать о болезни').optional(),
    signs_text: prose('Признаки').optional(),
    differential: prose('С чем путают').optional(),
    diagnosis: prose('Диагностика').optional(),
    therapy: prose('Терапия').optional(),
    /** The day on which `therapy` was compared with the drugs approved by then. */
    therapy_checked_at: quiet(day('Лечение сверено с одобренными препаратами').optional()),
    monitoring: prose('Что наблюдают').optional(),
    prognosis: prose('Прогноз').optional(),
    family: prose('Беременность и семья').optional(),
    living: prose('Жизнь с болезнью').optional(),
    route: prose('Маршрут пациента').optional(),
    lists: z
      .array(
        z.strictObject({
          name: z
            .enum(codes(diseaseList))
            .meta({ title: 'Перечень', vocabulary: 'diseaseList', isName: true }),
          /** Age limits in years where the list has them: from (inclusive) and to (exclusive). */
          age_from: z.number().min(0).max(120).meta({ title: 'С какого возраста, лет' }).optional(),
          age_to: z.number().min(0).max(120).meta({ title: 'До какого возраста, лет' }).optional(),
          note: line('Пояснение', 300).optional(),
          /** Which edition of the act or of the list was read. */
          edition: line('Редакция акта, которую читали', 300).optional(),
          /** The day on which that edition was read; a mark made from the press has none. */
          checked_at: day('Акт прочитан').optional(),
        }),
      )
      .max(10)
      .default([])
      .meta({ title: 'Перечни' }),
    parents: quiet(linkTo('disease', 'Входит в группы')),
    retired: z
      .strictObject({ successor: z.int().positive().meta({ title: 'Преемник: код ORPHA' }).optional() })
      .meta({ title: 'Запись выведена из Orphanet', isQuiet: true })
      .optional(),
    /** Orphanet's own remark: the disease is not rare in Europe. */
    not_rare: quiet(z.boolean().meta({ title: 'В Европе не редкая (Orphanet)' }).optional()),
  }),
});
