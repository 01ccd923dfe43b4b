import type { APIRoute } from 'astro';
import { croissant } from '#components/open-data/metadata.ts';

export const GET: APIRoute = async ({ site }) => Response.json(await croissant(String(site)));
