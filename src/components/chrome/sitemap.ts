import { addressesBetween, detailPaths, furtherPages, rangesOf, selections } from '#data/catalogue.ts';
import { publicKinds, type KindName } from '#domain/kinds/index.ts';
import { glossaryPath } from '#domain/glossary.ts';
import { routePath } from '#domain/route.ts';
import { listAddress } from '../lists/listing.ts';

/** An address of the site and, where it is known, the day it last changed. */
interface Entry {
  path: string;
  changed?: string;
}

/** A shard holds a kind's records of so many ids: one changed record means one small file again. */
const shardSize = 1000;
const withPages = publicKinds.filter((kind) => kind.keyedBy === 'id').map(({ name }) => name as KindName);

/** Names of the shards: 'sections', 'disease-1' for ids up to 999, 'disease-2' … */
export function shardNames(): string[] {
  return [
    'sections',
    ...withPages.flatMap((name) =>
      rangesOf([name], shardSize).map((start) => `${name}-${start / shardSize + 1}`),
    ),
  ];
}

/** What stands in a shard; nothing of the doctors' kinds and of the profile. */
export function entriesOf(shard: string): Entry[] {
  if (shard === 'sections') return sections();
  const [name = '', number = ''] = shard.split('-');
  const kind = withPages.find((candidate) => candidate === name);
  if (!kind) return [];
  const start = (Number(number) - 1) * shardSize;
  return addressesBetween(kind, start, start + shardSize).map(({ path, day }) => ({ path, changed: day }));
}

function sections(): Entry[] {
  // A list of a letter, an area, a subject, a status is a page of its own, with its own title and canonical address.
  const lists = publicKinds.flatMap((kind) =>
    (kind.keyedBy === 'code' ? [{}] : selections(kind.name as KindName)).flatMap((selection) =>
      [undefined, ...furtherPages(kind.name as KindName, selection)].map((number) => ({
        path: listAddress(kind, selection, number),
      })),
    ),
  );
  const pages = detailPaths('page').map(({ params }) => ({ path: `/page/${params['page']}/` }));
  return [
    { path: '/' },
    { path: '/open-data/' },
    { path: '/codes/' },
    { path: '/changes/' },
    { path: '/contacts/' },
    { path: '/for/' },
    { path: glossaryPath },
    { path: routePath },
    { path: '/diagnostics/signs/' },
    ...lists,
    ...pages,
  ];
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function sitemap(entries: readonly Entry[], origin: string): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${new URL(path, origin).href}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>\n`,
  );
  return `${head}<urlset ${namespace}>\n${urls.join('')}</urlset>\n`;
}

export function sitemapIndex(shards: readonly string[], origin: string): string {
  const maps = shards.map(
    (shard) => `<sitemap><loc>${new URL(`/sitemap-${shard}.xml`, origin).href}</loc></sitemap>\n`,
  );
  return `${head}<sitemapindex ${namespace}>\n${maps.join('')}</sitemapindex>\n`;
}
