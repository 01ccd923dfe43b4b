import type { APIRoute } from 'astro';
import { entriesOf, shardNames, sitemap } from '#components/sitemap.ts';

export const getStaticPaths = () => shardNames().map((shard) => ({ params: { shard } }));

export const GET: APIRoute = ({ params, site, url }) => {
  const entries = entriesOf(params['shard'] ?? '');
  if (entries.length === 0) return new Response(null, { status: 404 });
  return new Response(sitemap(entries, site?.href ?? url.origin), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
};
