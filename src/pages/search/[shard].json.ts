import type { APIRoute } from 'astro';
import { lastId, shardNames, shardRecords } from '#components/searchShards.ts';
import { writeShard } from '#domain/search/shard.ts';

export const getStaticPaths = () => shardNames().map((shard) => ({ params: { shard } }));

export const GET: APIRoute = ({ params }) => {
  const records = shardRecords(params['shard'] ?? '');
  if (!records) return new Response(null, { status: 404 });
  return new Response(writeShard(records, lastId()), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
};
