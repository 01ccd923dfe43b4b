/** Begins the aid by signs: `<div data-signs></div>` is its place. */
import { loadPart } from '../chunkReload.ts';

export function openSigns(): void {
  const place = document.querySelector<HTMLElement>('[data-signs]');
  if (place)
    void loadPart(async () => (await import('./late.ts')).loadStart()).then(({ mountSigns }) =>
      mountSigns(place),
    );
}
