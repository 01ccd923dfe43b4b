import { isEditor, isFamily, isPartner, readsCases, writesCases, type User } from '#contract/client/user.ts';
import { profilePagesOf } from '#domain/profile.ts';
import { offerEditing } from './edit.ts';
import { leaveAccount } from '../chrome/leaveAccount.ts';

/**
 * Tells a static page who reads it. Pages are the same for everybody (B267): who the reader is shows in their browser
 * only, in the menus, the footer and the lock on the doctors' section.
 */
export function showRole(user: User | null | undefined): void {
  if (user === undefined) return;
  const { dataset } = document.documentElement;
  delete dataset['session'];
  if (!user) delete dataset['role'];
  else dataset['role'] = isFamily(user) ? 'family' : isPartner(user) ? 'partner' : user.type;
  offerEditing(isEditor(user));
  if (!user) return;
  if (writesCases(user)) unlock(user);
  if (user.type === 'patient') tellPartner();
  showInMobileHeader();
  showInMobileMenu(user);
}

/** B084, B102: links that open the blocked dialog for others lead doctors on; the lock stays on what is closed to them. */
function unlock(user: User): void {
  const isReader = readsCases(user);
  document.documentElement.toggleAttribute('data-cases-closed', !isReader);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-dialog="blocked"]')) {
    delete link.dataset['dialog'];
    link.removeAttribute('aria-haspopup');
    if (isReader) for (const mark of link.querySelectorAll('[data-lock]')) mark.remove();
    if (link.dataset['add'] !== undefined) link.href = '/profile/cases/';
  }
}

/**
 * B101, ruling G9: a partner may not add, nor may a patient; the (i) beside says who may. The blocked dialog does not ask to sign in
 * a user who has (ruling G58).
 */
function tellPartner(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-add]')) link.hidden = true;
  tellInDialog();
  document.addEventListener('dialog-opened', tellInDialog);
}

function tellInDialog(): void {
  for (const text of document.querySelectorAll<HTMLElement>('#blocked [data-when]'))
    text.hidden = !text.dataset['when']?.split(' ').includes(document.documentElement.dataset['role'] ?? '');
}

/** B090 */
function showInMobileHeader(): void {
  const link = document.querySelector<HTMLAnchorElement>('.mobile-header a[data-dialog="login"]');
  if (!link) return;
  delete link.dataset['dialog'];
  link.removeAttribute('aria-haspopup');
  link.href = '/profile/main/';
  link.querySelector('.icon')?.setAttribute('aria-label', 'Профиль');
}

/** B097; doctors reach their section from here, because the menu itself has no line for it (ruling G8). */
function showInMobileMenu({ type }: User): void {
  const list = document.querySelector('[data-menu-profile]');
  if (!list) return;
  const doctors = profilePagesOf(type).filter(({ readers }) => readers);
  list.replaceChildren(
    menuLink('/profile/', 'Профиль'),
    ...(doctors.some(({ code }) => code === 'cases') ? [menuLink('/cases/', 'Клинические случаи')] : []),
    ...doctors.map(({ code, path, title }) => menuLink(path, code === 'cases' ? 'Мои случаи' : title)),
    signOutButton(),
  );
}

function menuLink(href: string, title: string): HTMLLIElement {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'menu-link';
  link.href = href;
  link.textContent = title;
  line.append(link);
  return line;
}

function signOutButton(): HTMLLIElement {
  const line = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'menu-link';
  button.addEventListener('click', () => void leaveAccount());
  button.textContent = 'Выход';
  line.append(button);
  return line;
}
