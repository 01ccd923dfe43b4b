import type { PublicationTrouble } from '#domain/publication.ts';
import { isDetail, isDeferred } from './plan.ts';
import { fileOf } from './release.ts';
import { renewPages, type RenderContext } from './render-changed.ts';

/** A route and its pages. */
interface Route {
  route: string;
  addresses: readonly string[];
}

/** Pages required before opening: 404, home, and the dialogs that outlive a release. */
export function firstPages(routes: readonly Route[]): string[] {
  const dialogs = routes.find(({ route }) => route.startsWith('/dialogs/'));
  return ['/404/', '/', ...(dialogs?.addresses ?? [])];
}

/**
 * Rendering order of an open site: one page a route, so that the policy knows its inline code, then lists,
 * records by age (the catalogue's own before imported ones), and machine files last.
 */
export function byReads(routes: readonly Route[]): string[] {
  const first = new Set(
    routes.flatMap(({ addresses }) => addresses.filter((address) => isPage(address)).slice(0, 1)),
  );
  const ranked = routes
    .flatMap(({ addresses }) => addresses)
    .map((address) => ({
      address,
      rank: first.has(address) ? 0 : rankOf(address),
      id: Number(/\/(\d+)\//.exec(address)?.[1] ?? 0),
    }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.id - b.id || (a.address < b.address ? -1 : 1))
    .map(({ address }) => address);
}

const isPage = (address: string) => fileOf(address).endsWith('.html');

function rankOf(address: string): number {
  if (isDeferred(address)) return 5;
  if (isPage(address)) return isDetail(address) ? 3 : 1;
  // Search files are read by everyone who searches.
  return address.startsWith('/search/') ? 2 : 4;
}

/**
 * Renders missing pages until `isStopping`. Progress is saved in small portions, so a killed process resumes.
 * Failing pages are skipped and reported.
 */
export async function backfillPages(
  work: RenderContext,
  missing: readonly string[],
): Promise<{ rendered: number; troubles: PublicationTrouble[] }> {
  const { pageIndex } = work.replica;
  const { failed, count } = await renewPages(work, missing, () => undefined);
  pageIndex.note(failed.map(({ address, facts }) => ({ address, route: pageIndex.routeOf(address), facts })));
  const troubles = failed.map(({ address, reason }) => ({
    record: null,
    field: null,
    message: reason,
    address,
  }));
  return { rendered: count - failed.length, troubles };
}
