/** What a person may follow beside records of kinds. */
export const followed = ['disease', 'drug', 'clinic', 'research', 'area', 'filter'] as const;
export type Followed = (typeof followed)[number];

/** How often letters come. */
export const frequencies = ['now', 'daily', 'weekly', 'off'] as const;
export type Frequency = (typeof frequencies)[number];
/** Those at which letters go. */
export type SentFrequency = Exclude<Frequency, 'off'>;
export const frequencyTitles: Record<Frequency, string> = {
  now: 'Сразу',
  daily: 'Раз в день',
  weekly: 'Раз в неделю',
  off: 'Не присылать',
};

/** A letter to all accounts about changed documents: not a mailing that one chooses, so nobody ends it. */
export const documentsNotice = { code: 'documents', title: 'Изменение документов' } as const;

/** Mailings of the portal; each is wanted or not. */
export const mailings = [
  { code: 'news', title: 'Новости портала' },
  { code: 'events', title: 'Мероприятия' },
  { code: 'research', title: 'Новые исследования' },
  { code: 'surveys', title: 'Опросы для врачей и партнёров' },
] as const;
