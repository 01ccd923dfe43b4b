import type { APIRoute } from 'astro';
import { diseaseRows, signShards } from '#components/record/signRecords.ts';

export const getStaticPaths = () => signShards().map((shard) => ({ params: { shard: String(shard) } }));

/** Diseases of the catalogue for the aid by signs, which works in the browser alone. */
export const GET: APIRoute = ({ params }) => {
  const shard = Number(params['shard']);
  if (!signShards().includes(shard)) return new Response(null, { status: 404 });
  return Response.json(diseaseRows(shard));
};
