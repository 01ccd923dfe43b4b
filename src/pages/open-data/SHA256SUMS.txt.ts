import type { APIRoute } from 'astro';
import { checksums } from '#components/open-data/metadata.ts';

export const GET: APIRoute = async ({ site }) => new Response(await checksums(String(site)));
