/** Types of applications in the profile (ruling G42). */
export const applicationTypes = [
  { code: 'participation', title: 'Участие в наблюдательном проекте' },
  { code: 'verification', title: 'Подтверждение, что я врач' },
  { code: 'proposal', title: 'Предложить учреждение или эксперта' },
  { code: 'partnership', title: 'Партнёрство' },
  { code: 'correction', title: 'Исправление данных' },
] as const;
export type ApplicationType = (typeof applicationTypes)[number]['code'];

export const applicationStatuses = {
  new: 'Отправлена',
  work: 'В работе',
  answered: 'Есть ответ',
  closed: 'Закрыта',
} as const;
export type ApplicationStatus = keyof typeof applicationStatuses;
