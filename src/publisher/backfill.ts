import { workIn, type PublisherContext } from './context.ts';
import { failedTroubles, failingOf, offerDictionary } from './render-release.ts';
import type { Reports } from './change-reports.ts';
import type { Listener } from './publication.ts';
import { currentRelease, updateRelease } from './release.ts';
import { renewPages } from './render-changed.ts';
import { markUnsynced } from './repair.ts';

/** Renders missing pages until interrupted; progress is saved in small portions. Failing pages are reported. */
export async function backfillSite(
  { context, reports }: { context: PublisherContext; reports: Reports },
  isWanted: () => boolean,
  listener: Listener,
): Promise<void> {
  const live = currentRelease(context.dataDir);
  const { code } = await context.compiled();
  const { pageIndex } = context.replica();
  if (!live?.isGrowing || live.code !== code || context.replica().note('release') !== live.version) return;
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
  if (pageIndex.missing().length === 0) {
    // Failing pages have no file: requests for them show the error.
    live.isGrowing = failingOf(context.replica()).length > 0;
    updateRelease(context.dataDir, live);
    await offerDictionary(context, live.version);
    reports.compareNext();
  }
  const { version: release, seq, pages } = live;
  const rendered = count - failed.length;
  await reports.report({ mode: 'late', release, seq, pages, rendered, troubles: [] }, listener);
}
