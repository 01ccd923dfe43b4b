import type { APIRoute } from 'astro';
import { finderCatalogue } from '#components/finder.ts';

/** Tests, their diseases and the signs of these: what the finder on the list of tests asks for once it is used. */
export const GET: APIRoute = () => Response.json(finderCatalogue());
