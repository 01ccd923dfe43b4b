import type { Page } from '@playwright/test';
import { waitUntil } from '../sample/wait-until.ts';

/** Waits until the service worker has cached an address that begins so. */
export const waitUntilCached = (page: Page, start: string) =>
  waitUntil(`the service worker has cached ${start}`, () =>
    page.evaluate(async (begin) => {
      await navigator.serviceWorker.ready;
      const names = await caches.keys();
      const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return stored.flat().some(({ url }) => new URL(url).pathname.startsWith(begin));
    }, start),
  );
