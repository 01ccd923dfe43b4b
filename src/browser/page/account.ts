/**
 * Account code of every page: it notices the intent to sign in, or a possible session, and
 * begins the rest. An anonymous reader who only reads makes no call (ruling G39).
 */
import { prepareDialog } from '../dialogs.ts';
import { begin, beginWithin } from '../loader.ts';

const islandIn = (name: string) => document.getElementById(name)?.querySelector('[data-island]');

/** A page restored from the back-forward cache shows the former user after signing out. */
function reloadWhenLeft(): void {
  const { dataset } = document.documentElement;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && 'session' in dataset && !/(^|; )u=1(;|$)/.test(document.cookie)) location.reload();
  });
}

export function startAccounts(): void {
  reloadWhenLeft();
  for (const intent of ['focusin', 'pointerover', 'touchstart'])
    document.addEventListener(
      intent,
      ({ target }) => {
        const trigger = target instanceof Element ? target.closest<HTMLElement>('[data-dialog]') : null;
        const name = trigger?.dataset['dialog'];
        if (name) void prepareDialog(name).then(() => void (islandIn(name) && begin('account')));
      },
      { passive: true },
    );
  document.addEventListener('dialog-opened', ({ detail: { name } }) =>
    beginWithin(document.getElementById(name) ?? document),
  );
  if ('session' in document.documentElement.dataset || location.search.includes('login=1'))
    void begin('account');
}
