import type { DeskState } from '#contract/editors.ts';

/** A state in words and in its tone: colour never says it alone. */
export const stateLabels: Record<DeskState, { title: string; tone: string }> = {
  draft: { title: 'Черновик', tone: 'warn' },
  review: { title: 'На проверке', tone: 'info' },
  published: { title: 'Опубликовано', tone: 'ok' },
  edited: { title: 'Есть правка', tone: 'brand' },
  'edit-in-review': { title: 'Правка на проверке', tone: 'info' },
  archived: { title: 'В архиве', tone: 'neutral' },
};
