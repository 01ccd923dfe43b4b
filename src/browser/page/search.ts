/**
 * What every page carries of the search: it notices the intent and fetches the rest. What was typed before the rest
 * arrives goes along.
 */
import { importOrReload } from '#stores/importOrReload.ts';

type Overlay = ReturnType<(typeof import('../search/overlay.ts'))['startOverlay']>;

let overlay: Promise<Overlay> | undefined;
const dialog = () => document.getElementById('search-overlay') as HTMLDialogElement | null;

function prepare(): Promise<Overlay> | undefined {
  const found = dialog();
  if (found && !overlay) {
    overlay = importOrReload(() => import('../search/overlay.ts')).then(({ startOverlay }) =>
      startOverlay(found),
    );
    say('Поиск загружается…');
    overlay.catch(() => {
      overlay = undefined;
      say('Поиск не загрузился: нет соединения. Проверьте его и обновите страницу.');
    });
  }
  return overlay;
}

/** In place of answers, until the overlay is there to give them. */
function say(text: string): void {
  for (const part of ['note', 'status'])
    dialog()?.querySelector(`[data-part=${part}]`)?.replaceChildren(text);
}

function open(text: string): void {
  document.dispatchEvent(new CustomEvent('dialog-open', { detail: { name: 'search-overlay' } }));
  const input = dialog()?.querySelector('input');
  if (input && text) input.value = '';
  // Letters typed meanwhile stand in the field already.
  prepare()?.then(
    (ready) => ready.open(input?.value ? input.value : text),
    () => {},
  );
  if (input && text) input.value = text;
}

const fieldOf = (event: Event) =>
  event.target instanceof HTMLInputElement && event.target.closest('[data-search-form]')
    ? event.target
    : undefined;
const isOpener = ({ target }: Event) => target instanceof Element && target.closest('[data-search]') !== null;

export function startSearch(): void {
  for (const intent of ['focusin', 'pointerover', 'touchstart'])
    document.addEventListener(
      intent,
      (event) => {
        if (fieldOf(event) || isOpener(event)) void prepare()?.catch(() => {});
      },
      { passive: true },
    );
  document.addEventListener('input', (event) => {
    const field = fieldOf(event);
    if (!field || (event instanceof InputEvent && event.isComposing) || !field.value.trim()) return;
    const text = field.value;
    field.value = '';
    open(text);
  });
  document.addEventListener('click', (event) => {
    if (!isOpener(event) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open('');
  });
  document.addEventListener('keydown', (event) => {
    // The field of a dialog that was closed keeps the focus until the next frame.
    const isInField =
      event.target instanceof HTMLElement &&
      event.target.matches('input, textarea, select, [contenteditable]') &&
      !event.target.closest('dialog:not([open])');
    // By the place of the key: on the Russian layout K types «л», and the key of «/» a point.
    const isSlash = event.key === '/' || (event.code === 'Slash' && !event.shiftKey);
    const isAsked =
      event.code === 'KeyK'
        ? event.ctrlKey || event.metaKey
        : isSlash && !event.ctrlKey && !event.metaKey && !isInField;
    if (!isAsked || event.altKey || event.isComposing) return;
    event.preventDefault();
    open('');
  });
}
