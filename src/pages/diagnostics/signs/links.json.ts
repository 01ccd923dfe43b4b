import type { APIRoute } from 'astro';
import { signLinks } from '#components/record/signRecords.ts';

/** Tests, drugs, studies and institutions by disease, for the aid by signs. */
export const GET: APIRoute = () => Response.json(signLinks());
