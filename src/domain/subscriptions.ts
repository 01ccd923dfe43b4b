/** What users may follow. */
export const followed = ['disease', 'drug', 'clinic', 'research', 'area', 'filter'] as const;
export type Followed = (typeof followed)[number];

export const frequencies = ['now', 'daily', 'weekly', 'off'] as const;
export type Frequency = (typeof frequencies)[number];
export type SentFrequency = Exclude<Frequency, 'off'>;
export const frequencyTitles: Record<Frequency, string> = {
  now: 'Сразу',
  daily: 'Раз в день',
  weekly: 'Раз в неделю',
  off: 'Не присылать',
};

/** Letter to all accounts about changed documents: not a mailing, so it cannot be unsubscribed. */
export const documentsNotice = { code: 'documents', title: 'Изменение документов' } as const;

export const mailings = [
  { code: 'news', title: 'Новости портала' },
  { code: 'events', title: 'Мероприятия' },
  { code: 'research', title: 'Новые исследования' },
  { code: 'surveys', title: 'Опросы для врачей и партнёров' },
] as const;
