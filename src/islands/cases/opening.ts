/**
 * Begins the island of a page of cases, for those who may have entered only: to others the page stays what it is and
 * asks nothing (ruling G7). `<div data-cases="list"></div>` is its place.
 */
import { loadPart } from '../chunkReload.ts';

export function startCases(): void {
  const place = document.querySelector<HTMLElement>('[data-cases]');
  if (!place) return;
  const begin = () =>
    void loadPart(async () => (await import('./late.ts')).loadStart()).then(({ mountCases }) =>
      mountCases(place),
    );
  const { dataset } = document.documentElement;
  // Who reads may be known before this script runs.
  if ('session' in dataset || 'role' in dataset) begin();
  // A stranger who signs in on this page finds it open.
  else
    new MutationObserver((_, observer) => {
      if (!('role' in dataset)) return;
      observer.disconnect();
      begin();
    }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-role'] });
}
