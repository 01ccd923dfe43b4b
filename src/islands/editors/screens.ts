import type { FunctionComponent } from 'react';
import { loadPart } from '../chunkReload.ts';

/** Screens of the desk by the names that pages give them in `data-desk-screen`. */
export const screens: Record<string, () => Promise<FunctionComponent>> = {
  overview: async () => (await loadPart(() => import('./overview/Overview.tsx'))).Overview,
  records: async () => (await loadPart(() => import('./records/Records.tsx'))).Records,
  record: async () => (await loadPart(() => import('./record/RecordScreen.tsx'))).RecordScreen,
  imports: async () => (await loadPart(() => import('./imports/Imports.tsx'))).Imports,
  publication: async () => (await loadPart(() => import('./publication/Publication.tsx'))).Publication,
  inbox: async () => (await loadPart(() => import('./inbox/Inbox.tsx'))).Inbox,
  users: async () => (await loadPart(() => import('./users/Users.tsx'))).Users,
  dictionaries: async () => (await loadPart(() => import('./dictionaries/Dictionaries.tsx'))).Dictionaries,
  files: async () => (await loadPart(() => import('./files/Files.tsx'))).Files,
  delivery: async () => (await loadPart(() => import('./delivery/Delivery.tsx'))).Delivery,
  log: async () => (await loadPart(() => import('./log/Log.tsx'))).Log,
};
