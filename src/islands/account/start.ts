import { startFrame } from '../frame/start.ts';
import { loadUser, mayHaveSession, $user } from '#stores/session.ts';
import { loadSubscriptions } from '#stores/subscriptions.ts';
import { openDialog } from '#stores/dialogs.ts';
import { showRole } from './role.ts';
import { followWhatWasWanted, showFollowed } from './follow.ts';

export { pressFollow } from './follow.ts';

/** Runs once, when accounts are first needed on a page. */
export function startAccount(): void {
  startFrame();
  $user.subscribe(showRole);
  showFollowed();
  followWhatWasWanted();
  void restore();
}

async function restore(): Promise<void> {
  if (!mayHaveSession()) $user.set(null);
  else if (await loadUser()) await loadSubscriptions();
  // A page that is for those who have entered leads here (ruling G6).
  if (!$user.get() && new URLSearchParams(location.search).has('login')) openDialog('login');
}
