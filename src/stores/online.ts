import { atom, onMount } from 'nanostores';

/** Whether the browser has a network (B168, ruling G53). */
export const $isOnline = atom(true);

onMount($isOnline, () => {
  const read = () => $isOnline.set(navigator.onLine);
  read();
  // A page that closes within the delay of nanostores has no removeEventListener any more.
  const mounted = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, read, { signal: mounted.signal });
  return () => mounted.abort();
});
