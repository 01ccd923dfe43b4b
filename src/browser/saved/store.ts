/** Pages that a reader keeps by hand for reading without a network. public/sw.js serves them and brings them up to date. */
export const savedPages = 'saved-1';
/** Where the list of them stands. */
export const savedPath = '/saved/';

interface SavedPage {
  path: string;
  title: string;
  /** When the copy was made. */
  at: Date;
  /** Bytes of the page itself; its styles and fonts are shared by all pages. */
  size: number;
}

/** What is kept, the latest first; the list itself is none of it. */
export async function listSaved(): Promise<SavedPage[]> {
  const cache = await caches.open(savedPages);
  const found: SavedPage[] = [];
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    const answer = path === savedPath ? undefined : await cache.match(request, { ignoreVary: true });
    if (!answer) continue;
    const html = await answer.text();
    const page = new DOMParser().parseFromString(html, 'text/html');
    found.push({
      path,
      title: page.querySelector('h1')?.textContent.trim() || path,
      at: new Date(answer.headers.get('date') ?? Date.now()),
      size: new Blob([html]).size,
    });
  }
  return found.toSorted((one, other) => Number(other.at) - Number(one.at));
}

export async function removeSaved(path: string): Promise<void> {
  await (await caches.open(savedPages)).delete(path, { ignoreVary: true });
}
