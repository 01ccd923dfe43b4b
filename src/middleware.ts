import type { MiddlewareHandler } from 'astro';
import { joined } from '#data/fragments.ts';
import { numberedInOrder, secondSource } from '#domain/references.ts';

/** Numbers the sources of every page, whichever of the two ways it is built. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = joined(Buffer.from(await response.arrayBuffer()));
  return new Response(page.includes(secondSource) ? numberedInOrder(page.toString()) : page, response);
};
