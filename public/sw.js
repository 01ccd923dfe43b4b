// Keeps pages that were read for reading without a network. Registered once a reader opens a second page.
// What is personal never comes here: no API, no clinical cases, no profile.
const pages = 'pages-1';
const files = 'files-1';
// What a reader has saved by hand; the pages write it themselves (src/browser/saved).
const saved = 'saved-1';
const mostPages = 60;
const offlinePage = '/offline/';

/** @param {string} path */
const isClosed = (path) => /^\/(api|cases|profile|search|unsubscribe|upload|error)(\/|$)/.test(path);
/** @param {string} path */
const isFile = (path) => /^\/(_astro|fonts|dialogs)\//.test(path) || path.startsWith('/favicon.');
/**
 * What the aid by signs knows of the catalogue: without a network as it was last read.
 * @param {string} path
 */
const isRecords = (path) => /^\/diagnostics\/signs\/[\w-]+\.json$/.test(path);

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', (event) => {
  // Calls bypass the worker: a beacon of a closing page is lost while the worker starts.
  const isCall = { or: [{ requestMethod: 'POST' }, { urlPattern: '/api/*' }] };
  const { addRoutes } = /** @type {{ addRoutes?: (rule: object) => Promise<void> }} */ (
    /** @type {unknown} */ (event)
  );
  if (addRoutes)
    event.waitUntil(addRoutes.call(event, { condition: isCall, source: 'network' }).catch(() => {}));
  event.waitUntil(fetch(offlinePage).then((answer) => keepPage(offlinePage, answer)));
  void worker.skipWaiting();
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

/** Older stores go; pages that are open already are kept as if they had been opened now. */
async function begin() {
  for (const name of await caches.keys())
    if (![pages, files, saved].includes(name)) await caches.delete(name);
  await worker.clients.claim();
  for (const { url } of await worker.clients.matchAll()) {
    const { origin, pathname, search } = new URL(url);
    if (origin === location.origin && !search && isPage(pathname))
      await fetch(pathname)
        .then((answer) => keepPage(pathname, answer))
        .catch(() => {});
  }
}

/** @param {string} path */
const isPage = (path) => path.endsWith('/') && !isClosed(path);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // Results are kept by nobody; without a network the browser looks through the names that it has.
  if (request.mode === 'navigate' && pathname === '/search/')
    event.respondWith(fetch(request).catch(() => spare()));
  if (isClosed(pathname)) return;
  if (isFile(pathname)) event.respondWith(file(request));
  else if (isRecords(pathname)) event.respondWith(records(request));
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(event, pathname, search));
});

/**
 * Hashed files never change: once fetched, they are here.
 * @param {Request} request
 */
async function file(request) {
  const cache = await caches.open(files);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function records(request) {
  const cache = await caches.open(files);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

/**
 * A page comes from the network; without one, as it was when it was last read.
 * @param {FetchEvent} event
 * @param {string} pathname
 * @param {string} search
 */
async function page(event, pathname, search) {
  try {
    const answer = await fetch(event.request);
    if (!search) event.waitUntil(keepPage(pathname, answer.clone()));
    return answer;
  } catch {
    for (const store of [saved, pages]) {
      const cache = await caches.open(store);
      const kept = await cache.match(pathname, { ignoreVary: true });
      if (kept) return withNote(kept, search);
    }
    return await spare();
  }
}

const spare = async () =>
  (await caches.match(offlinePage, { cacheName: pages, ignoreVary: true })) ?? Response.error();

/**
 * Only whole pages that everybody may keep; the oldest make room.
 * @param {string} pathname
 * @param {Response} answer
 */
async function keepPage(pathname, answer) {
  const type = answer.headers.get('content-type') ?? '';
  const isKept = answer.status === 200 && !answer.redirected && type.startsWith('text/html');
  if (!isKept || /no-store|private/.test(answer.headers.get('cache-control') ?? '')) return;
  await keepStyles(await answer.clone().text());
  const byHand = await caches.open(saved);
  if (await byHand.match(pathname, { ignoreVary: true })) await byHand.put(pathname, answer.clone());
  const cache = await caches.open(pages);
  await cache.delete(pathname);
  await cache.put(pathname, answer);
  const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== offlinePage);
  for (const oldest of kept.slice(0, Math.max(0, kept.length - mostPages))) await cache.delete(oldest);
}

/**
 * A page is nothing without the style file that it shares with others; the browser had it before this worker came.
 * @param {string} html
 */
async function keepStyles(html) {
  const cache = await caches.open(files);
  for (const [, path = ''] of html.matchAll(/<link rel="stylesheet" href="(\/_astro\/[^"]+)"/g))
    if (!(await cache.match(path, { ignoreVary: true }))) await cache.add(path);
}

/**
 * Says in the page's own status line when it was saved.
 * @param {Response} kept
 * @param {string} search
 */
async function withNote(kept, search) {
  const savedAt = new Date(kept.headers.get('date') ?? Date.now());
  const isToday = savedAt.toDateString() === new Date().toDateString();
  const when = savedAt.toLocaleString('ru', {
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? {} : { day: 'numeric', month: 'long' }),
  });
  const rest = search ? ' Фильтры без сети не работают.' : '';
  const html = (await kept.text()).replace(
    /(<p class="offline\b[^>]*>)<\/p>/,
    (_, open) => `${open}Нет соединения. Показана сохранённая версия от ${when}.${rest}</p>`,
  );
  return new Response(html, { headers: kept.headers });
}
