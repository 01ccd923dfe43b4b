import type { FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { adopt } from '#ui/adopt.ts';
import { loadPart } from '../chunkReload.ts';
import css from './cases.css?inline';
import { Gate } from './Gate.tsx';

adopt(css);

interface Screen {
  load(): Promise<FunctionComponent>;
  /** Whom it is for; others keep the words of the page. */
  readers: 'doctors' | 'editors';
}

const screens: Record<string, Screen> = {
  list: {
    load: async () => (await loadPart(() => import('./list/CaseList.tsx'))).CaseList,
    readers: 'doctors',
  },
  case: {
    load: async () => (await loadPart(() => import('./reading/CasePage.tsx'))).CasePage,
    readers: 'doctors',
  },
  own: {
    load: async () => (await loadPart(() => import('./own/OwnCases.tsx'))).OwnCases,
    readers: 'doctors',
  },
  'own-case': {
    load: async () => (await loadPart(() => import('./own/OwnCasePage.tsx'))).OwnCasePage,
    readers: 'doctors',
  },
  editor: {
    load: async () => (await loadPart(() => import('./editor/CaseEditor.tsx'))).CaseEditor,
    readers: 'doctors',
  },
  moderation: {
    async load() {
      // The frame of the desk around it has its counts.
      void loadPart(() => import('../editors/desk.tsx')).then(({ openDesk }) => openDesk(null));
      return (await loadPart(() => import('./moderation/Moderation.tsx'))).Moderation;
    },
    readers: 'editors',
  },
};

/** Draws the screen that a page has a place for, once it is known who reads. */
export function mountCases(place: HTMLElement): void {
  const screen = screens[place.dataset['cases'] ?? ''];
  if (screen) createRoot(place).render(<Gate {...screen} />);
}
