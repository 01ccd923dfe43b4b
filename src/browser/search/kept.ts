/** Without a network only what this browser keeps opens; the other lines say so and stay where they are. */
export async function markKept(options: readonly HTMLAnchorElement[]): Promise<void> {
  if (navigator.onLine) return;
  for (const option of options) {
    if (await opensAlone(option.pathname)) continue;
    option.setAttribute('aria-disabled', 'true');
    option.append(Object.assign(document.createElement('small'), { textContent: 'Без сети не откроется' }));
  }
}

/** Said to who tries nevertheless. */
export const notKept = 'Без сети не откроется: страница не сохранена';

/** Kept pages are served by public/sw.js, which finds other results on the page for the time without a network. */
async function opensAlone(path: string): Promise<boolean> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return false;
  return Boolean(await caches.match(path === '/search/' ? '/offline/' : path, { ignoreVary: true }));
}
