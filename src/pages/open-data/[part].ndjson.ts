import type { APIRoute } from 'astro';
import { ndjsonOf, partOf, partPaths } from '#components/open-data/files.ts';

export const getStaticPaths = () => partPaths();

export const GET: APIRoute = ({ params }) => {
  const part = partOf(params['part']);
  const text = part && ndjsonOf(part);
  return text ? new Response(text) : new Response(null, { status: 404 });
};
