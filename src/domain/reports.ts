/** How far a message about an error in the catalogue has come. */
export const reportStatuses = {
  new: 'Новое',
  work: 'В работе',
  answered: 'Исправлено',
  closed: 'Закрыто без правки',
} as const;
export type ReportStatus = keyof typeof reportStatuses;

/** The sentence beside the box; the ledger of consents keeps it as it was read. */
export const reportBox = 'Согласен, чтобы на этот адрес прислали ответ';
