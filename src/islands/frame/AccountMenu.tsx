import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { isFamily, type User } from '#contract/client/user.ts';
import type { IconName } from '#domain/icons.ts';
import { profilePagesOf } from '#domain/profile.ts';
import { Icon } from '#ui/Icon.tsx';
import { claimDropdown, releaseDropdown } from './dropdowns.ts';
import { leaveAccount } from './leaveAccount.ts';

/** The account in the header: who one is, the pages of the profile, the way out (B086–B089, rulings G59, G65). */
export function AccountMenu({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const icon = user.type === 'patient' ? 'users' : 'stethoscope';
  const title = titleOf(user);

  useEffect(() => {
    if (!isOpen) return undefined;
    const close = () => setOpen(false);
    claimDropdown(close);
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) close();
    };
    document.addEventListener('click', onClick);
    return () => {
      releaseDropdown(close);
      document.removeEventListener('click', onClick);
    };
  }, [isOpen]);

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !menu.current?.contains(relatedTarget)) setOpen(false);
  };

  return (
    <div
      className="account"
      ref={menu}
      onBlur={onBlur}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        className="account-button line gap-3 nowrap text-4"
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls="account-pages"
        title={user.email}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} label={title} />
        <span className="account-word">Аккаунт</span> <span className="account-email">{user.email}</span>
        <Icon name="chevron-down" />
      </button>
      <div className="account-pages box rounded pad-3" id="account-pages" hidden={!isOpen}>
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
      <div className="account-whole muted break-anywhere text-4">
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
