import type { Person } from './Users.tsx';

export const roles: Record<Person['type'], string> = {
  doctor: 'Врач',
  patient: 'Партнёр',
  editor: 'Редактор',
  admin: 'Администратор',
};
export const states: Record<Person['state'], string> = {
  active: 'Действует',
  blocked: 'Заблокирована',
  unconfirmed: 'Не подтверждена',
};
