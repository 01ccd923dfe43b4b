/** After a release an open page may ask for a part of the script that is gone: it is loaded anew, once a minute at most. */
const guard = 60_000;
const key = 'chunk-reload';

export function startChunkReload(): void {
  // Vite tells of a part that did not load (B171, B247, ruling G61).
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < guard) return;
    event.preventDefault();
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  });
}
