import { importOrReload } from '#stores/importOrReload.ts';
import { savedPages, savedPath } from './store.ts';

/** Hashed files that pages need; the same store as in public/sw.js. */
const files = 'files-1';

export { savedPath };
export const loadList = () => importOrReload(() => import('./list.ts'));

/**
 * Keeps the published page at this path with the files that it needs. Throws when there is no such page, no network, or
 * when it is none that everybody may read. `registry` is the address of the script that knows the islands.
 */
export async function savePage(path: string, registry: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  await keep(savedPages, path);
  await keep(savedPages, savedPath);
  // The list of what is saved comes by the registry and this file, and only when it is looked at.
  const { pathname } = new URL(import.meta.url);
  const own = await (await fetch(pathname)).text();
  const late = [...own.matchAll(/import\(["'`]\.\/([\w.-]+)["'`]\)/g)].map(
    ([, name]) => new URL(name!, import.meta.url).pathname,
  );
  await keepFiles([new URL(registry).pathname, pathname, ...late], new Set());
}

async function keep(store: string, path: string): Promise<void> {
  const answer = await fetch(path, { credentials: 'omit' });
  if (!answer.ok || /no-store|private/.test(answer.headers.get('cache-control') ?? ''))
    throw new Error(`${path} is not kept`);
  await keepFiles(neededBy(await answer.clone().text(), path), new Set());
  const cache = await caches.open(store);
  await cache.put(path, answer);
}

/** Styles, fonts and scripts, with what these load in turn; what is loaded on a press only is left out. */
async function keepFiles(addresses: readonly string[], seen: Set<string>): Promise<void> {
  const cache = await caches.open(files);
  for (const address of addresses) {
    if (seen.has(address)) continue;
    seen.add(address);
    if (!(await cache.match(address, { ignoreVary: true }))) await cache.add(address);
    if (!/\.(?:js|css)$/.test(address)) continue;
    const text = await (await cache.match(address, { ignoreVary: true }))?.text();
    await keepFiles(neededBy(text ?? '', address), seen);
  }
}

const inMarkup = /(?:href|src)="(\/(?:_astro|fonts)\/[^"]+)"/g;
const inStyles = /url\(["']?(\/(?:_astro|fonts)\/[^"')]+)/g;
const inScripts = /(?:from|import)\s*["'`]((?:\.\/|\/_astro\/)[\w.-]+)["'`]/g;
const neededBy = (text: string, base: string) =>
  [inMarkup, inStyles, inScripts].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, found]) => new URL(found!, new URL(base, location.href)).pathname),
  );
