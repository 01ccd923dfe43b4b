import type { WritableReplica } from '#data/writable-replica.ts';
import { numbersOf, routePage, type ReadPage } from '#data/pages.ts';
import { isOnDemand } from '#domain/on-demand-files.ts';
import type { PublicationTrouble } from '#domain/publication.ts';
import type { CompiledSite } from './compiled.ts';
import { writeCompressed } from './place.ts';
import { renewDictionary } from './dictionaries.ts';
import { markUnsynced } from './repair.ts';
import type { Listener, PublishOutcome } from './publication.ts';
import {
  beginRelease,
  currentRelease,
  discardRelease,
  switchTo,
  updateRelease,
  type ReleaseFacts,
} from './release.ts';
import { byReads, firstPages } from './plan.ts';
import { PageProblem, renderPages, type RenderWatch } from './render.ts';
import { RenderStopped } from './render-changed.ts';
import type { PublisherContext } from './context.ts';

/**
 * Renders a new release and switches to it when complete. `isOpening`: only the pages needed before a new site
 * opens; the others are missing, and the server renders them on demand.
 */
export async function renderRelease(
  context: PublisherContext,
  mode: 'code' | 'full',
  seq: number,
  live: ReleaseFacts | undefined,
  { isOpening, listener, watch }: { isOpening: boolean; listener: Listener; watch: RenderWatch },
): Promise<PublishOutcome> {
  await listener.begin?.(mode);
  markUnsynced(context.folders);
  const { entry, client, code } = await context.compiled();
  const { version, folder: out } = await beginRelease(context.dataDir, client);
  const before = live && !isOpening ? context.folders.release(live.version) : undefined;
  const job = { entry, snapshot: context.folders.snapshot, out, mode: 'write' as const, before };
  try {
    const site = await context.site();
    const routes = await routesOf(site, context.isComplete);
    const routeOf = new Map(routes.flatMap(({ route, addresses }) => addresses.map((one) => [one, route])));
    const wanted = isOpening ? firstPages(routes) : [...routeOf.keys()];
    const { rendered, failed, policy } = await renderPages(job, site, wanted, watch);
    const problem = failed.find(({ isKept }) => !isKept);
    if (problem) throw new PageProblem(problem.address, problem.reason);
    if (watch.isStopping?.()) throw new RenderStopped(0, wanted.length);
    const missing = isOpening ? byReads(routes).filter((address) => !wanted.includes(address)) : [];
    const unread = new Float64Array();
    const routed = (page: Omit<ReadPage, 'route'>): ReadPage => ({
      ...page,
      route: routeOf.get(page.address)!,
    });
    const pages = [
      ...routes.map(({ page }) => page),
      ...rendered.map(routed),
      // Readers keep the old page until its tags change again.
      ...failed.map(({ address, facts }) => routed({ address, facts })),
      ...missing.map((address) => routed({ address, facts: unread })),
    ];
    context.replica().pageIndex.replaceAll(pages, version, missing);
    await switchTo(context.dataDir, {
      version,
      code,
      seq,
      pages: routeOf.size,
      made_at: new Date().toISOString(),
      csp: policy,
      dictionary: isOpening ? undefined : live?.dictionary,
      isGrowing: isOpening || undefined,
      isComplete: context.isComplete,
    });
    context.replica().change((write) => write.putNote('failing', failedTroubles(failed)));
    return { mode, release: version, seq, pages: routeOf.size, rendered: rendered.length, troubles: [] };
  } catch (error) {
    await discardRelease(context.dataDir, version);
    throw error;
  }
}

/** Adds what readers need not wait for: variants of large files, and a dictionary. */
export async function completeRelease(context: PublisherContext, version: string): Promise<void> {
  context.onStep({ step: 'compressing', done: 0, total: 1 });
  await writeCompressed(context.folders.release(version), context.replica().pageIndex.addresses());
  await offerDictionary(context, version);
}

/** Readers use the old dictionary until this one is ready. `hasRemoved`: pages were removed. */
export async function offerDictionary(
  context: PublisherContext,
  version: string,
  hasRemoved = false,
): Promise<void> {
  const live = currentRelease(context.dataDir)!;
  const dictionary = await renewDictionary(context.folders, context.folders.release(version), {
    addresses: context.replica().pageIndex.addresses(),
    former: live.dictionary,
    hasRemoved,
  });
  updateRelease(context.dataDir, { ...live, dictionary });
}

export const failedTroubles = (
  failed: readonly { address: string; reason: string }[],
): PublicationTrouble[] =>
  failed.map(({ address, reason }) => ({ record: null, field: null, message: reason, address }));

/** Pages that the last full render could not replace. */
export const failingOf = (replica: WritableReplica): PublicationTrouble[] =>
  ((replica.note('failing') ?? []) as PublicationTrouble[]).filter(
    ({ address }) => address !== null && replica.pageIndex.isKept(address),
  );

/** Pages end in a slash, files do not. */
const addressOfRoute = (route: string) => (/\.\w+$/.test(route) ? route : `${route}/`);

/** Addresses of a release by route, and the tags of the routes. */
export async function routesOf(
  site: CompiledSite,
  isComplete: boolean,
): Promise<{ route: string; addresses: string[]; page: ReadPage }[]> {
  return await Promise.all(
    site
      .routes()
      .filter((route) => isComplete || !isOnDemand(addressOfRoute(route)))
      .map(async (route) => {
        const { addresses, facts } = await site.addressesOf(route);
        return { route, addresses, page: { address: routePage(route), route: '', facts: numbersOf(facts) } };
      }),
  );
}
