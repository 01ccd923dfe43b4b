import type { DeskState } from '#contract/client/editors.ts';

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

/** «14:06:09» */
export function clockWords(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}

export { dayOf as dayWords, momentOf as momentWords } from '../moments.ts';
