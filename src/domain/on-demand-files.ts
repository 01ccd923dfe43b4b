import { publicKinds } from './kinds/index.ts';

const patterns = [
  /^\/og\//,
  // JSON beside records and pages of lists; that of the home page is no such file.
  /^\/[^/]+\/(?:.+\/)?index\.json$/,
  // Markdown beside records.
  /^\/[^/]+\/[^/]+\/index\.md$/,
  /^\/deseases\/[^/]+\/(?:feed\.xml|leaflet\/)$/,
  /^\/clinics\/[^/]+\/card\.vcf$/,
  /^\/events\/[^/]+\/event\.ics$/,
];

/**
 * Whether a release leaves a file out because it is seldom read: the server renders it on request. Takes an
 * address, with `[id]` for a number too.
 */
export const isOnDemand = (address: string): boolean => patterns.some((pattern) => pattern.test(address));

/** The page beside which such a file stands: '/deseases/7/leaflet/' → '/deseases/7/'. */
export const pageBeside = (address: string): string =>
  address.slice(0, address.lastIndexOf('/', address.length - 2) + 1);

/** Possible files beside a page of a section. */
export function filesBeside(page: string): string[] {
  const kind = publicKinds.find(({ path }) => page.startsWith(path));
  if (!kind || !page.endsWith('/')) return [];
  return ['index.json', 'index.md', 'feed.xml', 'leaflet/', 'card.vcf', 'event.ics']
    .map((name) => `${page}${name}`)
    .filter(isOnDemand);
}
