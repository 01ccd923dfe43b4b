/** After a release an open page may ask for a part of the script that is gone: it is loaded again, once a minute at most. */
const guard = 60_000;
const key = 'chunk-reload';

/**
 * Loads a part of the script: `importOrReload(() => import('./start.ts'))` (B171, B172, B247, ruling G61). Every
 * `import()` of the browser is inside it, or inside importOrSkip; the linter holds that.
 */
export async function importOrReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    reloadOnce();
    throw error;
  }
}

/** Loads a part that its caller can do without: undefined where it is lost. */
export const importOrSkip = <Part>(load: () => Promise<Part>): Promise<Part | undefined> =>
  load().catch(() => undefined);

/** The page once more; when that has not helped, or cannot without a network, a sentence. */
function reloadOnce(): void {
  if (navigator.onLine && Date.now() - Number(sessionStorage.getItem(key) ?? 0) >= guard) {
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  } else
    document
      .querySelector('.notices [role=alert]')
      ?.replaceChildren('Часть страницы не загрузилась. Проверьте соединение и обновите страницу.');
}
