import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';

const origin = 'https://register.example';
const source = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8');

/** What a worker finds in its browser: the site, or no network, and stores for its pages. */
let site: Map<string, Response> | undefined;
let stores: Map<string, Map<string, Response>>;
let listeners: Map<string, (event: unknown) => void>;

const pathOf = (request: string | Request) =>
  new URL(typeof request === 'string' ? request : request.url, origin);
const fetchFromSite = async (request: string | Request) => {
  const found = site?.get(pathOf(request).pathname);
  if (!found) throw new TypeError('Failed to fetch');
  return found.clone();
};
function openStore(name: string) {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  const keyOf = (request: string | Request) => pathOf(request).pathname;
  return {
    match: async (request: string | Request) => store.get(keyOf(request))?.clone(),
    put: async (request: string | Request, response: Response) => void store.set(keyOf(request), response),
    add: async (request: string) => void store.set(keyOf(request), await fetchFromSite(request)),
    delete: async (request: string) => store.delete(keyOf(request)),
    keys: async () => [...store.keys()].map((path) => ({ url: origin + path })),
  };
}

beforeEach(() => {
  site = new Map();
  stores = new Map();
  listeners = new Map();
  runInNewContext(source, {
    self: {
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
      skipWaiting: async () => undefined,
      clients: { claim: async () => undefined, matchAll: async () => [] },
    },
    caches: {
      open: async (name: string) => openStore(name),
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: (request: string, { cacheName }: { cacheName: string }) => openStore(cacheName).match(request),
    },
    fetch: fetchFromSite,
    location: { origin },
    Response,
    URL,
    Date,
  });
});

const page = (words: string, headers: Record<string, string> = {}) =>
  new Response(`<p class="offline" role="status"></p><h1>${words}</h1>`, {
    headers: { 'content-type': 'text/html', date: 'Fri, 20 Nov 2026 09:00:00 GMT', ...headers },
  });

/** A request of the page; undefined when the worker leaves it to the browser. */
async function request(address: string, mode = 'navigate'): Promise<Response | undefined> {
  const waited: Promise<unknown>[] = [];
  let response: Promise<Response> | undefined;
  listeners.get('fetch')!({
    request: { url: origin + address, method: 'GET', mode },
    respondWith: (given: Promise<Response>) => {
      response = given;
    },
    waitUntil: (promise: Promise<unknown>) => waited.push(promise),
  });
  const given = await response;
  await Promise.all(waited);
  return given;
}
const kept = () => [...(stores.get('pages-1')?.keys() ?? [])];

test('a page that was read opens without a network and says when it was saved', async () => {
  site!.set('/deseases/1/', page('Болезнь Гоше'));
  await request('/deseases/1/');
  site = undefined;
  const html = await (await request('/deseases/1/?tab=1'))!.text();
  expect(html).toContain('Болезнь Гоше');
  expect(html).toContain('Нет соединения. Показана сохранённая версия от 20 ноября');
  expect(html).toContain('Фильтры без сети не работают.');
});

test('nothing personal is kept: calls, cases, the profile, and what answers forbid to keep', async () => {
  for (const path of ['/api/user', '/cases/1/', '/profile/']) {
    site!.set(path, page('Личное'));
    expect(await request(path)).toBeUndefined();
  }
  site!.set('/draft/', page('Черновик', { 'cache-control': 'private, no-store' }));
  await request('/draft/');
  expect(kept()).toEqual([]);
});

test('a hashed file is fetched once; a page never read leads to the words about the network', async () => {
  site!.set('/_astro/main.1a2b.js', new Response('1'));
  site!.set('/offline/', page('Нет соединения'));
  await request('/_astro/main.1a2b.js', 'no-cors');
  await request('/offline/');
  site = undefined;
  expect(await (await request('/_astro/main.1a2b.js', 'no-cors'))!.text()).toBe('1');
  expect(await (await request('/drugs/7/'))!.text()).toContain('Нет соединения');
});

test('the oldest of sixty pages makes room, and older stores go', async () => {
  for (let id = 1; id <= 61; id += 1) {
    site!.set(`/drugs/${id}/`, page(`Препарат ${id}`));
    await request(`/drugs/${id}/`);
  }
  expect(kept()).toHaveLength(60);
  expect(kept()).not.toContain('/drugs/1/');
  openStore('pages-0');
  const waited: Promise<unknown>[] = [];
  listeners.get('activate')!({ waitUntil: (promise: Promise<unknown>) => waited.push(promise) });
  await Promise.all(waited);
  expect([...stores.keys()].toSorted()).toEqual(['files-1', 'pages-1', 'saved-1']);
});
