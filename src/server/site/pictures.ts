import { packFile, type SiteFile } from './files.ts';
import type { OnDemandPages } from './on-demand-pages.ts';

/** A picture of a record that no release has: it is drawn for anyone who asks. */
const isPicture = (address: string): boolean => /^\/og\/[a-z_]+\/\d{1,9}\.png$/.test(address);

/** The bytes of a file of `/media/`. */
export type Media = (name: string) => Promise<Buffer | undefined>;

/** Pictures at a time, some 15 kB each, and milliseconds after which the record may have another name. */
const maxCached = 500;
const cacheTtlMs = 600_000;

/** Draws pictures of records and keeps those that were asked for last: a link is shared with many at once. */
export function keepPictures(
  pages: Pick<OnDemandPages, 'renderMissing'>,
  media: Media,
): {
  /** Nothing where that is no picture of a record, nor one that editors have laid down and no page shows yet. Throws a `PageError` of 503 while nothing can be drawn. */
  of(address: string): Promise<SiteFile | undefined>;
} {
  const kept = new Map<string, { drawing: Promise<SiteFile | undefined>; at: number }>();

  async function draw(address: string): Promise<SiteFile | undefined> {
    try {
      const { bytes } = await pages.renderMissing(address);
      return await packFile(bytes, '');
    } catch (error) {
      kept.delete(address);
      if ((error as { statusCode?: number }).statusCode === 503) throw error;
      return undefined;
    }
  }

  return {
    async of(address) {
      if (address.startsWith('/media/')) {
        const bytes = await media(address.slice('/media/'.length));
        return bytes && (await packFile(bytes, ''));
      }
      if (!isPicture(address)) return undefined;
      const found = kept.get(address);
      if (found && performance.now() - found.at < cacheTtlMs) return await found.drawing;
      const drawing = draw(address);
      kept.delete(address);
      kept.set(address, { drawing, at: performance.now() });
      if (kept.size > maxCached) kept.delete(kept.keys().next().value ?? '');
      return await drawing;
    },
  };
}
