import { quarantineOf, type FollowedChanges } from '#data/follow.ts';
import { markUnsynced } from './repair.ts';
import { isDeferred } from './plan.ts';
import type { Listener, PublishOutcome } from './publication.ts';
import { updateRelease, type ReleaseFacts } from './release.ts';
import { renew, RenderStopped, type RenderContext } from './render-changed.ts';
import { offerDictionary } from './render-release.ts';
import { writeCompressed } from './place.ts';
import { workIn, type PublisherContext } from './context.ts';

/** Progress and stop callbacks. */
export type Watched = Pick<RenderContext, 'onProgress' | 'isStopping' | 'isCalled'>;

/** Updates pages of the live release in place; undefined when there is nothing to update or report. */
export async function updateInPlace(
  context: PublisherContext,
  live: ReleaseFacts,
  followed: FollowedChanges,
  { listener, isUrgent, watch }: { listener: Listener; isUrgent: boolean; watch: Watched },
): Promise<PublishOutcome | undefined> {
  const { pageIndex } = context.replica();
  const { seq } = followed;
  const waiting = pageIndex.unreported();
  const due = pageIndex.due().filter((address) => !isUrgent || !isDeferred(address));
  const isDone = due.length === 0 && waiting.changed.length + waiting.removed.length === 0;
  if (isDone && quarantineOf(context.replica()).every(({ record }) => !followed.changed.has(record))) {
    if (live.seq !== seq) updateRelease(context.dataDir, { ...live, seq });
    return undefined;
  }
  markUnsynced(context.folders);
  const folder = context.folders.release(live.version);
  await writeCompressed(folder, waiting.changed);
  // Deferred files belong to an earlier publication.
  const mode = due.length > 0 && due.every(isDeferred) ? 'late' : 'content';
  // Not awaited at once, but before `end`.
  const begun = mode === 'content' ? listener.begin?.(mode) : undefined;
  begun?.catch(() => undefined);
  const work = { ...(await workIn(context, live)), ...watch, changed: followed.changed, isUrgent };
  const { rendered, troubles, isPartial } = await renew(work).catch(async (error: unknown) => {
    if (error instanceof RenderStopped) await begun;
    throw error;
  });
  await begun;
  const pages = pageIndex.count();
  const made_at = new Date().toISOString();
  updateRelease(context.dataDir, { ...live, seq, pages, made_at });
  if (pageIndex.unreported().removed.length > 0) await offerDictionary(context, live.version, true);
  return { mode, release: live.version, seq, pages, rendered, troubles, isPartial };
}
