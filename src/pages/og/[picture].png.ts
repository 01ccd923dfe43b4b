import type { APIRoute } from 'astro';
import { drawPicture } from '#components/print/picture.ts';
import { sections } from '#components/chrome/sections.ts';
import { facetValues } from '#data/catalogue.ts';

/** Rendered on demand, like those of records: a picture costs as much as twenty pages. */
export const getStaticPaths = (): { params: { picture: string } }[] => [];

/** One for the site, one a section and one a therapeutic area. */
const names = () => [
  'site',
  ...sections,
  ...facetValues('disease', 'areas').map(({ value }) => `area-${value}`),
];

/** The zebra print alone. */
export const GET: APIRoute = async ({ params }) => {
  const name = params['picture'] ?? '';
  if (!names().includes(name)) return new Response(null, { status: 404 });
  const png = await drawPicture({
    print: name === 'site' ? 'ORPHA' : name,
    area: /^area-(.+)$/.exec(name)?.[1],
  });
  return new Response(new Uint8Array(png));
};
