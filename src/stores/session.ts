import { atom, computed } from 'nanostores';
import { call, type SentValues } from '#contract/client/call.ts';
import { isUnfinished, readUser, type User } from '#contract/client/user.ts';
import { closeAllDialogs } from './dialogs.ts';
import { forgetAllDrafts } from './drafts.ts';
import { importOrSkip } from './importOrReload.ts';
import { loadSubscriptions } from './subscriptions.ts';

/** The signed-in user; `null` is signed out, `undefined` not requested yet. */
export const $user = atom<User | null | undefined>(undefined);
/** B179 */
export const $isAuthorised = computed($user, (user) => Boolean(user?.id));
export const $isSessionLoading = atom(false);
/** The network or the portal is unavailable. */
export const $hasSessionFailed = atom(false);

/** A cookie without secrets marks a possible session; without it no request is sent (ruling G39). */
export const mayHaveSession = () => /(^|; )u=1(;|$)/.test(document.cookie);

/** Whether a sign-in of this browser may wait for its second step. */
export const mayOweCode = () => /(^|; )u=2(;|$)/.test(document.cookie);

/** Asks again who has signed in. A failure leaves what is known: the page goes on. */
export async function loadUser(): Promise<User | null | undefined> {
  $isSessionLoading.set(true);
  $hasSessionFailed.set(false);
  try {
    $user.set(readUser(await call('GET /api/user', { isQuiet: true })));
    leaveWithOthers();
  } catch {
    $hasSessionFailed.set(true);
  } finally {
    $isSessionLoading.set(false);
  }
  return $user.get();
}

/** Closes all dialogs, then asks who it is, then what they follow: in this order (B176–B178). */
export async function afterSignIn(): Promise<void> {
  closeAllDialogs();
  await loadAccount();
}

/** Asks who has signed in, then what they follow; anyone who still owes something is not refused that in vain. */
export async function loadAccount(): Promise<void> {
  const user = await loadUser();
  if (user && !isUnfinished(user)) await loadSubscriptions();
}

/** B180; the page is loaded again, so that nothing of the former user stays in it. */
export async function signOut(reload = leave): Promise<void> {
  await call('POST /api/auth/logout', { isWatched: true });
  await forgetTyped();
  tellTabs();
  reload();
}

const outKey = 'signed-out';

/** The other tabs of a shared computer leave, too: what they show is no longer theirs to show. */
export function tellTabs(): void {
  try {
    localStorage.setItem(outKey, String(Date.now()));
  } catch {
    // A forbidden storage: each of those tabs is refused when it asks for anything.
  }
}

let isListening = false;

function leaveWithOthers(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('storage', ({ key }) => key === outKey && $user.get()?.id && leave());
  // The back button may bring a page as it was before the sign-out.
  addEventListener(
    'pageshow',
    ({ persisted }) => persisted && $user.get()?.id && !mayHaveSession() && leave(),
  );
}

/** Who has just gone out does not want to be asked to sign in again, as the pages of the profile would. */
function leave(): void {
  if (location.pathname.startsWith('/profile/')) location.assign('/');
  else location.reload();
}

/** Drafts of this person in this browser: the next one at it must not find them (OWASP ASVS V14.3). */
export async function forgetTyped(): Promise<void> {
  forgetAllDrafts();
  const drafts = await importOrSkip(() => import('./encrypted-drafts.ts'));
  await drafts?.deleteDraftsOf($user.get()?.id ?? 0);
}

type ProfileCall =
  | 'POST /api/doctor/update'
  | 'POST /api/patient/update'
  | 'POST /api/family/update'
  | 'POST /api/user/avatar/update'
  | 'POST /api/user/avatar/remove'
  | 'POST /api/user/subscribe/set'
  | 'POST /api/user/subscribe/remove'
  | 'POST /api/user/terra/set'
  | 'POST /api/user/terra/remove'
  | 'POST /api/user/frequency';

/** Changes something about the user, then asks again who they are (B181–B185). */
export async function changeProfile<Name extends ProfileCall>(
  name: Name,
  sent: SentValues<Name>,
): Promise<void> {
  await call(name, sent);
  await loadUser();
}
