import type { APIRoute } from 'astro';
import { pictureFile, pictureFiles } from '#data/catalogue.ts';

/** Documents that records lead to, as they were laid down. */
export const getStaticPaths = () =>
  pictureFiles()
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => ({ params: { name: file.replace(/\.pdf$/, '') } }));

export const GET: APIRoute = ({ params }) => {
  const bytes = pictureFile(`${params['name']}.pdf`);
  return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 });
};
