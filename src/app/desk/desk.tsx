import type { FunctionComponent } from 'react';
import { call, watchCalls } from '#contract/client/call.ts';
import { isEditor, isUnfinished } from '#contract/client/user.ts';
import { $user, loadUser, mayHaveSession } from '#stores/session.ts';
import { renderIsland, renderScreen } from '../lib/renderIsland.tsx';
import { watchPastes } from '../rich-text/paste/intoFields.ts';

/**
 * Brings the desk to life for editors; others read why they see nothing. The calls of screens about people refuse editors,
 * so editors see it first.
 */
export async function openDesk(
  place: HTMLElement | null,
  load?: () => Promise<FunctionComponent>,
  isForAdmins = false,
): Promise<void> {
  watchPastes();
  const user = $user.get() ?? (mayHaveSession() ? await loadUser() : null);
  if (!isEditor(user)) {
    const main = place ?? document.querySelector<HTMLElement>('.desk-main');
    if (main) renderIsland(main, <Refused isSignedIn={Boolean(user)} />);
    return;
  }
  if (user && isUnfinished(user)) {
    // All that is asked here would be refused: the profile says what is owed first.
    location.replace('/profile/');
    return;
  }
  if (user?.type === 'admin')
    for (const entry of document.querySelectorAll<HTMLElement>('[data-desk-for=admin]')) entry.hidden = false;
  showSection('center');
  // Numbers and letters that come later push the sections on.
  void showCounts().then(() => showSection('nearest'));
  watchDecisions();
  void document.fonts.ready.then(() => showSection('nearest'));
  if (!place || !load) return;
  if (isForAdmins && user?.type !== 'admin') {
    renderIsland(place, <Refused isSignedIn needsAdmin />);
    return;
  }
  renderScreen(place, await load());
}

/** On a phone the rail is one row: the section that is open is moved into sight. */
function showSection(inline: 'center' | 'nearest'): void {
  document
    .querySelector('.desk-rail [aria-current]')
    ?.scrollIntoView({ block: 'nearest', inline, behavior: 'instant' });
}

let isWatching = false;

/** Numbers follow what is decided on this page. */
function watchDecisions(): void {
  if (isWatching) return;
  isWatching = true;
  watchCalls({
    ended: (name) => {
      if (/^POST \/api\/editors\/(cases|reports|applications)\//.test(name)) void showCounts();
    },
  });
}

/** What waits in each section, on the rail; without an answer the rail simply has no numbers. */
async function showCounts(): Promise<void> {
  const counts = await call('GET /api/editors/counts', { isQuiet: true }).catch(() => undefined);
  for (const { section, count } of counts ?? []) {
    const badge = document.querySelector<HTMLElement>(`[data-desk-count="${section}"]`);
    if (!badge) continue;
    badge.textContent = count > 0 ? String(count) : '';
    badge.hidden = count === 0;
  }
}

/** What those read who may not work here. */
function Refused({ isSignedIn, needsAdmin = false }: { isSignedIn: boolean; needsAdmin?: boolean }) {
  return (
    <>
      <h1>Редакция</h1>
      <p className="muted above-8">
        {needsAdmin
          ? 'Этот раздел открыт администраторам: в нём сведения о людях.'
          : isSignedIn
            ? 'Этот раздел открыт редакторам. Если вы редактор, попросите администратора проверить вашу роль.'
            : 'Войдите под учётной записью редактора.'}
      </p>
      {!isSignedIn && (
        <p className="desk-actions cluster gap-4">
          <a className="button" href="/profile/login/">
            Войти
          </a>
        </p>
      )}
    </>
  );
}
