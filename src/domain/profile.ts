/** Pages of a signed-in person, in the order of their navigation (B128–B130); to the notifications the bell leads. */
interface ProfilePage {
  code: string;
  title: string;
  path: string;
  /** For doctors and those who review cases; everybody otherwise. */
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

/** The entries that a person of this type has; a type that nobody knows has the fewest. */
export function profilePagesOf(type: string): ProfilePage[] {
  const isEditor = type === 'editor' || type === 'admin';
  return profilePages.filter(
    ({ readers }) => !readers || (readers === 'doctors' ? type === 'doctor' || isEditor : isEditor),
  );
}
