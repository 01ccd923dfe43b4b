/** Profile pages in menu order (B128–B130); the bell leads to notifications. */
interface ProfilePage {
  code: string;
  title: string;
  path: string;
  /** Default: everyone. */
  readers?: 'doctors' | 'editors';
}

const profilePages: readonly ProfilePage[] = [
  { code: 'main', title: 'Личные данные', path: '/profile/' },
  { code: 'subscribes', title: 'Подписки', path: '/profile/subscribes/' },
  { code: 'settings', title: 'Настройки', path: '/profile/settings/' },
  { code: 'application', title: 'Анкета', path: '/profile/application/' },
  { code: 'cases', title: 'Клинические случаи', path: '/profile/cases/', readers: 'doctors' },
  { code: 'editors', title: 'Рабочее место редактора', path: '/profile/editors/', readers: 'editors' },
];

/** Where a sign-in leads those who did not come from elsewhere. */
export const homeOf = (type: string): string =>
  type === 'editor' || type === 'admin' ? '/profile/editors/' : '/profile/';

/** Menu entries of a user type; unknown types get the fewest. */
export function profilePagesOf(type: string): ProfilePage[] {
  const isEditor = type === 'editor' || type === 'admin';
  return profilePages.filter(
    ({ readers }) => !readers || (readers === 'doctors' ? type === 'doctor' || isEditor : isEditor),
  );
}
