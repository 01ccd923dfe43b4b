import type { APIRoute } from 'astro';
import { attribution, licence } from '#components/record/licence.ts';
import { findSection, sectionsWithPages } from '#components/chrome/sections.ts';
import { detailPaths, getPage, getRecord, siteWords } from '#data/catalogue.ts';
import { addressOf, type KindName } from '#domain/kinds/index.ts';

export const getStaticPaths = () =>
  sectionsWithPages.flatMap(({ section, kind }) =>
    detailPaths(kind.name as KindName).map(({ params }) => ({
      params: { section, id: params['id'] ?? params['page'] ?? '' },
    })),
  );

/** The twin of a record's page: the record as the API gives it, and how to name its source. */
export const GET: APIRoute = ({ params, site }) => {
  const kind = findSection(params['section']);
  const record =
    kind?.keyedBy === 'code' ? getPage(params['id']) : kind && getRecord(kind.name as KindName, params['id']);
  if (!kind || !record) return new Response(null, { status: 404 });
  const url = new URL(addressOf(kind, record), site).href;
  return Response.json({ url, licence, attribution: attribution(siteWords().title, String(site)), record });
};
