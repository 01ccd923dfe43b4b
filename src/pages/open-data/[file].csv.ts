import type { APIRoute } from 'astro';
import { dumpOf, dumpPaths } from '#components/dumps.ts';
import { recordsBetween } from '#data/catalogue.ts';
import { recordsCsv } from '#domain/exports/csv.ts';

export const getStaticPaths = () => dumpPaths();

/** A record a row, one column a field. */
export const GET: APIRoute = ({ params, site }) => {
  const dump = dumpOf(params['file']);
  const records = dump ? recordsBetween(dump.name, dump.from, dump.to) : [];
  if (!dump || records.length === 0) return new Response(null, { status: 404 });
  return new Response(recordsCsv(dump.kind, records, String(site)));
};
