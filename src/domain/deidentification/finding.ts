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

/** A replacement; an empty text removes the words. */
export interface Suggestion {
  label: string;
  text: string;
}

/** Suspected personal data from `start` to `end`, exclusive. */
export interface PersonalFinding {
  kind: FindingKind;
  start: number;
  end: number;
  words: string;
  suggestions: Suggestion[];
}

/** Patient data that make suggestions exact. */
export interface PatientDates {
  /** Reference day of the disease: «через 3 месяца». */
  reference?: string | undefined;
  /** Birth day, to turn dates into ages. It stays in the browser. */
  birth?: string | undefined;
  sex?: 'male' | 'female' | undefined;
  /** Title of the federal subject, the finest allowed place. */
  region?: string | undefined;
}

/** A finding without suggestions. */
export interface TextSpan {
  kind: FindingKind;
  start: number;
  end: number;
}
