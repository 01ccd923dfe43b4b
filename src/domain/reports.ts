/** How far a message about an error in the catalogue has come. */
export const reportStatuses = {
  new: 'Новое',
  work: 'В работе',
  answered: 'Исправлено',
  closed: 'Закрыто без правки',
} as const;
export type ReportStatus = keyof typeof reportStatuses;
