import path from 'node:path';
import { quarantineOf, type FollowedChanges } from '#data/follow.ts';
import type { PublicationResult } from '#domain/publication.ts';
import { openDelivery, type Delivery } from './deliver.ts';
import type { Listener } from './publish.ts';
import { failingOf, type Done } from './whole.ts';
import type { Workshop } from './workshop.ts';

/** Brings what was published to PUBLISH_URL and tells it. */
export function openReports(shop: Workshop, publishUrl: string | undefined) {
  let delivery: Delivery | undefined;
  /** What was published while pages were missing has not been brought yet. */
  let isHalf = false;

  /** What could not be brought is brought with the next publication, for it is not reported yet. */
  async function bring({ mode, release: version, changed, removed }: PublicationResult): Promise<void> {
    if (!publishUrl) return;
    // A site that grows is brought once it is whole: nobody could draw its pages there.
    if (shop.copy().readings.missing().length > 0) return;
    delivery ??= openDelivery(publishUrl, shop.folders.delivered);
    const folder = path.join(shop.folders.releases, version);
    if (!isHalf && (mode === 'content' || mode === 'late'))
      await delivery.deliver(folder, { changed, removed });
    else await delivery.deliverAll(folder);
    isHalf = false;
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
      await bring(result);
      await listener.end?.(result);
      readings.reported();
      return result;
    },
    /** The site has become whole. */
    bringAllNext() {
      isHalf = true;
    },
    close() {
      delivery?.close();
      delivery = undefined;
    },
  };
}
