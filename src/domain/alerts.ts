/** What the portal tells its administrators of itself: the name of the trouble, and what to do about it. */
interface Alert {
  title: string;
  next: string;
  /** It has happened and does not go on: nobody is told that it is over. */
  isEvent?: true;
}

export const alerts = {
  'failed sign-ins': {
    title: 'Много неудачных попыток входа',
    next: 'Посмотрите в журнале «Вход не удался»: с каких адресов и в чьи записи. Записи, которые перебирают, можно заблокировать.',
  },
  'new device': {
    title: 'Администратор вошёл с нового устройства',
    next: 'Спросите этого администратора. Если это не он, заблокируйте запись и смените её пароль.',
    isEvent: true,
  },
  publication: {
    title: 'Сайт не публикуется',
    next: 'Откройте «Публикация»: там запись и поле, из-за которых страница не строится. Читатели видят прежний сайт.',
  },
  backup: {
    title: 'Резервная копия опаздывает',
    next: 'Посмотрите в логе, почему копия не сделана, и сделайте её сами: npm run backup.',
  },
  disk: {
    title: 'Кончается место на диске',
    next: 'Освободите место или увеличьте диск: без места портал перестанет записывать.',
  },
  clock: {
    title: 'Часы сервера прыгнули',
    next: 'Проверьте службу времени (NTP): от часов зависят входы, коды второго фактора и журнал.',
  },
  audit: {
    title: 'Журнал нарушен',
    next: 'Откройте «Журнал»: там названы строки. Сохраните базу и копии как есть и сверьте их с прежней головой журнала.',
  },
  'audit sealed': {
    title: 'Журнал ведётся под новым ключом',
    next: 'Если вы не обновляли портал, не меняли ключ и не восстанавливали копию, журнал могли подменить: сверьте его с прежней головой.',
    isEvent: true,
  },
  mail: {
    title: 'Письма не уходят',
    next: 'Откройте «Письма и кэш»: там видно, что отвечает почтовый сервер.',
  },
  overload: {
    title: 'Портал не успевает отвечать',
    next: 'Посмотрите в логе строки answered: какие запросы идут чаще всего и откуда. Один источник сдерживает RATE_LIMIT; если читателей стало больше, поставьте перед порталом кэш или добавьте процессоров.',
  },
  errors: {
    title: 'Портал часто отвечает ошибкой',
    next: 'Посмотрите в логе строки request failed: в них номер запроса и причина.',
  },
} as const satisfies Record<string, Alert>;

export type AlertName = keyof typeof alerts;

/** An alert of a newer or an older program is told by its name. */
export const alertMessages = (name: string): Alert =>
  (alerts as Record<string, Alert>)[name] ?? { title: name, next: '' };
