import type { ListedKind } from '#domain/kinds/index.ts';
import type { View } from '#domain/lists/request.ts';

/** Views besides the list. */
const moreViews: Readonly<Partial<Record<string, readonly View[]>>> = {
  disease: ['list', 'table'],
  research: ['list', 'table', 'time'],
  clinic: ['list', 'table'],
  diagnostic: ['list', 'table'],
} satisfies Partial<Record<ListedKind, readonly View[]>>;
export const viewsOf = (kind: string): readonly View[] => moreViews[kind] ?? ['list'];
