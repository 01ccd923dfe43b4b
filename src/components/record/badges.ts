import type { resourceType } from '#domain/vocabularies.ts';
import type { IconName } from '#domain/icons.ts';

export * from '#domain/badges.ts';

export const resourceIcons: Record<keyof typeof resourceType, IconName> = {
  database: 'database',
  registry: 'list',
  guideline: 'book-2',
  organisation: 'users',
  network: 'building-hospital',
  law: 'gavel',
  education: 'school',
};
