import type { APIRoute } from 'astro';
import { pictureFile, pictureFiles } from '#data/catalogue.ts';

/** Pictures that records show, in the sizes that pages ask for. */
export const getStaticPaths = () =>
  pictureFiles()
    .filter((file) => file.endsWith('.webp'))
    .map((file) => ({ params: { name: file.replace(/\.webp$/, '') } }));

export const GET: APIRoute = ({ params }) => {
  const bytes = pictureFile(`${params['name']}.webp`);
  return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 });
};
