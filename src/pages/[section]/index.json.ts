import type { APIRoute } from 'astro';
import { listJson } from '#components/lists/listJson.ts';
import { sections } from '#components/chrome/sections.ts';

export const getStaticPaths = () => sections.map((section) => ({ params: { section } }));

export const GET: APIRoute = ({ params, site }) => listJson(params, site);
