import type { APIRoute } from 'astro';
import { shardNames, sitemapIndex } from '#components/chrome/sitemap.ts';

export const GET: APIRoute = ({ site, url }) =>
  new Response(sitemapIndex(shardNames(), site?.href ?? url.origin), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
