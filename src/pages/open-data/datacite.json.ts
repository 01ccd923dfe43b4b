import type { APIRoute } from 'astro';
import { dataCite } from '#components/open-data/metadata.ts';

export const GET: APIRoute = async ({ site }) => Response.json(await dataCite(String(site)));
