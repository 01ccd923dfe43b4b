import { openDialog } from '#stores/dialogs.ts';

/** Asks before a deed; true when the person agrees. */
export function confirmDeed(text?: string): Promise<boolean> {
  const dialog = document.getElementById('question');
  if (!(dialog instanceof HTMLDialogElement)) return Promise.resolve(false);
  const place = dialog.querySelector<HTMLElement>('[data-text]');
  if (place) {
    place.textContent = text ?? '';
    place.hidden = !text;
  }
  dialog.returnValue = '';
  openDialog('question');
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'ok'), { once: true });
  });
}
