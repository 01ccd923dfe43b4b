import { zoneTitles } from './zones.ts';

/**
 * Closed lists with Russian labels. Those of Orphanet follow its Russian edition (types, onset, inheritance),
 * with grammar and «ё» corrected.
 */
export const titleStatus = {
  official: 'Название Orphanet',
  established: 'Принятый термин',
  translated: 'Перевод названия не проверен',
  unsure: 'Перевод названия под вопросом',
} as const;

export const disorderType = {
  disease: 'Заболевание',
  'malformation-syndrome': 'Синдром врождённых пороков развития',
  'morphological-anomaly': 'Морфологическая аномалия',
  'biological-anomaly': 'Биологическая аномалия',
  'clinical-syndrome': 'Клинический синдром',
  'particular-situation': 'Особая клиническая ситуация',
  'clinical-group': 'Клиническая группа',
  category: 'Категория',
  'clinical-subtype': 'Клинический подтип',
  'etiological-subtype': 'Этиологический подтип',
  'histopathological-subtype': 'Гистопатологический подтип',
} as const;

/** Tier of a disease: `domain/tier.ts`. */
export const tier = {
  full: 'Подробное',
  orphanet: 'По Orphanet',
  brief: 'Краткое',
} as const;

export const inheritance = {
  'autosomal-dominant': 'Аутосомно-доминантное',
  'autosomal-recessive': 'Аутосомно-рецессивное',
  'x-linked-dominant': 'X-сцепленное доминантное',
  'x-linked-recessive': 'X-сцепленное рецессивное',
  'y-linked': 'Y-сцепленное',
  'semi-dominant': 'Полудоминантное',
  mitochondrial: 'Митохондриальное',
  multifactorial: 'Многофакторное',
  oligogenic: 'Олигогенное',
  'not-applicable': 'Не наследуется или не применимо',
  unknown: 'Тип наследования неизвестен',
} as const;

export const onset = {
  antenatal: 'До рождения',
  neonatal: 'Период новорождённости',
  infancy: 'Младенчество',
  childhood: 'Детство',
  adolescent: 'Подростковый возраст',
  adult: 'Взрослый возраст',
  elderly: 'Пожилой возраст',
  any: 'Любой возраст',
} as const;

/** HPO frequency classes as in Orphanet: per cent of patients, from and to. */
export const frequency = {
  obligate: { title: 'всегда', from: 100, to: 100 },
  'very-frequent': { title: 'очень часто', from: 80, to: 99 },
  frequent: { title: 'часто', from: 30, to: 79 },
  occasional: { title: 'нередко', from: 5, to: 29 },
  'very-rare': { title: 'редко', from: 1, to: 4 },
  excluded: { title: 'не бывает', from: 0, to: 0 },
} as const;

/** Orphanet prevalence classes: per 100,000, from and to. */
export const prevalenceClass = {
  'over-1-1000': { title: 'более 1 на 1000', from: 100, to: 1000 },
  '6-9-10000': { title: '6–9 на 10 000', from: 60, to: 90 },
  '1-5-10000': { title: '1–5 на 10 000', from: 10, to: 50 },
  '1-9-100000': { title: '1–9 на 100 000', from: 1, to: 9 },
  '1-9-1000000': { title: '1–9 на 1 000 000', from: 0.1, to: 0.9 },
  'under-1-1000000': { title: 'менее 1 на 1 000 000', from: 0.001, to: 0.1 },
} as const;

export const prevalenceType = {
  point: 'Распространённость',
  birth: 'Распространённость при рождении',
  lifetime: 'Распространённость в течение жизни',
  incidence: 'Заболеваемость за год',
  cases: 'Описано случаев или семей',
} as const;

/** Statuses of ClinicalTrials.gov. */
export const researchStatus = {
  recruiting: 'Набор открыт',
  soon: 'Набор скоро',
  invitation: 'Набор по приглашению',
  active: 'Идёт, набор закрыт',
  suspended: 'Приостановлено',
  completed: 'Завершено',
  terminated: 'Прекращено',
  withdrawn: 'Отозвано',
  unknown: 'Статус неизвестен',
} as const;

/** The same for lists: an ongoing status expires after a year. */
const studyState = { ...researchStatus, stale: 'Статус старше года' } as const;

export const phase = {
  'early-1': 'Ранняя фаза I',
  '1': 'Фаза I',
  '1-2': 'Фаза I/II',
  '2': 'Фаза II',
  '2-3': 'Фаза II/III',
  '3': 'Фаза III',
  '4': 'Фаза IV',
  none: 'Без фазы',
} as const;

export const studyType = {
  interventional: 'Интервенционное',
  observational: 'Наблюдательное',
  'expanded-access': 'Расширенный доступ',
} as const;

export const registrationState = {
  registered: 'Зарегистрирован в России',
  'not-registered': 'Не зарегистрирован в России',
  expired: 'Регистрация прекращена',
  unknown: 'Не сверено с реестром лекарств',
} as const;

export const clinicKind = {
  federal: 'Федеральный центр',
  regional: 'Региональное учреждение',
  genetic: 'Медико-генетическая консультация',
  laboratory: 'Лаборатория',
  private: 'Частная клиника',
} as const;

/** Roles of an institution; mere trial sites do not give care. */
export const clinicRole = {
  treatment: 'Лечение',
  diagnosis: 'Диагностика',
  genetics: 'Медико-генетическое консультирование',
  screening: 'Неонатальный скрининг',
  laboratory: 'Лабораторные исследования',
  trials: 'Центр клинических исследований',
} as const;

export const patients = { children: 'Дети', adults: 'Взрослые' } as const;
export const eventFormat = { onsite: 'Очно', online: 'Онлайн', mixed: 'Очно и онлайн' } as const;
export const projectStatus = {
  planned: 'Готовится',
  recruiting: 'Набор открыт',
  active: 'Идёт, набор закрыт',
  completed: 'Завершён',
} as const;
/** The same for lists: an ongoing status expires after a year. */
const projectState = { ...projectStatus, stale: studyState.stale } as const;
export const resourceType = {
  database: 'База данных',
  registry: 'Реестр',
  guideline: 'Рекомендации',
  organisation: 'Организация',
  network: 'Сеть центров',
  law: 'Нормативный акт',
  education: 'Обучение',
} as const;
export const language = { ru: 'Русский', en: 'Английский' } as const;
export const sex = { any: 'Любой', female: 'Женский', male: 'Мужской' } as const;
export const ageBand = {
  neonatal: '0–28 дней',
  infant: '1–12 месяцев',
  toddler: '1–3 года',
  preschool: '4–6 лет',
  school: '7–11 лет',
  adolescent: '12–17 лет',
  young: '18–39 лет',
  middle: '40–59 лет',
  old: '60 лет и старше',
} as const;

/** Lists that decide who pays for a disease. */
export const diseaseList = {
  'life-threatening': 'Перечень жизнеугрожающих и хронических прогрессирующих редких заболеваний',
  vzn14: 'Программа 14 высокозатратных нозологий',
  'krug-dobra': 'Фонд «Круг добра»',
  kslp: 'Коэффициент сложности лечения в ОМС (КСЛП)',
  'newborn-screening': 'Неонатальный скрининг',
  'minzdrav-rare': 'Перечень редких (орфанных) заболеваний Минздрава России',
} as const;

/** Payer programmes: those of the lists, and those for everyone. */
export const programme = {
  ...diseaseList,
  vital: 'Жизненно необходимые препараты (ЖНВЛП)',
  pp890: 'Льготы по постановлению № 890',
  commission: 'Решение врачебной комиссии',
  import: 'Ввоз незарегистрированного препарата',
  disability: 'Льготы по инвалидности',
  regional: 'Региональная программа',
} as const;

/** States of a guideline in the rubricator. */
export const guidelineStatus = {
  'in-force': 'Действует',
  expired: 'Не действует',
  unknown: 'Не сверено с рубрикатором',
} as const;

/** Derived facets of diseases from drugs and studies, with the same codes. */
export const diseaseDrugs = { registered: 'Есть препарат, зарегистрированный в России' } as const;
export const diseaseStudies = {
  recruiting: 'Есть исследование с открытым набором (на день проверки)',
  soon: 'Набор в исследование скоро начнётся (на день проверки)',
} as const;

/** Lists that decide who pays for a drug. */
export const drugList = {
  vital: 'ЖНВЛП',
  vzn14: '14 высокозатратных нозологий',
  'krug-dobra': 'Круг добра',
  regional: 'Региональное обеспечение',
} as const;

export const approvalAuthority = {
  FDA: 'США: FDA',
  EMA: 'Европейский союз: EMA',
  'Минздрав России': 'Россия: Минздрав',
} as const;

export const drugRoute = {
  intravenous: 'Внутривенно',
  subcutaneous: 'Подкожно',
  intramuscular: 'Внутримышечно',
  intrathecal: 'Интратекально',
  intravitreal: 'Внутрь глаза',
  subretinal: 'Под сетчатку',
  intracerebral: 'В мозг',
  oral: 'Внутрь',
  inhaled: 'Ингаляционно',
  nasal: 'В нос',
  topical: 'Наружно',
  implant: 'Имплантация',
  other: 'Иначе',
} as const;

/** Relation of an Orphanet entity to a code of another classification. */
export const codeRelation = {
  exact: 'Точное',
  broader: 'Код уже записи',
  narrower: 'Код шире записи',
  unknown: 'Не известно',
} as const;
const countedUnit = { cases: 'Случаи', families: 'Семьи' } as const;
const mutationOrigin = {
  germline: 'Зародышевая',
  somatic: 'Соматическая',
  both: 'Зародышевая или соматическая',
} as const;
export const geneRole = {
  causal: 'Причина болезни',
  'loss-of-function': 'Причина: утрата функции',
  'gain-of-function': 'Причина: усиление функции',
  modifying: 'Изменяет течение',
  fusion: 'Слияние генов',
  susceptibility: 'Предрасполагает',
  biomarker: 'Биомаркер',
  candidate: 'Кандидат',
  role: 'Участвует',
} as const;
/** ClinGen's validity of a gene–disease link, strongest first. */
export const geneValidity = {
  definitive: 'Связь доказана',
  strong: 'Связь убедительна',
  moderate: 'Связь вероятна',
  limited: 'Данных о связи мало',
  disputed: 'Связь оспорена',
  refuted: 'Связь опровергнута',
} as const;
const diagnosticCriterion = {
  diagnostic: 'Диагностический критерий',
  pathognomonic: 'Патогномоничный признак',
  exclusion: 'Критерий исключения',
} as const;
const temporality = {
  permanent: 'Постоянно',
  transient: 'Временно',
  delayed: 'С задержкой',
  acute: 'Остро',
} as const;
const severity = {
  low: 'Слегка',
  moderate: 'Умеренно',
  severe: 'Тяжело',
  complete: 'Полностью',
} as const;

export const yesNo = { true: 'Да', false: 'Нет' } as const;

/** Labels by list name, for generic facets and forms. */
const names = (list: Record<string, string | { title: string }>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(list).map(([code, entry]) => [code, typeof entry === 'string' ? entry : entry.title]),
  );
export const vocabularies: Readonly<Record<string, Record<string, string>>> = {
  titleStatus,
  disorderType,
  tier,
  inheritance,
  onset,
  researchStatus,
  studyState,
  phase,
  studyType,
  registrationState,
  clinicKind,
  clinicRole,
  patients,
  eventFormat,
  projectStatus,
  projectState,
  resourceType,
  language,
  sex,
  ageBand,
  diseaseList,
  programme,
  guidelineStatus,
  diseaseDrugs,
  diseaseStudies,
  drugList,
  drugRoute,
  approvalAuthority,
  geneValidity,
  get zone() {
    return zoneTitles();
  },
  yesNo,
  codeRelation,
  countedUnit,
  mutationOrigin,
  geneRole,
  diagnosticCriterion,
  temporality,
  severity,
  prevalenceType,
  frequency: names(frequency),
  prevalenceClass: names(prevalenceClass),
};

/** Codes of a list for zod: at least one. */
export const codes = <T extends object>(list: T) =>
  Object.keys(list) as [keyof T & string, ...(keyof T & string)[]];

// Not Object.keys, which puts numeric keys first.
const phases = [
  'early-1',
  '1',
  '1-2',
  '2',
  '2-3',
  '3',
  '4',
  'none',
] as const satisfies readonly (keyof typeof phase)[];

/** Codes of a list in display order. */
export const orderOf = (vocabulary: string): readonly string[] =>
  vocabulary === 'phase' ? phases : Object.keys(vocabularies[vocabulary] ?? {});
