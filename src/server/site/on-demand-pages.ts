import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { isOnDemand, pageBeside } from '#domain/on-demand-files.ts';
import { PageError } from '#domain/page-error.ts';
import type { RenderRequest } from '#domain/render-request.ts';
import { isTextFile } from '#domain/text-file.ts';
import type { Context } from '../request/context.ts';
import { encodingOf, fileIn, isFolder, packFile, type SiteFile } from './files.ts';
import { policyOf } from './policy.ts';
import type { Release } from './release.ts';

const maxBytes = 16 * 2 ** 20;
/** Milliseconds until the picture of a renamed record is noticed. */
const pictureTtlMs = 600_000;

/** Tokens of the rate limit: a social picture, or a page for a query, takes about 75 ms of the shared thread. */
export const renderCost = 4;
/** A data file or leaflet takes about 2 ms. */
const fileCost = 1;

/** A file rendered on demand, with the content policy of its own. */
type RenderedFile = SiteFile & { policy: string };

export type OnDemandPages = ReturnType<typeof onDemandPages>;

/**
 * Pages for a query, pages of an open site that are not rendered yet, and files that releases leave out: a few at a
 * time, on a separate thread. The files are cached, because a link is shared with many at once.
 */
export function onDemandPages(context: Pick<Context, 'renderer' | 'semaphores'>) {
  const files = new LRUCache<string, RenderedFile, { address: string; accepted: string }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    fetchMethod: (_key, _old, { context: { address, accepted } }) => renderFile(address, accepted),
  });

  async function inTurn<Page>(work: () => Promise<Page>): Promise<Page> {
    try {
      return await context.semaphores.render.run(work);
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode === 503) throw new PageError(away, 503);
      throw error;
    }
  }

  async function renderFile(address: string, accepted: string): Promise<RenderedFile> {
    const page = await inTurn(async () => context.renderer?.renderFile(inLinks(address)));
    if (!page) throw new PageError(away, 503);
    const file = await packFile(page.bytes, isTextFile(fileIn(address)) ? accepted : '');
    return { ...file, policy: policyOf(page) };
  }

  function isMissing({ isGrowing }: Release, address: string): boolean {
    if (!isGrowing) return false;
    if (!context.renderer) throw new PageError(away, 503);
    return context.renderer.has(inLinks(address));
  }

  const hasPage = (release: Release, address: string) =>
    isFolder(path.join(release.folder, address)) || isMissing(release, address);
  const hasFile = (release: Release, address: string) =>
    isOnDemand(address) &&
    (address.startsWith('/og/') ? isSocialPicture(address) : hasPage(release, pageBeside(address)));

  return {
    /**
     * Renders a page; facts may be computed when its turn comes. Undefined while the site is not compiled.
     * Throws a public `PageError`.
     */
    async render(
      address: string,
      facts: RenderRequest | (() => Promise<RenderRequest>),
    ): Promise<string | undefined> {
      const { renderer } = context;
      if (!renderer) return undefined;
      return await inTurn(async () =>
        renderer.render(address, typeof facts === 'function' ? await facts() : facts),
      );
    },
    /** Whether the site has this page, rendered or not, or may have this file. */
    has: (release: Release, address: string): boolean =>
      hasPage(release, address) || hasFile(release, address),
    /**
     * A page that is not rendered yet, or a file; undefined for other addresses. `charge` precedes rendering of a file
     * and may refuse. Throws what the render thread does: its `NotFound`, a `PageError` 503 while it is away.
     */
    async find(
      release: Release,
      address: string,
      accepted: string,
      charge?: (cost: number) => void,
    ): Promise<RenderedFile | undefined> {
      if (!hasFile(release, address))
        return isMissing(release, address) ? await renderFile(address, accepted) : undefined;
      const isPicture = isSocialPicture(address);
      // Anything else is as new as the pages: each publication has another stamp.
      const key = isPicture ? address : [release.stamp, encodingOf(accepted), address].join(' ');
      if (!files.has(key)) charge?.(isPicture ? renderCost : fileCost);
      return await files.fetch(key, {
        context: { address, accepted },
        ...(isPicture ? { ttl: pictureTtlMs } : {}),
      });
    },
  };
}

/** The address as links spell it, which the publisher knows. */
const inLinks = (address: string) => address.split('/').map(encodeURIComponent).join('/');

/** Social picture of a record, section or therapeutic area. */
const isSocialPicture = (address: string): boolean =>
  /^\/og\/(?:[a-z_]+\/\d{1,9}|[a-z_-]+)\.png$/.test(address);

const away = 'Страница сейчас не строится. Обновите её через несколько секунд';
