import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval';
import type { CaseContent } from './content.ts';

/** What was typed and has not reached the server: it outlives a reload, a crash and a dead network. */
export interface LocalDraft {
  content: CaseContent;
  /** The version that was edited; 0 for a case that the server does not know yet. */
  version: number;
}

/** The name of the database; it is emptied at sign-out (#stores/session.ts). */
const database = 'case-drafts';
let store: UseStore | undefined;
const own = () => (store ??= createStore(database, 'drafts'));

const keyOf = (user: number, id: number | null) => `${user} ${id ?? 'new'}`;

/** A browser that refuses to keep things (private windows, a full disk) must not stop the writing. */
async function tolerant<Result>(deed: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await deed();
  } catch {
    return undefined;
  }
}

export const readLocal = (user: number, id: number | null) =>
  tolerant(() => get<LocalDraft>(keyOf(user, id), own()));
export const keepLocal = (user: number, id: number | null, draft: LocalDraft) =>
  tolerant(() => set(keyOf(user, id), draft, own()));
export const dropLocal = (user: number, id: number | null) => tolerant(() => del(keyOf(user, id), own()));
export const dropAllLocal = () => tolerant(() => clear(own()));
