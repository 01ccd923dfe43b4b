import type { FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPart } from '../chunkReload.ts';

const screens: Record<string, () => Promise<FunctionComponent>> = {
  main: async () => (await loadPart(() => import('./MainScreen.tsx'))).MainScreen,
  settings: async () => (await loadPart(() => import('./SettingsScreen.tsx'))).SettingsScreen,
  subscribes: async () => (await loadPart(() => import('./SubscribesScreen.tsx'))).SubscribesScreen,
  application: async () => (await loadPart(() => import('./ApplicationScreen.tsx'))).ApplicationScreen,
};

export async function openProfile(place: HTMLElement): Promise<void> {
  const Screen = await screens[place.dataset['profileScreen'] ?? '']?.();
  if (Screen) createRoot(place).render(<Screen />);
}
