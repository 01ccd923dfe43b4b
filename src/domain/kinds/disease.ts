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
import { day, inOrder, line, lines, linkTo, naming, oneOf, prose, quiet, someOf, terms } from './fields.ts';
import { defineKind } from './kind.ts';

/** Relation of an Orphanet entity to a code: a `narrower` entity has a broader code. */
const relation = z
  .enum(['exact', 'broader', 'narrower', 'unknown'])
  .meta({ title: 'Соответствие', vocabulary: 'codeRelation' });

export const disease = defineKind({
  name: 'disease',
  // The specification's spelling, used only here and in the page's folder.
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
    tier: { title: 'Описание', values: codes(tier), vocabulary: 'tier', of: tierOf },
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
    { field: 'tier', title: 'Описание', vocabulary: 'tier' },
    { field: 'type', title: 'Тип записи', vocabulary: 'disorderType' },
    { field: 'title_status', title: 'Русское название', vocabulary: 'titleStatus' },
  ],
  searched: {
    said: 'Название, код или ген',
    titles: ['title'],
    synonyms: ['synonyms', 'aliases', 'title_en', 'synonyms_en'],
    codes: ['orpha', 'omim.code', 'icd10.code', 'icd11.code', 'mondo', 'genes.symbol'],
  },
  codes: {
    orpha: { field: 'orpha', title: 'Код ORPHA', pattern: /^[1-9]\d{0,6}$/, example: '355' },
    omim: { field: 'omim.code', title: 'Номер OMIM', pattern: /^\d{6}$/, example: '230800' },
    icd10: {
      field: 'icd10.code',
      title: 'Код МКБ-10',
      pattern: /^[A-Z]\d{2}(\.\d{1,2})?$/i,
      example: 'E75.2',
    },
    gene: { field: 'genes.symbol', title: 'Символ гена', pattern: /^[A-Z0-9@._/-]{1,40}$/i, example: 'GBA1' },
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
    /** Search aliases that are not names: shown only when they match. */
    aliases: quiet(lines('Слова для поиска')),
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
          /** Per 100,000; number of cases or families when the type is `cases`. */
          figure: z.number().nonnegative().meta({ title: 'На 100 000, или число случаев' }).optional(),
          /** Unit of type `cases`. */
          unit: z
            .enum(['cases', 'families'])
            .meta({ title: 'Что сосчитано', vocabulary: 'countedUnit' })
            .optional(),
          place: naming(line('Где', 120)),
          source: line('Источник', 1000).optional(),
          /** Confirmed by Orphanet's experts; absent when unknown. */
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
          /** ClinGen's verdict on gene and disease. */
          validity: z
            .enum(codes(geneValidity))
            .meta({ title: 'Доказанность связи (ClinGen)', vocabulary: 'geneValidity' })
            .optional(),
          /** Per cent of patients explained by this gene. */
          share: z.number().min(0).max(100).meta({ title: 'Доля больных, %' }).optional(),
          /** Germline or somatic, from Orphanet. */
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
          /** Diagnostic value, from Orphanet. */
          criterion: z
            .enum(['diagnostic', 'pathognomonic', 'exclusion'])
            .meta({ title: 'Значение для диагноза', vocabulary: 'diagnosticCriterion' })
            .optional(),
        }),
      )
      .max(600)
      .default([])
      .meta({ title: 'Признаки (HPO)' }),
    /** Orphanet's functional consequences. */
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
          lost: z.boolean().default(false).meta({ title: 'Способность может быть утрачена' }),
        }),
      )
      .max(150)
      .default([])
      .meta({ title: 'Функциональные последствия' }),
    definition_en: quiet(prose('Определение Orphanet (на английском)').optional()),
    /** A paragraph for parents, without terms. */
    plain: prose('Простыми словами', 1000).optional(),
    about: prose('Что это').optional(),
    /** Emergency advice: based on a named guideline or society, or absent. */
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
    /** When `therapy` was compared with the approved drugs. */
    therapy_checked_at: quiet(day('Лечение сверено с одобренными препаратами').optional()),
    monitoring: prose('Что наблюдают').optional(),
    prognosis: prose('Прогноз').optional(),
    family: prose('Беременность и семья').optional(),
    living: prose('Жизнь с болезнью').optional(),
    route: prose('Маршрут пациента').optional(),
    lists: z
      .array(
        z
          .strictObject({
            name: z
              .enum(codes(diseaseList))
              .meta({ title: 'Перечень', vocabulary: 'diseaseList', isName: true }),
            /** Years from inclusive to exclusive, where the list has ages. */
            age_from: z.number().min(0).max(120).meta({ title: 'С какого возраста, лет' }).optional(),
            age_to: z.number().min(0).max(120).meta({ title: 'До какого возраста, лет' }).optional(),
            note: line('Пояснение', 300).optional(),
            /** Edition of the act or list. */
            edition: line('Редакция акта, которую читали', 300).optional(),
            /** When that edition was read; absent for entries from the press. */
            checked_at: day('Акт прочитан').optional(),
          })
          .check(inOrder('age_from', 'age_to', 'возраст «до» меньше возраста «с»')),
      )
      .max(10)
      .default([])
      .meta({ title: 'Перечни' }),
    parents: quiet(linkTo('disease', 'Входит в группы')),
    retired: z
      .strictObject({ successor: z.int().positive().meta({ title: 'Преемник: код ORPHA' }).optional() })
      .meta({ title: 'Запись выведена из Orphanet', isQuiet: true })
      .optional(),
    /** Orphanet's remark. */
    not_rare: quiet(z.boolean().meta({ title: 'В Европе не редкая (Orphanet)' }).optional()),
  }),
});
