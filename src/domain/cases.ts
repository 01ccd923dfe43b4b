/** Clinical cases: content, states, labels. */

/**
 * States of the author's draft. Readers see the last published edition meanwhile: a published case may have a
 * draft of its next edition.
 */
export const caseStates = {
  draft: 'Черновик',
  review: 'На проверке',
  returned: 'Нужны правки',
  published: 'Опубликован',
  declined: 'Отклонён',
  archived: 'Снят с публикации',
} as const;
export type CaseState = keyof typeof caseStates;

/** Sections in reading order; remarks and findings refer to them. */
export const caseSections = {
  title: 'Название',
  diseases: 'Заболевания',
  suspected: 'Диагноз словами',
  areas: 'Области медицины',
  age_band: 'Возраст',
  sex: 'Пол',
  region: 'Субъект Федерации',
  complaint: 'Жалобы',
  history: 'Анамнез',
  findings: 'Осмотр',
  signs: 'Признаки',
  tests: 'Исследования',
  series: 'Показатели во времени',
  genes: 'Генетика',
  timeline: 'Ход событий',
  therapy: 'Лечение',
  drugs: 'Препараты',
  outcome: 'Исход',
  discussion: 'Обсуждение',
  question: 'Вопрос коллегам',
  specialities: 'Кому вопрос',
  figures: 'Снимки',
  keywords: 'Ключевые слова',
  references: 'Литература',
  basis: 'Основание публикации',
  consent: 'Согласие пациента',
  authorship: 'Подпись автора',
} as const;
export type CaseSection = keyof typeof caseSections;

/** Presence of a sign; «не осмотрено» is a finding too. */
export const signPresences = { yes: 'есть', no: 'нет', unknown: 'не оценивали' } as const;
export type SignPresence = keyof typeof signPresences;

export const zygosities = {
  heterozygous: 'гетерозигота',
  homozygous: 'гомозигота',
  compound: 'компаунд-гетерозигота',
  hemizygous: 'гемизигота',
  mosaic: 'мозаицизм',
  heteroplasmy: 'гетероплазмия',
} as const;
export type Zygosity = keyof typeof zygosities;

/** Classes of the American College of Medical Genetics and Genomics (Richards et al., 2015). */
export const acmgClasses = {
  pathogenic: 'патогенный',
  'likely-pathogenic': 'вероятно патогенный',
  uncertain: 'неопределённого значения',
  'likely-benign': 'вероятно доброкачественный',
  benign: 'доброкачественный',
} as const;
export type AcmgClass = keyof typeof acmgClasses;

/** Types of timeline steps. */
export const stepKinds = {
  symptom: 'Симптом',
  test: 'Исследование',
  diagnosis: 'Диагноз',
  therapy: 'Лечение',
  event: 'Событие',
  outcome: 'Исход',
} as const;
export type StepKind = keyof typeof stepKinds;

/** Legal basis for showing a case to colleagues. */
export const bases = {
  anonymised: 'Сведения обезличены: узнать пациента по ним нельзя',
  consent: 'Получено письменное согласие пациента или его представителя',
} as const;
export type Basis = keyof typeof bases;

/** How readers see the author. */
export const authorships = {
  named: 'Имя и учреждение',
  speciality: 'Только специальность',
} as const;
export type Authorship = keyof typeof authorships;

/** Basis of a colleague's answer. */
export const experiences = {
  seen: 'Веду или вёл похожих пациентов',
  read: 'Знаю по литературе',
  opinion: 'Предположение',
} as const;
export type Experience = keyof typeof experiences;

/** Points that the moderator confirms before acceptance. */
export const checklist = {
  names: 'Нет имён, дат рождения, адресов, номеров документов и карт',
  figures: 'На снимках нет лиц, подписей и номеров',
  rarity: 'Сочетание заболевания, региона и возраста не выдаёт пациента',
  basis: 'Основание публикации указано, согласие приложено, если оно нужно',
  medicine: 'Изложение связно, выводы не опасны для пациентов',
  advertising: 'Нет рекламы препаратов и учреждений',
} as const;
export type Check = keyof typeof checklist;

export const declineReasons = {
  identifiable: 'Пациента можно узнать, и обезличить сведения без потери смысла нельзя',
  consent: 'Нет согласия пациента, а без него случай публиковать нельзя',
  'off-topic': 'Случай не о редком заболевании',
  duplicate: 'Такой случай уже есть',
  advertising: 'Текст рекламный',
  other: 'Другая причина',
} as const;
export type DeclineReason = keyof typeof declineReasons;

export const remarkTemplates = [
  'Замените точную дату возрастом или промежутком: «в 3 года», «через 2 месяца».',
  'Уберите название города или района: достаточно субъекта Федерации.',
  'Уберите имя и отчество, напишите «пациент».',
  'На снимке видны имя или номер: закройте их и загрузите снимок заново.',
  'Добавьте единицы измерения и границы нормы.',
  'Уточните дозу и длительность лечения.',
] as const;

/** Filters of published cases, in display order. */
export const caseFilters = {
  mine: 'Для меня',
  diseases: 'Заболевание',
  areas: 'Область медицины',
  signs: 'Признак',
  genes: 'Ген',
  region: 'Регион',
  age_band: 'Возраст',
  sex: 'Пол',
  figures: 'Есть снимки',
  question: 'Вопрос коллегам',
} as const;
export type CaseFilter = keyof typeof caseFilters;
export const caseFilterNames = Object.keys(caseFilters) as CaseFilter[];

/** Limits shared by forms and server. */
export const caseLimits = {
  /** Characters of a section at submission; a draft may hold `draftText`. */
  text: 20_000,
  draftText: 60_000,
  title: 300,
  question: 3000,
  diseases: 10,
  drugs: 20,
  signs: 100,
  tests: 100,
  /** Series, and measurements in each. */
  series: 20,
  points: 200,
  genes: 20,
  steps: 60,
  figures: 30,
  keywords: 20,
  references: 30,
  specialities: 10,
  /** Bytes of a picture or consent (target E-6). */
  file: 20 * 2 ** 20,
} as const;

export const savedLimits = { cases: 1000, folder: 100, note: 2000 } as const;

/** Sections required for submission: five fields. */
export const neededSections = ['title', 'age_band', 'sex', 'complaint', 'basis'] as const;

/** Author name of a case whose account was erased (target A-7). */
export const erasedAuthor = 'Удалённый пользователь';

/** Label of an invented case (issue 5). */
export const demonstration = 'Демонстрационный пример';
