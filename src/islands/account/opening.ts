/**
 * What every page carries of accounts: it notices the intent to enter, or that somebody may have entered already, and
 * fetches the rest. An anonymous reader who only reads makes no call (ruling G39).
 */
import { loadPart } from '../chunkReload.ts';
import { prepareDialog } from '../frame/dialogs.ts';

let loading: Promise<typeof import('./start.ts')> | undefined;

function load() {
  loading ??= loadPart(async () => (await import('./late.ts')).loadStart()).then((start) => {
    start.startAccount();
    return start;
  });
  return loading;
}

const hasForm = (name: string | undefined) =>
  Boolean(name && document.getElementById(name)?.querySelector('[data-form]'));

/** A page that Back brings out of the browser's memory shows who it was filled for: nobody any more, after signing out. */
function reloadWhenLeft(): void {
  const { dataset } = document.documentElement;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && 'session' in dataset && !/(^|; )u=1(;|$)/.test(document.cookie)) location.reload();
  });
}

export function startAccountOpening(): void {
  reloadWhenLeft();
  for (const intent of ['focusin', 'pointerover', 'touchstart'])
    document.addEventListener(
      intent,
      ({ target }) => {
        const trigger = target instanceof Element ? target.closest<HTMLElement>('[data-dialog]') : null;
        const name = trigger?.dataset['dialog'];
        if (name) void prepareDialog(name).then(() => void (hasForm(name) && load()));
      },
      { passive: true },
    );
  document.addEventListener('dialog-opened', ({ detail: { name } }) => {
    if (hasForm(name))
      void load().then(({ mountForms }) => mountForms(document.getElementById(name) ?? document));
  });
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-follow]') : null;
    if (!button) return;
    event.preventDefault();
    void load().then(({ pressFollow }) => pressFollow(button));
  });
  if (
    'session' in document.documentElement.dataset ||
    document.querySelector('main [data-form], [data-profile]') ||
    location.search.includes('login=1')
  )
    void load();
}
