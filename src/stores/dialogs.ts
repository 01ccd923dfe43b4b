/** Dialogs of the page, opened and closed by named events (B163, B164); browser/dialogs.ts hears them. */
export interface DialogRequest {
  name: string;
  /** Which of the texts marked `data-when` to show. */
  variant?: string;
}

export function openDialog(name: string, variant?: string): void {
  const detail: DialogRequest = variant ? { name, variant } : { name };
  document.dispatchEvent(new CustomEvent('dialog-open', { detail }));
}

export function closeAllDialogs(): void {
  document.dispatchEvent(new CustomEvent('dialog-close-all'));
}
