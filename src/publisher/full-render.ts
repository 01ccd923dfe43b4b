import path from 'node:path';
import type { WritableReplica } from '#data/writable-replica.ts';
import type { FollowedChanges } from '#data/follow.ts';
import { numbersOf, routePage, type ReadPage } from '#data/pages.ts';
import type { PublicationResult, PublicationTrouble } from '#domain/publication.ts';
import type { CompiledSite } from './compiled.ts';
import { lacksCompressed } from './compress.ts';
import { renewDictionary } from './dictionaries.ts';
import { markUnsynced } from './repair.ts';
import type { Listener } from './publish.ts';
import {
  beginRelease,
  currentRelease,
  discardRelease,
  fileOf,
  switchTo,
  updateRelease,
  type ReleaseFacts,
} from './release.ts';
import { compressAll, PageProblem, renderAll, type RenderWatch } from './render.ts';
import { RenderStopped } from './render-changed.ts';
import type { PublisherContext } from './context.ts';

/** Result of a publication before reporting. */
export type PublishOutcome = Pick<
  PublicationResult,
  'mode' | 'release' | 'seq' | 'pages' | 'rendered' | 'troubles' | 'isPartial'
>;

/** Renders everything into a new directory and switches to it when complete. */
export async function renderAllPages(
  context: PublisherContext,
  mode: 'code' | 'full',
  followed: FollowedChanges,
  live: ReleaseFacts | undefined,
  { listener, watch }: { listener: Listener; watch: RenderWatch },
): Promise<PublishOutcome> {
  await listener.begin?.(mode);
  markUnsynced(context.folders);
  const { entry, client, code } = await context.compiled();
  const { version, folder } = await beginRelease(context.dataDir, client);
  const before = live && path.join(context.folders.releases, live.version);
  const job = { entry, snapshot: context.folders.snapshot, out: folder, mode: 'write' as const, before };
  const { pageIndex } = context.replica();
  try {
    const routes = await routesOf(await context.site());
    const routeOf = new Map(routes.flatMap(({ route, addresses }) => addresses.map((one) => [one, route])));
    const addresses = [...routeOf.keys()];
    const { rendered, failed, policy } = await renderAll(job, addresses, watch);
    const problem = failed.find(({ isKept }) => !isKept);
    if (problem) throw new PageProblem(problem.address, problem.reason);
    if (watch.isStopping?.()) throw new RenderStopped(0, addresses.length);
    const pages: ReadPage[] = [
      ...routes.map(({ page }) => page),
      ...rendered.map(({ address, facts, isChanged, digest }) => ({
        address,
        route: routeOf.get(address)!,
        facts,
        isChanged,
        digest,
      })),
      // Readers keep the old page until its tags change again.
      ...failed.map(({ address, facts }) => ({ address, route: routeOf.get(address)!, facts })),
    ];
    pageIndex.replaceAll(pages, version);
    const { seq, terms } = followed;
    await switchTo(context.dataDir, {
      version,
      code,
      seq,
      terms,
      pages: addresses.length,
      made_at: new Date().toISOString(),
      csp: policy,
      dictionary: live?.dictionary,
    });
    const result = { mode, release: version, seq, pages: addresses.length, rendered: rendered.length };
    context.replica().change((write) => write.putNote('failing', failedTroubles(failed)));
    return { ...result, troubles: [] };
  } catch (error) {
    await discardRelease(context.dataDir, version);
    throw error;
  }
}

/**
 * Compresses pages that are live already: compression takes a third of rendering. Variants missing after a
 * crash are included.
 */
export async function compressPages(
  context: PublisherContext,
  folder: string,
  addresses: readonly string[],
): Promise<void> {
  const { entry } = await context.compiled();
  const files = addresses.map((address) => path.join(folder, fileOf(address))).filter(lacksCompressed);
  context.onStep({ step: 'compressing', done: 0, total: files.length });
  const job = { entry, snapshot: context.folders.snapshot, out: folder, mode: 'place' as const };
  await compressAll(job, files, {
    onProgress: (done, total) => context.onStep({ step: 'compressing', done, total }),
  });
}

/** Readers use the old dictionary until this one is ready. */
export async function offerDictionary(context: PublisherContext, version: string): Promise<void> {
  const live = currentRelease(context.dataDir)!;
  const dictionary = await renewDictionary(context.folders, path.join(context.folders.releases, version), {
    addresses: context.replica().pageIndex.addresses(),
    former: live.dictionary,
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

/** All addresses by route, and the tags of the routes. */
export async function routesOf(
  site: CompiledSite,
): Promise<{ route: string; addresses: string[]; page: ReadPage }[]> {
  return await Promise.all(
    site.routes().map(async (route) => {
      const { addresses, facts } = await site.addressesOf(route);
      return { route, addresses, page: { address: routePage(route), route: '', facts: numbersOf(facts) } };
    }),
  );
}
