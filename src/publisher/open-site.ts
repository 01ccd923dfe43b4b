import type { FollowedChanges } from '#data/follow.ts';
import { digestOf, type ReadPage } from '#data/pages.ts';
import { PageProblem } from './render.ts';
import { firstPages, backfillPages, byReads } from './backfill.ts';
import { markUnsynced } from './repair.ts';
import { addPage } from './place.ts';
import { PolicyCollector } from './policy.ts';
import type { Listener, PublishOutcome } from './publication.ts';
import { beginRelease, currentRelease, discardRelease, switchTo, updateRelease } from './release.ts';
import { makeRenderer, type Rendered } from './renderer.ts';
import { failingOf, offerDictionary, routesOf } from './full-render.ts';
import type { PublisherContext } from './context.ts';

/** Opens a directory with the required pages only; others are rendered on demand. */
export async function openSite(
  context: PublisherContext,
  followed: FollowedChanges,
  listener: Listener,
): Promise<PublishOutcome> {
  await listener.begin?.('code');
  markUnsynced(context.folders);
  const { client, code } = await context.compiled();
  const { version, folder } = await beginRelease(context.dataDir, client);
  try {
    const site = await context.site();
    const routes = await routesOf(site, context.isComplete);
    const first = firstPages(routes);
    const policy = new PolicyCollector();
    const renderer = makeRenderer({ site, policy, out: folder });
    const placed = new Map<string, Rendered>();
    for (const address of first) {
      const page = await renderer.render(address);
      if (page.state === 'failed') throw new PageProblem(address, page.reason);
      const isChanged = addPage(folder, address, { bytes: page.bytes, before: undefined });
      placed.set(address, { address, facts: page.facts, isChanged, digest: digestOf(page.bytes) });
    }
    const unread = new Float64Array();
    const pages = routes.flatMap(({ route, addresses, page }): ReadPage[] => [
      page,
      ...addresses.map((address) => ({ address, route, facts: unread, ...placed.get(address) })),
    ]);
    const missing = byReads(routes).filter((address) => !placed.has(address));
    context.replica().pageIndex.replaceAll(pages, version, missing);
    context.replica().change((write) => write.putNote('failing', []));
    const { seq, terms } = followed;
    const count = missing.length + placed.size;
    await switchTo(context.dataDir, {
      version,
      code,
      seq,
      terms,
      pages: count,
      made_at: new Date().toISOString(),
      csp: policy.found(),
      isGrowing: true,
      isComplete: context.isComplete,
    });
    return { mode: 'code', release: version, seq, pages: count, rendered: placed.size, troubles: [] };
  } catch (error) {
    await discardRelease(context.dataDir, version);
    throw error;
  }
}

/**
 * Renders missing pages until interrupted. Undefined when the site is complete already; `isWhole` when none
 * is missing any more.
 */
export async function backfillSite(
  context: PublisherContext,
  isWanted: () => boolean,
): Promise<(PublishOutcome & { isWhole: boolean }) | undefined> {
  const live = currentRelease(context.dataDir);
  const { code } = await context.compiled();
  const { pageIndex } = context.replica();
  if (!live?.isGrowing || live.code !== code || context.replica().note('release') !== live.version)
    return undefined;
  markUnsynced(context.folders);
  const missing = pageIndex.missing();
  const before = live.pages - missing.length;
  const { rendered, troubles } = await backfillPages(
    {
      ...(await context.workIn(live)),
      followed: { changed: new Map() },
      onProgress: (done) => context.onStep({ step: 'growing', done: before + done, total: live.pages }),
      isStopping: isWanted,
    },
    missing,
  );
  if (troubles.length > 0) {
    const former = failingOf(context.replica());
    context.replica().change((write) => write.putNote('failing', [...former, ...troubles]));
  }
  const isWhole = pageIndex.missing().length === 0;
  if (isWhole) {
    // Failing pages have no file: requests for them show the error.
    live.isGrowing = failingOf(context.replica()).length > 0;
    updateRelease(context.dataDir, live);
    await offerDictionary(context, live.version);
  }
  const { version, seq, pages } = live;
  return { mode: 'late', release: version, seq, pages, rendered, troubles: [], isWhole };
}
