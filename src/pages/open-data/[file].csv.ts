import type { APIRoute } from 'astro';
import { dumpPaths, recordsOf } from '#components/dumps.ts';
import { recordsCsv } from '#domain/exports/csv.ts';

export const getStaticPaths = () => dumpPaths();

/** A record a row, one column a field. */
export const GET: APIRoute = ({ params, site }) => {
  const { kind, records } = recordsOf(params['file']);
  if (!kind || records.length === 0) return new Response(null, { status: 404 });
  return new Response(recordsCsv(kind, records, String(site)));
};
