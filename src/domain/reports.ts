export const reportStatuses = {
  new: 'Новое',
  work: 'В работе',
  answered: 'Исправлено',
  closed: 'Закрыто без правки',
} as const;
export type ReportStatus = keyof typeof reportStatuses;

/** Label of the box; the consent ledger stores the wording. */
export const reportBox = 'Согласен, чтобы на этот адрес прислали ответ';
