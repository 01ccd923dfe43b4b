import { useState } from 'react';
import { isFamily, type User } from '#contract/client/user.ts';
import type { IconName } from '#domain/icons.ts';
import { profilePagesOf } from '#domain/profile.ts';
import { Icon } from '#ui/Icon.tsx';
import { useMenu } from '#ui/useMenu.ts';
import { leaveAccount } from './leaveAccount.ts';

/** The account in the header: who one is, the pages of the profile, the way out (B086–B089, rulings G59, G65). */
export function AccountMenu({ user }: { user: User }) {
  const { place, button, list } = useMenu();
  const icon = user.type === 'patient' ? 'users' : 'stethoscope';
  const title = titleOf(user);

  return (
    <div className="account relative can-shrink" {...place}>
      <button
        className="account-button line gap-3 nowrap text-4 surface ink"
        type="button"
        title={user.email}
        {...button}
      >
        <Icon name={icon} label={title} />
        <span className="account-word">Аккаунт</span>{' '}
        <span className="account-email clip can-shrink">{user.email}</span>
        <Icon name="chevron-down" />
      </button>
      <div className="account-pages box rounded pad-3" {...list}>
        <AccountPages user={user} icon={icon} />
      </div>
    </div>
  );
}

/** The open list: the address whole, for the button has room for a part of a long one, and the ways on. */
function AccountPages({ user, icon }: { user: User; icon: IconName }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await leaveAccount();
    } finally {
      setLeaving(false);
    }
  };
  return (
    <>
      <div className="account-whole muted break-anywhere text-4 gap-4">
        <Icon name={icon} />
        <div>
          <p>{titleOf(user)}</p>
          <p>{user.email}</p>
        </div>
      </div>
      <ul>
        {profilePagesOf(user.type).map(({ code, title, path }) => (
          <li key={code}>
            <a href={path} aria-current={location.pathname === path ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
        <li>
          <button type="button" disabled={isLeaving} onClick={() => void leave()}>
            <Icon name="logout" />
            Выход
          </button>
        </li>
      </ul>
    </>
  );
}

const titles: Record<User['type'], string> = {
  doctor: 'Врач',
  patient: 'Партнёр',
  editor: 'Редактор',
  admin: 'Администратор',
};
const titleOf = (user: User) => (isFamily(user) ? 'Пациент или близкий' : titles[user.type]);
