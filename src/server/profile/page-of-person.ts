import { portalZone } from '#domain/dates.ts';
import { escapeHtml } from '#domain/escape.ts';
import { frequencyTitles } from '#domain/subscriptions.ts';

const tableTitles: Record<string, string> = {
  users: 'Учётная запись',
  user_terms: 'Области медицины, степени, специальности',
  avatars: 'Картинка',
  sessions: 'Входы',
  devices: 'Знакомые браузеры',
  tokens: 'Ссылки из писем',
  consents: 'Согласия',
  outbox: 'Письма',
  audit: 'Журнал действий',
  notifications: 'Уведомления',
  preferences: 'Подписки, рассылки и как часто приходят письма',
  applications: 'Заявки',
  uploads: 'Файлы',
  verifications: 'Подтверждение, что я врач',
  factors: 'Второй фактор',
  recovery_codes: 'Запасные коды',
  address_changes: 'Смена адреса почты',
  passkeys: 'Ключи доступа',
  passkey_challenges: 'Начатые проверки ключей',
  idempotency_keys: 'Повторы запросов',
  readings: 'Кто смотрел мои данные',
  reports: 'Сообщения о неточностях',
  report_consents: 'Согласия на ответ по почте',
  cases: 'Клинические случаи',
  case_answers: 'Сообщения под случаями',
  case_agreements: 'Сообщения, с которыми вы согласились',
  saved_cases: 'Сохранённые случаи, папки и заметки к ним',
  case_readers: 'Случаи, которые вы прочли',
  case_problems: 'Сообщения о случаях',
  record_comments: 'Замечания к материалам',
};

/** Column labels for readers; ids and hashes are in the machine-readable file only. */
const columns: Record<string, string> = {
  email: 'Почта',
  last_name: 'Фамилия',
  name: 'Имя или название',
  second_name: 'Отчество',
  type: 'Вид',
  kind: 'Вид',
  state: 'Состояние',
  status: 'Состояние',
  city: 'Город',
  med: 'Место работы',
  company: 'Компания',
  position: 'Должность',
  frequency: 'Как часто',
  week_sent: 'Последнее письмо понедельника',
  topic: 'О чём',
  subject: 'О чём',
  recipient: 'Кому',
  purpose: 'Для чего',
  document: 'Документ',
  title: 'Название',
  text: 'Текст',
  answer: 'Ответ',
  note: 'Заметка',
  folder: 'Папка',
  following: 'Слежу за новостями',
  opinion: 'Мнение',
  next_steps: 'Что посмотреть дальше',
  experience: 'На чём основано',
  reason: 'Причина',
  question_outcome: 'Чем закончилось',
  field: 'Поле',
  fields: 'Поля',
  data: 'Содержание',
  shown: 'Что видят читатели',
  action: 'Что сделано',
  details: 'Подробности',
  place: 'Место',
  presence: 'Показывать имя',
  decision: 'Решение',
  views: 'Сколько раз',
  ip: 'Сетевой адрес',
  agent: 'Браузер',
  size: 'Размер, байт',
  way: 'Способ',
  edition: 'Редакция',
  published: 'Опубликован',
  at: 'Когда',
  created_at: 'Создано',
  updated_at: 'Изменено',
  given_at: 'Дано',
  withdrawn_at: 'Отозвано',
  sent_at: 'Отправлено',
  submitted_at: 'Отправлен на проверку',
  published_at: 'Опубликовано',
  revised_at: 'Дополнено',
  question_closed_at: 'Вопрос закрыт',
  confirmed_at: 'Подтверждено',
  email_confirmed_at: 'Почта подтверждена',
  verified_at: 'Профессия подтверждена',
  decided_at: 'Решено',
  done_at: 'Сделано',
  due_at: 'Срок',
  expires_at: 'Действует до',
  seen_at: 'Последний раз',
  used_at: 'Использовано',
  blocked_at: 'Заблокирована',
  address_frozen_until: 'Смена почты остановлена до',
  previous: 'Как часто, до приостановки',
};

export function pageOfPerson(site: string, gathered: Readonly<Record<string, readonly object[]>>): string {
  const tables = Object.entries(gathered).flatMap(([table, rows]) => {
    const named = Object.keys(rows[0] ?? {}).filter((column) => columns[column] !== undefined);
    if (named.length === 0) return [];
    const head = named.map((column) => `<th scope="col">${columns[column]}</th>`).join('');
    const body = rows.map((row) => {
      const cells = named.map(
        (column) => `<td>${escapeHtml(formatValue((row as Record<string, unknown>)[column]))}</td>`,
      );
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<h2>${tableTitles[table] ?? table}</h2><table border="1"><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  });
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Мои данные — ${escapeHtml(site)}</title><h1>Мои данные</h1><p>То же для программ, с номерами строк: «Скачать JSON».</p>${tables.join('')}</html>`;
}

const moment = new Intl.DateTimeFormat('ru', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: portalZone,
});

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '' || value === 'none') return '—';
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return `${moment.format(new Date(text))} мск`;
  // The picture itself is in the profile.
  if (value instanceof Uint8Array || /^(?:data:)?[\w+/=:;,-]{500,}$/.test(text))
    return `Картинка, ${Math.ceil(text.length / 1024)} КБ`;
  if (/^[[{]/.test(text)) return textsIn(text);
  return frequencyTitles[text as keyof typeof frequencyTitles] ?? text;
}

function textsIn(json: string): string {
  try {
    const texts: string[] = [];
    JSON.parse(json, (_, value: unknown) => {
      if (typeof value === 'string' && value !== '') texts.push(value);
      return value;
    });
    return texts.join('; ') || '—';
  } catch {
    return json;
  }
}
