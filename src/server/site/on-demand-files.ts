import { LRUCache } from 'lru-cache';
import { isOnDemand, pageBeside } from '#domain/on-demand-files.ts';
import { encodingOf } from './files.ts';
import { renderMissing, type MissingPages, type RenderedFile } from './missing-pages.ts';
import type { OnDemandPages } from './on-demand-pages.ts';
import type { Release } from './release.ts';

/** Social picture of a record, section or therapeutic area. */
const isSocialPicture = (address: string): boolean =>
  /^\/og\/(?:[a-z_]+\/\d{1,9}|[a-z_-]+)\.png$/.test(address);

const maxBytes = 16 * 2 ** 20;
/** Milliseconds until the picture of a renamed record is noticed. */
const pictureTtlMs = 600_000;

/** Tokens of the rate limit: a social picture, or a page for a query, takes about 75 ms of the shared thread. */
export const renderCost = 4;
/** A data file or leaflet takes about 2 ms. */
const fileCost = 1;

/** Files that releases leave out: each is rendered once and cached, because a link is shared with many at once. */
export interface OnDemandFiles {
  /** Whether the site may have a page or such a file. */
  has(release: Release, address: string): boolean;
  /**
   * `charge` precedes rendering and may refuse. Undefined for other addresses; throws what the render thread does: its
   * `NotFound`, a `PageError` 503 while it is away.
   */
  find(
    release: Release,
    address: string,
    options: { accepted: string; charge: (cost: number) => void },
  ): Promise<RenderedFile | undefined>;
}

export function onDemandFiles(
  pages: Pick<OnDemandPages, 'renderMissing'>,
  missing: MissingPages,
): OnDemandFiles {
  const cache = new LRUCache<string, RenderedFile, { address: string; accepted: string }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    fetchMethod: (_key, _old, { context: { address, accepted } }) => renderMissing(pages, address, accepted),
  });
  const isKnown = (release: Release, address: string) =>
    isOnDemand(address) &&
    (address.startsWith('/og/') ? isSocialPicture(address) : missing.has(release, pageBeside(address)));

  return {
    has: (release, address) => missing.has(release, address) || isKnown(release, address),
    async find(release, address, { accepted, charge }) {
      if (!isKnown(release, address)) return undefined;
      const isPicture = isSocialPicture(address);
      // Anything else is as new as the pages: each publication has another stamp.
      const key = isPicture ? address : [release.stamp, encodingOf(accepted), address].join(' ');
      if (!cache.has(key)) charge(isPicture ? renderCost : fileCost);
      return await cache.fetch(key, {
        context: { address, accepted },
        ...(isPicture ? { ttl: pictureTtlMs } : {}),
      });
    },
  };
}
