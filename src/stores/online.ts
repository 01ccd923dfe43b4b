import { atom, onMount } from 'nanostores';

/** Whether the browser has a network (B168, ruling G53). */
export const $isOnline = atom(true);

onMount($isOnline, () => {
  const read = () => $isOnline.set(navigator.onLine);
  read();
  addEventListener('online', read);
  addEventListener('offline', read);
  return () => {
    removeEventListener('online', read);
    removeEventListener('offline', read);
  };
});
