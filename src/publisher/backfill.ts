import type { PublicationTrouble } from '#domain/publication.ts';
import { isDetail, isDeferred } from './plan.ts';
import { fileOf } from './release.ts';
import { renewPages, type RenderContext } from './render-changed.ts';

/** A route of the site and the pages that it gives. */
interface Route {
  route: string;
  addresses: readonly string[];
}

/** What a site cannot be opened without: the page of what is not found, the home page, and the dialogs that outlive it. */
export function firstPages(routes: readonly Route[]): string[] {
  const dialogs = routes.find(({ route }) => route.startsWith('/dialogs/'));
  return ['/404/', '/', ...(dialogs?.addresses ?? [])];
}

/**
 * The order in which the pages of a site that is open already are put into their places: one of each route, whose inline
 * code the policy must know, then lists, then records as they were taken in (the catalogue's own before what was brought
 * from elsewhere), files for machines last.
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
  // The files of the search are read by everybody who searches.
  return address.startsWith('/search/') ? 2 : 4;
}

/**
 * Renders missing pages until `isStopping`. Progress is recorded in small portions, so a killed process continues where it
 * was. A page that cannot be rendered is left out and reported.
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
