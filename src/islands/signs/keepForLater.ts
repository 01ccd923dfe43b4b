import files from 'virtual:sign-files';

/**
 * What this page was made of came before the keeper of pages (public/sw.js) did: asked for once more, out of the browser's
 * own store, it is kept for reading without a network. Without a keeper nothing happens.
 */
export async function keepForLater(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  if (await caches.match(files.index, { ignoreVary: true })) return;
  for (const { name } of performance.getEntriesByType('resource'))
    if (new URL(name).origin === location.origin) await fetch(name).catch(() => {});
}
