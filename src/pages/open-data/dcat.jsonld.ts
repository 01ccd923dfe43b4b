import type { APIRoute } from 'astro';
import { dcat } from '#components/open-data/metadata.ts';

export const GET: APIRoute = async ({ site }) => Response.json(await dcat(String(site)));
