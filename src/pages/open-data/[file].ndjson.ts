import type { APIRoute } from 'astro';
import { dumpPaths, recordsOf } from '#components/dumps.ts';

export const getStaticPaths = () => dumpPaths();

/** A record a line, whole. */
export const GET: APIRoute = ({ params }) => {
  const { records } = recordsOf(params['file']);
  if (records.length === 0) return new Response(null, { status: 404 });
  return new Response(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
};
