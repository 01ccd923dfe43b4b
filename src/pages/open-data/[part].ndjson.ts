import type { APIRoute } from 'astro';
import { partOf, partPaths, filesOf } from '#components/open-data/files.ts';

export const getStaticPaths = () => partPaths();

export const GET: APIRoute = async ({ params, site }) => {
  const part = partOf(params['part']);
  const files = part && (await filesOf(part, String(site)));
  return files ? new Response(files.ndjson) : new Response(null, { status: 404 });
};
