import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ site, url }) =>
  new Response(`User-agent: *
Disallow: /api/
Disallow: /profile/
Disallow: /search/
Disallow: /compare/?

Sitemap: ${new URL('/sitemap-index.xml', site ?? url.origin).href}
`);
