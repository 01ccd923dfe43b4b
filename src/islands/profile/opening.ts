import { loadPart } from '../chunkReload.ts';

/** Runs on the pages of the profile alone: `<div data-profile-screen="settings">` is the place of its screen. */
export function startProfile(): void {
  const place = document.querySelector<HTMLElement>('[data-profile-screen]');
  if (place) void loadPart(() => import('./screens.tsx')).then(({ openProfile }) => openProfile(place));
}
