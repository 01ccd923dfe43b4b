import type { MiddlewareHandler } from 'astro';
import { joined } from '#data/parts.ts';
import { numberedInOrder } from '#domain/references.ts';
import { typeset } from '#domain/typeset.ts';

/** Every page, whichever of the two ways it is built, is set by the one typographer once it is whole. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = joined(new Uint8Array(await response.arrayBuffer()));
  return new Response(typeset(numberedInOrder(new TextDecoder().decode(page))), response);
};
