import type { DeskState } from '#contract/client/editors.ts';
import { formatDay } from '#domain/dates.ts';

/** A state in words and in its tone: colour never says it alone. */
export const stateWords: Record<DeskState, { title: string; tone: string }> = {
  draft: { title: 'Черновик', tone: 'warn' },
  review: { title: 'На проверке', tone: 'info' },
  published: { title: 'Опубликовано', tone: 'ok' },
  edited: { title: 'Есть правка', tone: 'brand' },
  'edit-in-review': { title: 'Правка на проверке', tone: 'info' },
  archived: { title: 'В архиве', tone: 'neutral' },
};

const two = (number: number) => String(number).padStart(2, '0');

/** «14:06» today, «20 ноября 2026, 14:06» on other days; in the editor's own zone. */
export function momentWords(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (at.toDateString() === now.toDateString()) return `сегодня в ${time}`;
  return `${formatDay(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`)}, ${time}`;
}

/** «14:06:09» */
export function clockWords(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}
