import path from 'node:path';
import { quarantineOf, type FollowedChanges } from '#data/follow.ts';
import type { PublicationResult } from '#domain/publication.ts';
import { openDelivery, type Delivery } from './deliver.ts';
import type { Listener } from './publish.ts';
import { currentRelease } from './release.ts';
import { failingOf, type PublishOutcome } from './full-render.ts';
import type { PublisherContext } from './context.ts';

/** Brings what was published to PUBLISH_URL, and reports it. */
export function openReports(context: PublisherContext, publishUrl: string | undefined) {
  let delivery: Delivery | undefined;
  /** Whether this process has compared the target with the site, and has failed at nothing since. */
  let isCompared = false;

  async function bring(
    { changed, removed }: Pick<PublicationResult, 'changed' | 'removed'>,
    isPart: boolean,
  ) {
    const live = currentRelease(context.dataDir);
    // A site that grows is brought once it is whole: nobody could draw its pages there.
    if (!publishUrl || !live || context.replica().pageIndex.missing().length > 0) return;
    delivery ??= openDelivery(publishUrl, context.folders.delivered);
    const folder = path.join(context.folders.releases, live.version);
    const isEnough = isCompared && isPart;
    isCompared = false;
    if (isEnough) await delivery.deliver(folder, { changed, removed });
    else
      await delivery.deliverAll(folder, (done, total) => {
        if (done % 20 === 0) context.onStep({ step: 'delivering', done, total });
      });
    isCompared = true;
  }

  return {
    async report(
      done: PublishOutcome,
      { changed }: Pick<FollowedChanges, 'changed'>,
      listener: Listener,
    ): Promise<PublicationResult> {
      const { pageIndex } = context.replica();
      const result: PublicationResult = {
        ...done,
        ...pageIndex.unreported(),
        records: [...changed.keys()],
        troubles: [
          ...quarantineOf(context.replica()).map(({ record, field, message, address }) => ({
            record,
            field,
            message,
            address,
          })),
          ...failingOf(context.replica()),
          ...done.troubles,
        ],
      };
      await bring(result, result.mode === 'content' || result.mode === 'late');
      await listener.end?.(result);
      pageIndex.reported();
      return result;
    },
    /** The next publication compares the whole target with the site. */
    compareNext() {
      isCompared = false;
    },
    /** Compares the target with the site, unless that is done: a site that was published before may not be there. */
    async bringOwed(): Promise<void> {
      if (!isCompared) await bring({ changed: [], removed: [] }, false);
    },
    close() {
      delivery?.close();
      delivery = undefined;
    },
  };
}
