import { LRUCache } from 'lru-cache';
import { HttpError } from '../http-error.ts';
import { packFile, type SiteFile } from './files.ts';
import type { OnDemandPages } from './on-demand-pages.ts';

/** Social picture of a record, section or therapeutic area; releases contain none. */
const isSocialPicture = (address: string): boolean =>
  /^\/og\/(?:[a-z_]+\/\d{1,9}|[a-z_-]+)\.png$/.test(address);

/** Bytes of a file of `/media/`; `charge` precedes resizing and may refuse. */
export type Media = (name: string, charge: () => void) => Promise<Buffer | undefined>;

const maxBytes = 16 * 2 ** 20;
/** Milliseconds until a renamed record is noticed. */
const cacheTtlMs = 600_000;

/** Tokens of the rate limit: a page or social picture takes about 75 ms of the shared thread. */
export const renderCost = 4;
/** An editor opens a list of sixty pictures at once. */
const resizeCost = 1;

/**
 * Pictures outside releases: each is rendered once and cached, because a link is shared with many at once.
 */
export function cachePictures(
  pages: Pick<OnDemandPages, 'renderMissing'>,
  media: Media,
): {
  /**
   * `charge` precedes rendering and may refuse. Undefined for an unknown address, record or size. Throws a
   * `PageError` 503 while rendering is impossible.
   */
  find(address: string, charge: (cost: number) => void): Promise<SiteFile | undefined>;
} {
  const cache = new LRUCache<string, SiteFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    ttl: cacheTtlMs,
    fetchMethod: renderSocialPicture,
  });

  async function renderSocialPicture(address: string): Promise<SiteFile | undefined> {
    try {
      const { bytes } = await pages.renderMissing(address);
      return await packFile(bytes, '');
    } catch (error) {
      if (error instanceof HttpError || (error as { statusCode?: number }).statusCode === 503) throw error;
      return undefined;
    }
  }

  return {
    async find(address, charge) {
      if (address.startsWith('/media/')) {
        const bytes = await media(address.slice('/media/'.length), () => charge(resizeCost));
        return bytes && (await packFile(bytes, ''));
      }
      if (!isSocialPicture(address)) return undefined;
      if (!cache.has(address)) charge(renderCost);
      return await cache.fetch(address);
    },
  };
}
