/** What may tell who a person is, in words of the screen. */
export const findingKinds = {
  name: 'Имя или фамилия',
  patronymic: 'Отчество',
  date: 'Дата',
  address: 'Адрес или населённый пункт',
  phone: 'Телефон',
  email: 'Электронная почта',
  snils: 'СНИЛС',
  document: 'Номер документа',
  policy: 'Номер полиса',
  record: 'Номер карты или исследования',
  institution: 'Учреждение пациента',
  account: 'Страница в сети',
  role: 'Должность или звание, по которым узнают',
} as const;

export type FindingKind = keyof typeof findingKinds;

/** What to put in place of the found words; an empty text removes them. */
export interface Suggestion {
  label: string;
  text: string;
}

/** Words from `start` up to `end` of the text that may name a person. */
export interface PersonalFinding {
  kind: FindingKind;
  start: number;
  end: number;
  words: string;
  suggestions: Suggestion[];
}

/** What is known of the patient; with it the suggestions become exact. */
export interface PatientDates {
  /** A day of the course of the disease from which others are counted: «через 3 месяца». */
  reference?: string | undefined;
  /** The day of birth: dates become ages. It stays in the browser. */
  birth?: string | undefined;
  sex?: 'male' | 'female' | undefined;
  /** The title of the subject of the Federation, which is as near as an address may come. */
  region?: string | undefined;
}

/** A place in the text before it is known what to suggest for it. */
export interface TextSpan {
  kind: FindingKind;
  start: number;
  end: number;
}
