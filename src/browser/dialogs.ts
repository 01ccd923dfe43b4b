import type { DialogRequest } from '#stores/dialogs.ts';

/**
 * One dialog at a time. They open by `data-dialog="login"` on a link or button, by the hash #login, and by the event
 * «dialog-open»; they close by `data-close`, Esc, a click outside, and the events «dialog-close» and
 * «dialog-close-all». Without scripts the links lead to pages that say the same.
 *
 * Those of components/chrome/Dialogs.astro come in one file, the address of which stands on <body>, when one is wanted; pages
 * carry the seven of the specification empty. Where the file does not come, the links lead on.
 */
declare global {
  interface DocumentEventMap {
    'dialog-open': CustomEvent<DialogRequest>;
    'dialog-close': CustomEvent<{ name: string }>;
    'dialog-close-all': CustomEvent;
    /** A dialog stands open: what fills it may come. */
    'dialog-opened': CustomEvent<{ name: string }>;
  }
}

const isEmpty = (found: Element | null) => found?.matches('dialog:empty');
/** The dialog of this name, once it is filled. */
const dialogNamed = (name: string) => {
  const found = name ? document.getElementById(name) : null;
  return found instanceof HTMLDialogElement && !isEmpty(found) ? found : undefined;
};
const openDialogs = () => document.querySelectorAll<HTMLDialogElement>('dialog[open]');

/** Where what is not here may be fetched; a hash that names another part of the page names no dialog. */
function placeOf(name: string): string | undefined {
  const found = document.getElementById(name);
  return name && (!found || isEmpty(found)) ? document.body.dataset['dialogs'] : undefined;
}

let coming: Promise<void> | undefined;

/** Fetches the dialogs, once, unless this one is here. A try that has failed leaves all as it was. */
export async function prepareDialog(name: string): Promise<void> {
  const place = placeOf(name);
  if (place)
    await (coming ??= fetchDialogs(place).catch(() => {
      coming = undefined;
    }));
}

async function fetchDialogs(place: string): Promise<void> {
  const answer = await fetch(place);
  if (!answer.ok) throw answer;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const dialog of page.querySelectorAll('dialog')) {
    document.getElementById(dialog.id)?.remove();
    document.body.append(dialog);
  }
}

/** What is here opens at once. */
async function openDialog({ name, variant }: DialogRequest, otherwise?: () => unknown): Promise<void> {
  if (!dialogNamed(name)) await prepareDialog(name);
  const dialog = dialogNamed(name);
  if (!dialog) otherwise?.();
  if (!dialog || dialog.open) return;
  closeDialogs();
  if (variant)
    for (const text of dialog.querySelectorAll<HTMLElement>('[data-when]'))
      text.hidden = text.dataset['when'] !== variant;
  dialog.showModal();
  markTriggers(dialog, true);
  document.dispatchEvent(new CustomEvent('dialog-opened', { detail: { name } }));
}

function closeDialogs(): void {
  for (const dialog of openDialogs()) dialog.close();
}

export function startDialogs(): void {
  document.addEventListener('click', followClick);
  // «close» does not bubble.
  document.addEventListener('close', (event) => afterClosing(event.target), true);
  document.addEventListener('dialog-open', ({ detail }) => void openDialog(detail));
  document.addEventListener('dialog-close', ({ detail }) => dialogNamed(detail.name)?.close());
  document.addEventListener('dialog-close-all', closeDialogs);
  addEventListener('hashchange', openByHash);
  openByHash();
}

function followClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  if (!(event.target instanceof Element)) return;
  const trigger = event.target.closest<HTMLElement>(
    '[data-dialog], [data-close], dialog a[href]:not([target])',
  );
  if (!trigger) return closeFromOutside(event);
  const name = trigger.dataset['dialog'];
  if (name) {
    if (!dialogNamed(name) && !placeOf(name)) return;
    event.preventDefault();
    void openDialog({ name }, () => trigger instanceof HTMLAnchorElement && location.assign(trigger.href));
  } else trigger.closest('dialog')?.close();
}

/** For browsers that do not know `closedby`. */
function closeFromOutside({ target, clientX, clientY }: MouseEvent): void {
  if (!(target instanceof HTMLDialogElement) || 'closedBy' in HTMLDialogElement.prototype) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close();
}

function afterClosing(closed: EventTarget | null): void {
  if (!(closed instanceof HTMLDialogElement)) return;
  markTriggers(closed, false);
  if (location.hash === `#${closed.id}`)
    history.replaceState(history.state, '', location.pathname + location.search);
}

function markTriggers({ id }: HTMLDialogElement, isOpen: boolean): void {
  for (const trigger of document.querySelectorAll(`[aria-controls="${id}"]`))
    trigger.setAttribute('aria-expanded', String(isOpen));
}

/** A question belongs to an action: no link asks it. */
function openByHash(): void {
  const name = location.hash.slice(1);
  if (name !== 'question') void openDialog({ name });
}
