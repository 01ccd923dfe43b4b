import { workIn, type PublisherContext } from './context.ts';
import { failedTroubles, failingOf, offerDictionary } from './render-release.ts';
import type { PublishOutcome } from './publication.ts';
import { currentRelease, updateRelease } from './release.ts';
import { renewPages } from './render-changed.ts';
import { markUnsynced } from './repair.ts';

/**
 * Renders missing pages until interrupted; progress is saved in small portions. Failing pages are skipped and
 * reported. Undefined when the site is complete already; `isWhole` when none
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
  const work = {
    ...(await workIn(context, live)),
    onProgress: (done: number) => context.onStep({ step: 'growing', done: before + done, total: live.pages }),
    isStopping: isWanted,
  };
  const { failed, count } = await renewPages(work, missing);
  pageIndex.note(failed.map(({ address, facts }) => ({ address, route: pageIndex.routeOf(address), facts })));
  if (failed.length > 0) {
    const troubles = [...failingOf(context.replica()), ...failedTroubles(failed)];
    context.replica().change((write) => write.putNote('failing', troubles));
  }
  const isWhole = pageIndex.missing().length === 0;
  if (isWhole) {
    // Failing pages have no file: requests for them show the error.
    live.isGrowing = failingOf(context.replica()).length > 0;
    updateRelease(context.dataDir, live);
    await offerDictionary(context, live.version);
  }
  const { version, seq, pages } = live;
  return {
    mode: 'late',
    release: version,
    seq,
    pages,
    rendered: count - failed.length,
    troubles: [],
    isWhole,
  };
}
