/**
 * What a list page carries of its filters: it notices the intent and fetches the rest. A page from a host that only has
 * files comes with the whole list, whatever its address asks for: then the rest is fetched at once.
 */
const region = document.querySelector<HTMLElement>('[data-list]');
let started: Promise<unknown> | undefined;

const start = () =>
  (started ??= import('#islands/lists/late.ts')
    .then(({ loadFilter }) => loadFilter())
    .then(({ startFilter }) => startFilter(region!)));

if (region) {
  for (const intent of ['focusin', 'pointerover', 'touchstart', 'change'])
    region.addEventListener(intent, () => void start(), { passive: true, once: true });
  addEventListener('popstate', () => void start());
  if ((location.search && !('filled' in region.dataset)) || location.hash.startsWith('#signs=')) void start();
}
