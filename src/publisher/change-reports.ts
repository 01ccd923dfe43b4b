import { quarantineOf, type FollowedChanges } from '#data/follow.ts';
import type { PublicationResult } from '#domain/publication.ts';
import { openDelivery, type Delivery } from './deliver.ts';
import type { Listener, PublishOutcome } from './publication.ts';
import { currentRelease } from './release.ts';
import { failingOf } from './render-release.ts';
import type { PublisherContext } from './context.ts';

export type Reports = ReturnType<typeof openReports>;

export function openReports(context: PublisherContext, publishUrl: string | undefined) {
  let delivery: Delivery | undefined;
  /** Whether this process has compared the target with the site without a later failure. */
  let isCompared = false;

  /** A partial site is delivered once complete: the target cannot render pages. */
  function openWhole(): { to: Delivery; folder: string } | undefined {
    const live = currentRelease(context.dataDir);
    if (!publishUrl || !live || context.replica().pageIndex.missing().length > 0) return undefined;
    delivery ??= openDelivery(publishUrl, context.folders.delivered);
    return { to: delivery, folder: context.folders.release(live.version) };
  }

  /** Returns whether the target now equals the site. */
  async function compare(isInterrupted?: () => boolean): Promise<boolean> {
    const whole = openWhole();
    if (!whole) return false;
    const onProgress = (done: number, total: number) => {
      if (done % 20 === 0) context.onStep({ step: 'delivering', done, total });
    };
    isCompared = (await whole.to.deliverAll(whole.folder, { onProgress, isInterrupted })) !== undefined;
    return isCompared;
  }

  async function bring({ mode, changed, removed }: PublicationResult): Promise<void> {
    const wasCompared = isCompared;
    isCompared = false;
    if (mode !== 'content' && mode !== 'late') return void (await compare());
    const whole = openWhole();
    await whole?.to.deliver(whole.folder, { changed, removed });
    isCompared = wasCompared;
  }

  return {
    async report(
      done: PublishOutcome,
      listener: Listener,
      changed: FollowedChanges['changed'] = new Map(),
    ): Promise<PublicationResult> {
      const { pageIndex } = context.replica();
      const result: PublicationResult = {
        ...done,
        ...pageIndex.unreported(),
        records: [...changed.keys()],
        troubles: [...quarantineOf(context.replica()), ...failingOf(context.replica()), ...done.troubles],
      };
      await bring(result);
      await listener.end?.(result);
      pageIndex.reported();
      return result;
    },
    /** Makes the next publication compare the whole target. */
    compareNext() {
      isCompared = false;
    },
    /**
     * Compares the target if that is still due, as after a start; resumable. Returns whether it is complete.
     */
    compareOwed: async (isInterrupted: () => boolean) => !isCompared && (await compare(isInterrupted)),
    close() {
      delivery?.close();
      delivery = undefined;
    },
  };
}
