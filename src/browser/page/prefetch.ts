import { mayPrefetch, type Connection } from './connection.ts';

/** Milliseconds over a link before it counts as intent. */
const intent = 65;
const fetched = new Set<string>();
let timer: number | undefined;

/** Fetches a page of the catalogue when the reader is about to open it. */
export function startPrefetch(): void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!mayPrefetch(connection)) return;
  document.addEventListener('mouseover', ({ target }) => {
    clearTimeout(timer);
    timer = window.setTimeout(prefetch, intent, target);
  });
  for (const kind of ['touchstart', 'focusin'] as const)
    document.addEventListener(kind, ({ target }) => prefetch(target), { passive: true });
}

function prefetch(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.dataset['dialog'] || link.origin !== location.origin) return;
  const { pathname, search } = link;
  const isPage = pathname.endsWith('/') && !search && !/^\/(profile|cases|search)\//.test(pathname);
  if (!isPage || pathname === location.pathname || fetched.has(pathname)) return;
  fetched.add(pathname);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = pathname;
  document.head.append(hint);
}
