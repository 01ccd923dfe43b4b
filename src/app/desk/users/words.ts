import type { Output } from '#contract/client/call.ts';

export type Person = Output<'GET /api/editors/users'>['items'][number];

export const roles: Record<Person['type'], string> = {
  doctor: 'Врач',
  patient: 'Партнёр',
  editor: 'Редактор',
  admin: 'Администратор',
};
/** Label of a role; patients share a type with partners. */
export const roleOf = ({ type, family }: Pick<Person, 'type' | 'family'>) =>
  family ? familyTitle : roles[type];
export const familyTitle = 'Пациент или близкий';

export const states: Record<Person['state'], string> = {
  active: 'Действует',
  blocked: 'Заблокирована',
  unconfirmed: 'Не подтверждена',
};
