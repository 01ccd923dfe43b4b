import type { APIRoute } from 'astro';
import { kindOfFile, openKinds, partsOf, wholeOf } from '#components/open-data/files.ts';

export const getStaticPaths = () =>
  openKinds.filter((kind) => partsOf(kind).length > 0).map(({ api }) => ({ params: { kind: api } }));

export const GET: APIRoute = async ({ params, site }) => {
  const kind = kindOfFile(params['kind']);
  const bytes = kind && (await wholeOf(kind, String(site)));
  return bytes?.length ? new Response(bytes) : new Response(null, { status: 404 });
};
