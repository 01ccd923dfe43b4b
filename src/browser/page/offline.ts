/**
 * The slim bar of a page without a network (ruling G53), and pages kept for reading without one: from the second page
 * of a visit on, so that a passer-by is not burdened. The bar's words for a kept page come from public/sw.js.
 */
export function startOffline(): void {
  for (const change of ['online', 'offline'])
    addEventListener(change, () =>
      document.querySelector('.offline')?.replaceChildren(navigator.onLine ? '' : 'Нет соединения'),
    );
  try {
    if (sessionStorage['read']) void navigator.serviceWorker.register('/sw.js');
    sessionStorage['read'] = 1;
  } catch {
    // A browser that forbids storage, or has no workers, keeps no pages.
  }
}
