import type { APIRoute } from 'astro';
import { dumpPaths, recordsOf } from '#components/dumps.ts';
import { recordsCsv, formatCodes } from '#domain/exports/csv.ts';
import { closedFields } from '#domain/kinds/index.ts';

export const getStaticPaths = () => dumpPaths();

/** A record a row, one column a field. */
export const GET: APIRoute = ({ params, site }) => {
  const { kind, records } = recordsOf(params['file']);
  if (!kind || records.length === 0) return new Response(null, { status: 404 });
  const fields = [...Object.keys(kind.fields.shape), ...Object.keys(kind.computed ?? {})].filter(
    (field) => !closedFields(kind).includes(field),
  );
  return new Response(recordsCsv(kind, records, [...fields, 'sources'], String(site), formatCodes(kind)));
};
