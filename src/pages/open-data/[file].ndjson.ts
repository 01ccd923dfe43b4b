import type { APIRoute } from 'astro';
import { dumpOf, dumpPaths } from '#components/dumps.ts';
import { recordTextsBetween } from '#data/catalogue.ts';

export const getStaticPaths = () => dumpPaths();

/** A record a line, whole. */
export const GET: APIRoute = ({ params }) => {
  const dump = dumpOf(params['file']);
  const texts = dump ? recordTextsBetween(dump.name, dump.from, dump.to) : [];
  if (texts.length === 0) return new Response(null, { status: 404 });
  return new Response(texts.map((text) => `${text}\n`).join(''));
};
