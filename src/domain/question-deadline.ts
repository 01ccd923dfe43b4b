import { counted } from './plural.ts';

/** Hours in which colleagues should answer. */
export const questionHours = 48;

/**
 * Circles of notified colleagues, nearest first: the next is added while fewer than `fewestAsked` match; the
 * first three always.
 */
const notifiedCircles = {
  answered: 'из тех, кто отвечал о таких случаях',
  following: 'из тех, кто следит за заболеванием',
  speciality: 'нужной специальности',
  area: 'из той же области медицины',
  others: 'других специальностей',
} as const;
export type NotifiedCircle = keyof typeof notifiedCircles;
export const notifiedCircleNames = Object.keys(notifiedCircles) as [NotifiedCircle, ...NotifiedCircle[]];

/** Deadline and first answer of a question; ISO moments. */
export interface QuestionTerm {
  asked_at: string;
  due: string;
  answered_at: string | null;
}

/** «через 1 минуту», «ждёт 5 часов», «6 дней назад»: at least a minute; days after four of them. */
export const formatDuration = (milliseconds: number): string => {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours < 1) return counted(minutes, ['минуту', 'минуты', 'минут']);
  return hours <= 2 * questionHours
    ? counted(hours, ['час', 'часа', 'часов'])
    : counted(Math.floor(hours / 24), ['день', 'дня', 'дней']);
};

/** State of a question's deadline: open, overdue, answered in time or late. `now` in milliseconds. */
export function describeDeadline(
  { asked_at, due, answered_at }: QuestionTerm,
  now: number,
): { tone: 'info' | 'ok' | 'err'; text: string } {
  const [askedAt, end] = [Date.parse(asked_at), Date.parse(due)];
  if (answered_at !== null) {
    const at = Date.parse(answered_at);
    const late = at > end ? ', позже срока' : '';
    return { tone: 'ok', text: `Первый ответ пришёл через ${formatDuration(at - askedAt)}${late}` };
  }
  return now < end
    ? { tone: 'info', text: `Ответа ждут ещё ${formatDuration(end - now)}` }
    : {
        tone: 'err',
        text: `Срок ${questionHours} часов прошёл ${formatDuration(now - end)} назад, ответа нет`,
      };
}

/**
 * «Спросили 6 врачей: 2 нужной специальности, 4 других специальностей.». Empty for questions older than the
 * count.
 */
export function describeNotified(circles: Partial<Record<NotifiedCircle, number>> | null): string {
  if (circles === null) return '';
  const parts = notifiedCircleNames.flatMap((circle) => {
    const count = circles[circle] ?? 0;
    return count > 0 ? [{ count, text: `${count} ${notifiedCircles[circle]}` }] : [];
  });
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 'Врачей, которых можно спросить, пока не нашлось.';
  const whom = counted(total, ['врача', 'врачей', 'врачей']);
  return `Спросили ${whom}: ${parts.map(({ text }) => text).join(', ')}.`;
}
