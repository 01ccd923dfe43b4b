import { startFrame } from '../chrome/start.ts';
import { loadAccount, mayHaveSession, $user } from '#stores/session.ts';
import { openDialog } from '#stores/dialogs.ts';
import { showRole } from './role.ts';
import { followWhatWasWanted, showFollowed } from './follow.ts';

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
  else await loadAccount();
  // A page that is for those who have entered leads here (ruling G6).
  if (!$user.get() && new URLSearchParams(location.search).has('login')) openDialog('login');
}
