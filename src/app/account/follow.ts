import { escapeHtml } from '#domain/escape.ts';
import { addNotice } from '#stores/notices.ts';
import { $isAuthorised, $user } from '#stores/session.ts';
import { $subscriptions, follow, isFollowed, unfollow, type FollowTarget } from '#stores/subscriptions.ts';
import { $wantedFollow, requestFollow } from '#stores/wantedFollow.ts';
import { offerWays } from './followWays.ts';
import { openDialog } from '#stores/dialogs.ts';

/**
 * Buttons «Следить» of static pages: `data-follow="disease" data-follow-id="17" data-follow-title="Болезнь Гоше"`.
 * An anonymous visitor is offered the ways that need no account; for letters they give an address or sign in first, and then what they wanted is done.
 */
const targetOf = (button: HTMLElement): FollowTarget => ({
  kind: button.dataset['follow'] ?? '',
  id: button.dataset['followId'] ?? '',
});

export async function pressFollow(button: HTMLElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  const title = button.dataset['followTitle'] ?? document.title;
  // The press may come before it is known who reads.
  if ($user.get() === undefined) await new Promise<void>((resolve) => void $user.listen(() => resolve()));
  if (!$isAuthorised.get()) {
    const byLetter = (dialog: 'login' | 'family-form') => {
      requestFollow({ ...targetOf(button), title });
      openDialog(dialog);
    };
    // Beside a list its feed stands already.
    return targetOf(button).kind === 'filter' ? byLetter('family-form') : offerWays(button, byLetter);
  }
  button.ariaBusy = 'true';
  try {
    await change(targetOf(button), title);
  } finally {
    button.ariaBusy = null;
  }
}

/** The error store has shown the failure. */
async function change(target: FollowTarget, title: string): Promise<void> {
  const wasFollowed = isFollowed($subscriptions.get(), target);
  try {
    await (wasFollowed ? unfollow(target) : follow(target));
  } catch {
    return;
  }
  const name = escapeHtml(title);
  addNotice(
    wasFollowed
      ? {
          icon: 'info',
          html: `Вы больше не следите: ${name}`,
          buttons: [{ title: 'Вернуть', press: () => void change(target, title) }],
        }
      : {
          icon: 'success',
          html: `Вы следите: ${name}. <a href="/profile/subscribes/">Все подписки</a>`,
        },
  );
}

/** Keeps the buttons as the list of subscriptions has them. */
export function showFollowed(): void {
  $subscriptions.subscribe((items) => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-follow]')) {
      const isOn = isFollowed(items, targetOf(button));
      button.setAttribute('aria-pressed', String(isOn));
    }
  });
}

/** After the sign-in that a press of «Следить» has asked for. */
export function followWhatWasWanted(): void {
  const stop = $subscriptions.subscribe((items) => {
    if (!items) return;
    queueMicrotask(() => stop());
    const wanted = $wantedFollow.get();
    if (!wanted) return;
    requestFollow(undefined);
    const { title, ...target } = wanted;
    if (!isFollowed(items, target)) void change(target, title);
  });
}
