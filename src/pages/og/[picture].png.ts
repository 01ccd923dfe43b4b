import type { APIRoute } from 'astro';
import { drawPicture } from '#components/print/picture.ts';
import { sections } from '#components/sections.ts';
import { facetValues } from '#data/catalogue.ts';

/** One picture a therapeutic area and a section; those of records are drawn when they are asked for. */
export const getStaticPaths = () =>
  ['site', ...sections, ...facetValues('disease', 'areas').map(({ value }) => `area-${value}`)].map(
    (picture) => ({ params: { picture } }),
  );

/** The zebra print alone. */
export const GET: APIRoute = async ({ params }) => {
  const name = params['picture'] ?? '';
  const png = await drawPicture({
    print: name === 'site' ? 'ORPHA' : name,
    area: /^area-(.+)$/.exec(name)?.[1],
  });
  return new Response(new Uint8Array(png));
};
