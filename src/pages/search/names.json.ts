import type { APIRoute } from 'astro';
import { shardAddresses } from '#components/search/searchShards.ts';

/** The addresses of the names for the browser's index; they are kept for good, this list is asked again. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(shardAddresses()), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
