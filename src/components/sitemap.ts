import { detailPaths, getCards, listPaths } from '#data/catalogue.ts';
import { addressOf, publicKinds, type Kind, type KindName } from '#domain/kinds/index.ts';

/** An address of the site and, where it is known, the day it last changed. */
export interface Entry {
  path: string;
  changed?: string;
}

/** Small shards: one changed record means one small file anew. */
const shardSize = 1000;
const withPages = publicKinds.filter((kind) => kind.keyedBy === 'id');

/** Names of the shards: 'sections', 'disease-1', 'disease-2' … */
export function shardNames(): string[] {
  return [
    'sections',
    ...withPages.flatMap(({ name }) =>
      Array.from({ length: Math.ceil(idsOf(name).length / shardSize) }, (_, index) => `${name}-${index + 1}`),
    ),
  ];
}

/** What stands in a shard; nothing of the doctors' kinds and of the profile. */
export function entriesOf(shard: string): Entry[] {
  if (shard === 'sections') return sections();
  const [name = '', number = ''] = shard.split('-');
  const kind = withPages.find((candidate) => candidate.name === name);
  if (!kind) return [];
  const start = (Number(number) - 1) * shardSize;
  return recordsOf(kind, idsOf(name).slice(start, start + shardSize));
}

function sections(): Entry[] {
  const lists = publicKinds.flatMap((kind) => [
    { path: kind.path },
    ...listPaths(kind.name as KindName).map(({ params }) => ({
      path: `${kind.path}page/${params['page']}/`,
    })),
  ]);
  const pages = detailPaths('page').map(({ params }) => ({ path: `/page/${params['page']}/` }));
  return [{ path: '/' }, ...lists, ...pages];
}

/** By id, so that a new record changes the last shard only. */
const idsOf = (name: string) =>
  detailPaths(name as KindName)
    .map(({ params }) => Number(params['id']))
    .toSorted((a, b) => a - b);

const recordsOf = (kind: Kind, ids: number[]): Entry[] =>
  getCards(kind.name as KindName, ids).map((card) => ({
    path: addressOf(kind, card),
    changed: card.updated_at.slice(0, 10),
  }));

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
