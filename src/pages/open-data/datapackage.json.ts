import type { APIRoute } from 'astro';
import { dataPackage } from '#components/open-data/metadata.ts';

export const GET: APIRoute = async ({ site }) => Response.json(await dataPackage(String(site)));
