/** After a release an open page may ask for a part of the script that is gone: it is loaded anew, once a minute at most. */
const guard = 60_000;
const key = 'chunk-reload';

/** Loads a part of the script: `loadPart(() => import('./start.ts'))` (B171, B172, B247, ruling G61). */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    reloadOnce();
    throw error;
  }
}

/** The page once more; when that has not helped, a sentence instead of a loop. */
function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) >= guard) {
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  } else
    document
      .querySelector('.notices [role=alert]')
      ?.replaceChildren('Часть страницы не загрузилась. Проверьте соединение и обновите страницу.');
}
