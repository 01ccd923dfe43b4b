import type { APIRoute } from 'astro';
import { shards, shardText } from '#components/search/searchShards.ts';

export const getStaticPaths = () => shards().map((shard) => ({ params: { shard: String(shard) } }));

export const GET: APIRoute = ({ params }) => {
  const shard = Number(params['shard']);
  if (!shards().includes(shard)) return new Response(null, { status: 404 });
  return new Response(shardText(shard), { headers: { 'content-type': 'application/json; charset=utf-8' } });
};
