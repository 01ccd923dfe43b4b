import type { APIRoute } from 'astro';
import { listJson } from '#components/lists/listJson.ts';
import { findSection, sections } from '#components/chrome/sections.ts';
import { furtherPages } from '#data/catalogue.ts';
import type { KindName } from '#domain/kinds/index.ts';

export const getStaticPaths = () =>
  sections.flatMap((section) =>
    furtherPages(findSection(section)?.name as KindName).map((number) => ({
      params: { section, page: String(number) },
    })),
  );

export const GET: APIRoute = ({ params, site }) => listJson(params, site);
