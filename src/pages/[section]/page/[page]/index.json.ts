import type { APIRoute } from 'astro';
import { listJson } from '#components/listJson.ts';
import { findSection, sections } from '#components/sections.ts';
import { listPaths } from '#data/catalogue.ts';
import type { KindName } from '#domain/kinds/index.ts';

export const getStaticPaths = () =>
  sections.flatMap((section) =>
    listPaths(findSection(section)?.name as KindName).map(({ params }) => ({
      params: { section, page: params['page'] ?? '' },
    })),
  );

export const GET: APIRoute = ({ params, site }) => listJson(params, site);
