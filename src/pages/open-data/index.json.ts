import type { APIRoute } from 'astro';
import { dumped, partsOf } from '#components/dumps.ts';
import { attribution, credits, licence } from '#components/licence.ts';
import { siteWords } from '#data/catalogue.ts';

/** What files there are, on which terms. */
export const GET: APIRoute = ({ site }) =>
  Response.json({
    title: 'Открытые данные',
    licence,
    attribution: attribution(siteWords().title, String(site)),
    credits,
    files: dumped.flatMap((kind) =>
      partsOf(kind).flatMap((part) =>
        ['ndjson', 'csv'].map((ending) => ({
          kind: kind.titles.many,
          format: ending,
          url: new URL(`/open-data/${kind.api}-${part}.${ending}`, site).href,
        })),
      ),
    ),
  });
