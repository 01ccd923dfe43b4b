import path from 'node:path';
import { quarantineOf, type FollowedChanges } from '#data/follow.ts';
import type { PublicationResult } from '#domain/publication.ts';
import { openDelivery, type Delivery } from './deliver.ts';
import type { Listener } from './publish.ts';
import { currentRelease } from './release.ts';
import { failingOf, type Done } from './whole.ts';
import type { Workshop } from './workshop.ts';

/** Brings what was published to PUBLISH_URL, and reports it. */
export function openReports(shop: Workshop, publishUrl: string | undefined) {
  let delivery: Delivery | undefined;
  /** Whether this process has compared the target with the site, and has failed at nothing since. */
  let isCompared = false;

  async function bring(
    { changed, removed }: Pick<PublicationResult, 'changed' | 'removed'>,
    isPart: boolean,
  ) {
    const live = currentRelease(shop.dataDir);
    // A site that grows is brought once it is whole: nobody could draw its pages there.
    if (!publishUrl || !live || shop.copy().readings.missing().length > 0) return;
    delivery ??= openDelivery(publishUrl, shop.folders.delivered);
    const folder = path.join(shop.folders.releases, live.version);
    const isEnough = isCompared && isPart;
    isCompared = false;
    if (isEnough) await delivery.deliver(folder, { changed, removed });
    else
      await delivery.deliverAll(folder, (done, total) => {
        if (done % 20 === 0) shop.onStep({ step: 'delivering', done, total });
      });
    isCompared = true;
  }

  return {
    async report(
      done: Done,
      { changed }: Pick<FollowedChanges, 'changed'>,
      listener: Listener,
    ): Promise<PublicationResult> {
      const { readings } = shop.copy();
      const result: PublicationResult = {
        ...done,
        ...readings.unreported(),
        records: [...changed.keys()],
        troubles: [
          ...quarantineOf(shop.copy()).map(({ record, field, message, address }) => ({
            record,
            field,
            message,
            address,
          })),
          ...failingOf(shop.copy()),
          ...done.troubles,
        ],
      };
      await bring(result, result.mode === 'content' || result.mode === 'late');
      await listener.end?.(result);
      readings.reported();
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
