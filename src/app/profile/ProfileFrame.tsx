import { useStore } from '@nanostores/react';
import { useEffect, type ReactNode } from 'react';
import type { User } from '#contract/client/user.ts';
import { profilePagesOf } from '#domain/profile.ts';
import { $hasSessionFailed, $user, loadAccount, loadUser, mayHaveSession } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { startFrame } from '../chrome/start.ts';
import { Password } from './Password.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import './styles.ts';

interface Props {
  /** Which entry of the navigation this is. */
  code: string;
  children(user: User): ReactNode;
}

/**
 * What all pages of the profile share: the navigation, and the guard. The guard is comfort only, the API is what
 * protects (ruling G5): an anonymous visitor is led home, asked to sign in, and brought back (ruling G6).
 */
export function ProfileFrame({ code, children }: Props) {
  const user = useStore($user);
  const hasFailed = useStore($hasSessionFailed);
  useEffect(() => {
    startFrame();
    void findOut();
  }, []);
  useEffect(() => {
    if (user === null) leadHome();
  }, [user]);

  if (hasFailed && !user)
    return (
      <div className="page-end stack gap-8 justify-start">
        <p role="alert">Не удалось узнать, кто вошёл: нет связи с порталом.</p>
        <Button onClick={() => void loadUser()}>Повторить</Button>
      </div>
    );
  if (!user) return <ProfileSkeleton />;
  return (
    <div className="profile page-end stack">
      <nav className="profile-nav" aria-label="Профиль" ref={showCurrent}>
        <ul className="stack gap-1">
          {profilePagesOf(user.type).map((page) => (
            <li key={page.code}>
              <a className="nav-link" href={page.path} aria-current={page.code === code ? 'page' : undefined}>
                {page.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="profile-body stack gap-10 content-start">
        {user.must_renew_password ? (
          <NewPasswordFirst user={user} />
        ) : user.second_factor === 'required' ? (
          <FactorFirst />
        ) : (
          children(user)
        )}
      </div>
    </div>
  );
}

/** On a phone the entries stand in one line that moves: the current one is in sight. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]');
  if (nav && current)
    nav.scrollLeft += current.getBoundingClientRect().left - nav.getBoundingClientRect().left - 16;
}

function ProfileSkeleton() {
  return (
    <div className="skeleton" role="status" aria-label="Загружаем">
      <span />
      <span />
      <span />
    </div>
  );
}

/** Who has become an editor needs a longer password than a reader (ruling G54). */
function NewPasswordFirst({ user }: { user: User }) {
  return (
    <>
      <p className="callout" data-tone="info">
        Редакторам и администраторам нужен пароль подлиннее. Смените его, и остальные разделы откроются.
      </p>
      <Password user={user} />
    </>
  );
}

/** Editors and administrators answer for more than themselves (ruling G54). */
function FactorFirst() {
  return (
    <>
      <p className="callout" data-tone="info">
        Редакторы и администраторы входят в два шага. Добавьте ключ доступа или настройте приложение для
        кодов, и остальные разделы откроются.
      </p>
      <SecondFactor />
    </>
  );
}

async function findOut(): Promise<void> {
  if ($user.get() !== undefined) return;
  if (!mayHaveSession()) $user.set(null);
  else await loadAccount();
}

function leadHome(): void {
  const { pathname, search, hash } = location;
  // Who has just gone out does not want to come back.
  location.replace(`/?login=1&next=${encodeURIComponent(pathname + search + hash)}`);
}
