import path from 'node:path';
import type { WritableSnapshot } from '#data/copy.ts';
import type { FollowedChanges } from '#data/follow.ts';
import { numbersOf, routePage, type ReadPage } from '#data/pages.ts';
import type { PublicationResult, PublicationTrouble } from '#domain/publication.ts';
import type { CompiledSite } from './compiled.ts';
import { lacksCompressed } from './compress.ts';
import { renewDictionary } from './dictionaries.ts';
import { markUnflushed } from './heal.ts';
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
import { Stopped } from './renew.ts';
import type { Workshop } from './workshop.ts';

/** What a publication has done, before it is told what of it readers see as new. */
export type Done = Pick<PublicationResult, 'mode' | 'release' | 'seq' | 'pages' | 'rendered'> & {
  troubles: readonly PublicationTrouble[];
};

/** Everything, into a new directory, which readers get when the last page is in it. */
export async function renderWhole(
  shop: Workshop,
  mode: 'code' | 'full',
  followed: FollowedChanges,
  live: ReleaseFacts | undefined,
  { listener, watch }: { listener: Listener; watch: RenderWatch },
): Promise<Done> {
  await listener.begin?.(mode);
  markUnflushed(shop.folders);
  const { entry, client, code } = await shop.compiled();
  const { version, folder } = await beginRelease(shop.dataDir, client);
  const before = live && path.join(shop.folders.releases, live.version);
  const job = { entry, snapshot: shop.folders.snapshot, out: folder, deed: 'write' as const, before };
  const { readings } = shop.copy();
  try {
    const routes = await routesOf(await shop.site());
    const routeOf = new Map(routes.flatMap(({ route, addresses }) => addresses.map((one) => [one, route])));
    const addresses = [...routeOf.keys()];
    const { rendered, failed, policy } = await renderAll(job, addresses, watch);
    const problem = failed.find(({ isKept }) => !isKept);
    if (problem) throw new PageProblem(problem.address, problem.reason);
    if (watch.isStopping?.()) throw new Stopped(0, addresses.length);
    const pages: ReadPage[] = [
      ...routes.map(({ page }) => page),
      ...rendered.map(({ address, facts, isChanged, digest }) => ({
        address,
        route: routeOf.get(address)!,
        facts,
        isChanged,
        digest,
      })),
      // Readers keep what they had: the page waits for the next change of what it has read.
      ...failed.map(({ address, facts }) => ({ address, route: routeOf.get(address)!, facts })),
    ];
    readings.replaceAll(pages, version);
    const { seq, terms } = followed;
    await switchTo(shop.dataDir, {
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
    shop.copy().change((write) => write.putNote('failing', failedTroubles(failed)));
    return { ...result, troubles: [] };
  } catch (error) {
    await discardRelease(shop.dataDir, version);
    throw error;
  }
}

/**
 * Writes the siblings of pages that readers see already: compressing takes a third of the time of rendering. Those that
 * a publisher which died has left without are not reported yet.
 */
export async function compressPages(
  shop: Workshop,
  folder: string,
  addresses: readonly string[],
): Promise<void> {
  const { entry } = await shop.compiled();
  const files = addresses.map((address) => path.join(folder, fileOf(address))).filter(lacksCompressed);
  shop.onStep({ step: 'compressing', done: 0, total: files.length });
  const job = { entry, snapshot: shop.folders.snapshot, out: folder, deed: 'place' as const };
  await compressAll(job, files, {
    onProgress: (done, total) => shop.onStep({ step: 'compressing', done, total }),
  });
}

/** Readers have the pages by then; until they have another dictionary they use the former. */
export async function offerDictionary(shop: Workshop, version: string): Promise<void> {
  const live = currentRelease(shop.dataDir)!;
  const dictionary = await renewDictionary(shop.folders, path.join(shop.folders.releases, version), {
    addresses: shop.copy().readings.addresses(),
    former: live.dictionary,
  });
  updateRelease(shop.dataDir, { ...live, dictionary });
}

export const failedTroubles = (
  failed: readonly { address: string; reason: string }[],
): PublicationTrouble[] =>
  failed.map(({ address, reason }) => ({ record: null, field: null, message: reason, address }));

/** Pages that a whole release left as they were before it, until they are rendered. */
export const failingOf = (copy: WritableSnapshot): PublicationTrouble[] =>
  ((copy.note('failing') ?? []) as PublicationTrouble[]).filter(
    ({ address }) => address !== null && copy.readings.isKept(address),
  );

/** Every address of the site by its route, and what the routes have read to know them. */
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
