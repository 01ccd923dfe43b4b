import type { APIRoute } from 'astro';
import { entriesOf, shardNames, sitemap } from '#components/chrome/sitemap.ts';

export const getStaticPaths = () => shardNames().map((shard) => ({ params: { shard } }));

export const GET: APIRoute = ({ params, site, url }) => {
  const shard = params['shard'] ?? '';
  if (!shardNames().includes(shard)) return new Response(null, { status: 404 });
  // Records of a shard may all be kept from search engines.
  return new Response(sitemap(entriesOf(shard), site?.href ?? url.origin), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
};
