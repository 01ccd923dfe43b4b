import path from 'node:path';
import type { FollowedChanges } from '#data/follow.ts';
import { digestOf, type ReadPage } from '#data/pages.ts';
import { compressAll, PageProblem, type Rendered } from './render.ts';
import { firstPages, growPages, inOrderOfReaders } from './grow.ts';
import { markUnflushed } from './heal.ts';
import { addPage } from './place.ts';
import { PolicyCollector } from './policy.ts';
import type { Listener } from './publish.ts';
import { beginRelease, currentRelease, discardRelease, fileOf, switchTo, updateRelease } from './release.ts';
import { makeRenderer } from './renderer.ts';
import { failingOf, offerDictionary, routesOf, type Done } from './whole.ts';
import type { Workshop } from './workshop.ts';

/** A directory with the pages that nobody can do without; readers get it at once, and the others as they are asked for. */
export async function openSite(shop: Workshop, followed: FollowedChanges, listener: Listener): Promise<Done> {
  await listener.begin?.('code');
  markUnflushed(shop.folders);
  const { entry, client, code } = await shop.compiled();
  const { version, folder } = await beginRelease(shop.dataDir, client);
  try {
    const routes = await routesOf(await shop.site());
    const first = firstPages(routes);
    const job = { entry, snapshot: shop.folders.snapshot, out: folder, deed: 'place' as const };
    const policy = new PolicyCollector();
    const renderer = makeRenderer({ site: await shop.site(), policy, out: folder });
    const placed = new Map<string, Rendered>();
    for (const address of first) {
      const page = await renderer.render(address);
      if (page.state === 'failed') throw new PageProblem(address, page.reason);
      const isChanged = addPage(folder, address, { bytes: page.bytes, before: undefined });
      placed.set(address, { address, facts: page.facts, isChanged, digest: digestOf(page.bytes) });
    }
    await compressAll(
      job,
      first.map((address) => path.join(folder, fileOf(address))),
    );
    const unread = new Float64Array();
    const pages = routes.flatMap(({ route, addresses, page }): ReadPage[] => [
      page,
      ...addresses.map((address) => ({ address, route, facts: unread, ...placed.get(address) })),
    ]);
    const missing = inOrderOfReaders(routes).filter((address) => !placed.has(address));
    shop.copy().readings.replaceAll(pages, version, missing);
    shop.copy().change((write) => write.putNote('failing', []));
    const { seq, terms } = followed;
    const count = missing.length + placed.size;
    await switchTo(shop.dataDir, {
      version,
      code,
      seq,
      terms,
      pages: count,
      made_at: new Date().toISOString(),
      csp: policy.found(),
      isGrowing: true,
    });
    return { mode: 'code', release: version, seq, pages: count, rendered: placed.size, troubles: [] };
  } catch (error) {
    await discardRelease(shop.dataDir, version);
    throw error;
  }
}

/**
 * Puts pages that are missing into their places until somebody wants something else. Nothing where the site does not grow;
 * `isWhole` when none is missing any more.
 */
export async function growSite(
  shop: Workshop,
  isWanted: () => boolean,
): Promise<(Done & { isWhole: boolean }) | undefined> {
  const live = currentRelease(shop.dataDir);
  const { code } = await shop.compiled();
  const { readings } = shop.copy();
  if (!live?.isGrowing || live.code !== code || shop.copy().note('release') !== live.version)
    return undefined;
  markUnflushed(shop.folders);
  const missing = readings.missing();
  const before = live.pages - missing.length;
  const { rendered, troubles } = await growPages(
    {
      ...(await shop.workIn(live)),
      followed: { changed: new Map() },
      onProgress: (done) => shop.onStep({ step: 'growing', done: before + done, total: live.pages }),
      isStopping: isWanted,
    },
    missing,
  );
  if (troubles.length > 0) {
    const former = failingOf(shop.copy());
    shop.copy().change((write) => write.putNote('failing', [...former, ...troubles]));
  }
  const isWhole = readings.missing().length === 0;
  if (isWhole) {
    // Pages that could not be rendered have no file: who asks for them is told what is wrong.
    live.isGrowing = failingOf(shop.copy()).length > 0;
    updateRelease(shop.dataDir, live);
    await offerDictionary(shop, live.version);
  }
  const { version, seq, pages } = live;
  return { mode: 'late', release: version, seq, pages, rendered, troubles: [], isWhole };
}
