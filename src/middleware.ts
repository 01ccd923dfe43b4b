import type { MiddlewareHandler } from 'astro';
import { joined } from '#data/fragments.ts';
import { numberedInOrder } from '#domain/references.ts';

/** Numbers the sources of every page, whichever of the two ways it is built. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = joined(new Uint8Array(await response.arrayBuffer()));
  return new Response(numberedInOrder(new TextDecoder().decode(page)), response);
};
