/** Sections of the desk, in order; `icon` is a Tabler icon. */
export const deskSections = [
  { code: 'overview', title: 'Обзор', url: '/profile/editors/', icon: 'layout-dashboard' },
  { code: 'records', title: 'Материалы', url: '/profile/editors/records/', icon: 'file-text' },
  { code: 'cases', title: 'Модерация', url: '/profile/editors/cases/', icon: 'stethoscope' },
  { code: 'imports', title: 'Импорт', url: '/profile/editors/imports/', icon: 'file-import' },
  { code: 'calendar', title: 'Календарь', url: '/profile/editors/calendar/', icon: 'calendar' },
  { code: 'publication', title: 'Публикация', url: '/profile/editors/publication/', icon: 'rocket' },
  { code: 'reading', title: 'Чтение', url: '/profile/editors/reading/', icon: 'eye' },
  { code: 'users', title: 'Пользователи', url: '/profile/editors/users/', icon: 'users', for: 'admin' },
  { code: 'inbox', title: 'Обращения', url: '/profile/editors/inbox/', icon: 'inbox' },
  {
    code: 'dictionaries',
    title: 'Словари и страницы',
    url: '/profile/editors/dictionaries/',
    icon: 'books',
  },
  { code: 'files', title: 'Файлы', url: '/profile/editors/files/', icon: 'file-upload' },
  { code: 'broadcasts', title: 'Рассылки', url: '/profile/editors/broadcasts/', icon: 'news' },
  { code: 'delivery', title: 'Письма и кэш', url: '/profile/editors/delivery/', icon: 'mail' },
  { code: 'log', title: 'Журнал', url: '/profile/editors/log/', icon: 'history', for: 'admin' },
] as const;
export type DeskSection = (typeof deskSections)[number]['code'];

/** Kinds written by the editorial office, which is their source. */
const editorialKinds = ['news', 'event', 'page'];
/** Whether a record states facts, and no source of them. */
export const lacksSources = (kind: string, sources: readonly unknown[]): boolean =>
  sources.length === 0 && !editorialKinds.includes(kind);

export const recordAddress = (id: number, field?: string) =>
  `/profile/editors/record/?id=${id}${field ? `&field=${field}` : ''}`;

/** The editors' queues and their pages. */
export const deskQueues = {
  applications: { title: 'Заявки и подтверждения', url: '/profile/editors/inbox/' },
  cases: { title: 'Случаи на проверке', url: '/profile/editors/cases/' },
  problems: { title: 'Сообщения о случаях', url: '/profile/editors/cases/' },
  review: { title: 'Материалы ждут второго редактора', url: '/profile/editors/records/?state=review' },
  reports: { title: 'Неточности от читателей', url: '/profile/editors/inbox/' },
  due: { title: 'Пересмотреть в 30 дней', url: '/profile/editors/records/?due_in=30&sort=review_due' },
} as const;
export type DeskQueue = keyof typeof deskQueues;
