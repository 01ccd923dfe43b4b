import { loadPart } from '../chunkReload.ts';

/** Runs on the pages of the desk alone: everything else of it is fetched for those who may enter. */
export function startDesk(): void {
  const place = document.querySelector<HTMLElement>('[data-desk-screen]');
  void loadPart(() => import('./desk.tsx')).then(({ openDesk }) => openDesk(place));
}
