import { expect, test } from 'vitest';
import { mediaTypeOf } from './media-type.ts';

test.each([
  ['/clinics/index.html', 'text/html; charset=utf-8'],
  ['/_astro/page.css', 'text/css; charset=utf-8'],
  ['/sw.js', 'text/javascript; charset=utf-8'],
  ['/data/diseases.json', 'application/json; charset=utf-8'],
  ['/data/diseases.ndjson', 'application/x-ndjson; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/feed.rss', 'application/rss+xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/table.csv', 'text/csv; charset=utf-8'],
  ['/events.ics', 'text/calendar; charset=utf-8'],
  ['/clinic.vcf', 'text/vcard; charset=utf-8'],
  ['/logo.SVG', 'image/svg+xml; charset=utf-8'],
  ['/og/1.png', 'image/png'],
  ['/media/photo.webp', 'image/webp'],
  ['/favicon.ico', 'image/x-icon'],
  ['/golos.woff2', 'font/woff2'],
  ['/consent.pdf', 'application/pdf'],
  ['/search/index.bin', 'application/octet-stream'],
  ['/a.b/unknown', 'application/octet-stream'],
])('%s is %s', (file, type) => expect(mediaTypeOf(file)).toBe(type));
