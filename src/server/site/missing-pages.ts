import path from 'node:path';
import { isTextFile } from '#domain/text-file.ts';
import type { OnDemandPages } from './on-demand-pages.ts';
import { isFolder, packFile, type SiteFile } from './files.ts';
import { policyOf } from './policy.ts';
import type { Release } from './release.ts';

export const fileIn = (address: string): string => (address.endsWith('/') ? `${address}index.html` : address);

/** The address as links spell it, which the publisher knows. */
const inLinks = (address: string) => address.split('/').map(encodeURIComponent).join('/');

/** Pages of an open site that are not rendered yet. */
export interface MissingPages {
  isMissing(release: Release, address: string): boolean;
  /** Whether the site has a page, rendered or not. */
  has(release: Release, address: string): boolean;
  /** Renders a missing page. */
  render(release: Release, address: string, accepted: string): Promise<RenderedFile | undefined>;
}

/** A file rendered on demand, with the content policy of its own. */
export type RenderedFile = SiteFile & { policy: string };

export async function renderMissing(
  pages: Pick<OnDemandPages, 'renderMissing'>,
  address: string,
  accepted: string,
): Promise<RenderedFile> {
  const page = await pages.renderMissing(inLinks(address));
  const packed = isTextFile(fileIn(address)) ? accepted : '';
  return { ...(await packFile(page.bytes, packed)), policy: policyOf(page) };
}

export function missingPages(pages: OnDemandPages): MissingPages {
  const isMissing = ({ isGrowing }: Release, address: string) =>
    isGrowing && pages.isMissing(inLinks(address));
  return {
    isMissing,
    has: (release, address) => isFolder(path.join(release.folder, address)) || isMissing(release, address),
    render: async (release, address, accepted) =>
      isMissing(release, address) ? await renderMissing(pages, address, accepted) : undefined,
  };
}
