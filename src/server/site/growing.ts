import { isTextFile } from '#domain/text-file.ts';
import type { DrawnPages } from './drawn.ts';
import { packFile, type SiteFile } from './files.ts';
import { policyOf } from './policy.ts';
import type { Release } from './release.ts';

/** The file of an address within a release. */
export const fileIn = (address: string): string => (address.endsWith('/') ? `${address}index.html` : address);

const inLinks = (address: string) => address.split('/').map(encodeURIComponent).join('/');

/** Pages of a site that is open before all its pages are in their places. */
export interface Growing {
  isMissing(release: Release, address: string): boolean;
  /** A page that is missing, drawn for this request. */
  draw(
    release: Release,
    address: string,
    accepted: string,
  ): Promise<(SiteFile & { policy: string }) | undefined>;
}

export function growingPages(pages: DrawnPages): Growing {
  const isMissing = ({ isGrowing }: Release, address: string) =>
    isGrowing && pages.isMissing(inLinks(address));
  return {
    isMissing,
    async draw(release, address, accepted) {
      if (!isMissing(release, address)) return undefined;
      const page = await pages.drawMissing(inLinks(address));
      const packed = isTextFile(fileIn(address)) ? accepted : '';
      return { ...(await packFile(page.bytes, packed)), policy: policyOf(page) };
    },
  };
}
