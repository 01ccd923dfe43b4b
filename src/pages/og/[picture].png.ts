import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { hueOf } from '#components/print/hues.ts';
import { shapes } from '#components/print/shapes.ts';
import { drawStripes } from '#components/print/stripes.ts';
import { sections } from '#components/sections.ts';
import { facetValues } from '#data/catalogue.ts';

/** One picture a therapeutic area and a section, not one a record: a hundred times as many would say little more. */
export const getStaticPaths = () =>
  ['site', ...sections, ...facetValues('disease', 'areas').map(({ value }) => `area-${value}`)].map(
    (picture) => ({ params: { picture } }),
  );

/** The size that link previews want. */
const width = 1200;
const height = 630;

/** The zebra print alone: no letters, which would look different on every machine. */
export const GET: APIRoute = async ({ params }) => {
  const name = params['picture'] ?? '';
  const { base, rare, ...drawn } = drawStripes(name === 'site' ? 'ORPHA' : name, {
    ...shapes.hero,
    width,
    height,
    apart: 21,
  });
  const hue = hueOf(/^area-(.+)$/.exec(name)?.[1]) ?? '#d81e5b';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawn.width} ${drawn.height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#faf9f6"/><path fill="#16171d" d="${base}"/><path fill="${hue}" d="${rare}"/></svg>`;
  const png = await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 16, dither: 0, effort: 1 })
    .toBuffer();
  return new Response(new Uint8Array(png));
};
