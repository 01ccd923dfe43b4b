import type { APIRoute } from 'astro';
import { csvOf, partOf, partPaths } from '#components/open-data/files.ts';

export const getStaticPaths = () => partPaths();

export const GET: APIRoute = ({ params, site }) => {
  const part = partOf(params['part']);
  const text = part && csvOf(part, String(site));
  return text ? new Response(text) : new Response(null, { status: 404 });
};
