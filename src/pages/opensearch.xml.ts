import type { APIRoute } from 'astro';
import { escapeHtml } from '#domain/escape.ts';
import { siteWords } from '#data/catalogue.ts';

/** OpenSearch 1.1: browsers offer the search of the site from their address bar. Its short name has 16 signs at most. */
export const GET: APIRoute = ({ site, url }) => {
  const portal = siteWords();
  const at = (path: string) => new URL(path, site ?? url.origin).href;
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeHtml(portal.short)}</ShortName>
<Description>${escapeHtml(`${portal.title}: ${portal.subtitle}`)}</Description>
<Language>ru</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="144" height="144" type="image/png">${at('/icon-144.png')}</Image>
<Url type="text/html" template="${at('/search/')}?q={searchTerms}"/>
</OpenSearchDescription>
`,
    { headers: { 'content-type': 'application/opensearchdescription+xml; charset=utf-8' } },
  );
};
