import { atom } from 'nanostores';
import { call } from '#contract/client/call.ts';

/** How many notifications have not been seen; `undefined` until it is known. */
export const $unseen = atom<number | undefined>(undefined);

/** Milliseconds after which a returning page asks again. */
const fresh = 60_000;
let askedAt = -Infinity;

/** Asks again; what cannot be asked stays as it is known, and the bell is silent about it. */
async function loadUnseen(): Promise<void> {
  askedAt = performance.now();
  try {
    $unseen.set((await call('GET /api/user/notifications/count', { isQuiet: true })).unseen);
  } catch {
    // The page goes on.
  }
}

/** Anyone who comes back to a page after a while sees what has come meanwhile. */
export function watchUnseen(): () => void {
  void loadUnseen();
  const look = () => {
    if (document.visibilityState === 'visible' && performance.now() - askedAt > fresh) void loadUnseen();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** Those named, or all, have been seen. */
export async function markSeen(id?: readonly number[]): Promise<void> {
  $unseen.set(
    (await call('POST /api/user/notifications/seen', { form: id ? { id: id.map(String) } : {} })).unseen,
  );
}
