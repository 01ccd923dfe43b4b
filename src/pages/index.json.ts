import type { APIRoute } from 'astro';
import { attribution, licence } from '#components/record/licence.ts';
import { sections } from '#components/chrome/sections.ts';
import { siteWords } from '#data/catalogue.ts';

/** The twin of the home page: what is counted, and where the sections are. */
export const GET: APIRoute = ({ site }) => {
  const info = siteWords();
  return Response.json({
    ...info,
    licence,
    attribution: attribution(info.title, String(site)),
    sections: sections.map((section) => new URL(`/${section}/index.json`, site).href),
  });
};
