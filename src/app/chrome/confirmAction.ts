import { openDialog } from '#stores/dialogs.ts';
import { prepareDialog } from '#browser/dialogs.ts';

/** Asks before an action; true when the person agrees. Where our dialog does not come, the browser's own asks. */
export async function confirmAction(text?: string): Promise<boolean> {
  await prepareDialog('question');
  const dialog = document.getElementById('question');
  if (!(dialog instanceof HTMLDialogElement)) return confirm(text ?? 'Подтвердите действие');
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
