import { CallError } from '#contract/client/call.ts';
import { openDialog } from './dialogs.ts';
import { $isSessionLoading, $user } from './session.ts';

/** Whether a call was refused because the session has ended. */
export const hasNoSession = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** Anyone who this page was filled for. */
let whose: number | undefined;
$user.subscribe((user) => (whose ??= user?.id));

/**
 * Asks to sign in over the page as it is, nothing of it lost, and tells when its owner has (target D-9). For anybody else
 * the page begins again: what was typed waits, sealed, for the one who has typed it.
 */
export async function signInAgain(reload = () => location.reload()): Promise<void> {
  openDialog('login');
  await new Promise<void>((resolve) => {
    const stop = $user.listen((user) => {
      if (!user?.id) return;
      stop();
      if (whose !== undefined && user.id !== whose) reload();
      else resolve();
    });
  });
}

/** Does what a person has pressed; when the session has ended, once more after they have signed in, unless they will not. */
export async function asSignedIn<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!hasNoSession(error)) throw error;
    const closing = new AbortController();
    const isBack = await Promise.race([
      signInAgain().then(() => true),
      givenUp(closing.signal).then(() => false),
    ]);
    closing.abort();
    if (!isBack) throw error;
    return await action();
  }
}

/** The dialog was dismissed; after a correct answer it closes itself. */
const givenUp = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    // «close» does not bubble.
    const heard = ({ target }: Event) => {
      if (target instanceof Element && target.id === 'login' && !$isSessionLoading.get()) resolve();
    };
    document.addEventListener('close', heard, { capture: true, signal });
  });
