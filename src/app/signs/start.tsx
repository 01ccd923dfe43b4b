import files from 'virtual:sign-files';
import { createAid } from '#stores/signs.ts';
import { injectStyles } from '#ui/injectStyles.ts';
import { renderIsland } from '../lib/renderIsland.tsx';
import { AidScreen } from './AidScreen.tsx';
import { startSigns } from './local.ts';
import css from './signs.css?inline';

injectStyles(css);

/** Renders the aid; its state is the URL fragment, which is never sent to a server. */
export function mountSigns(place: HTMLElement): void {
  const source = startSigns();
  const aid = createAid(source, {
    read: () => location.hash,
    write(fragment, isStep) {
      const address = fragment || location.pathname + location.search;
      if (fragment === location.hash) return;
      if (isStep) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    },
  });
  addEventListener('popstate', () => {
    // A jump within the page is no other choice.
    if (location.hash === '' || location.hash.includes('=')) aid.follow();
  });
  renderIsland(place, <AidScreen aid={aid} />);
  void Promise.allSettled([source.ready, source.diseases, source.titles]).then(keepForLater);
}

/**
 * What this page was made of came before the keeper of pages (public/sw.js) did: asked for once more, out of the browser's
 * own store, it is kept for reading without a network. Without a keeper nothing happens.
 */
async function keepForLater(): Promise<void> {
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
