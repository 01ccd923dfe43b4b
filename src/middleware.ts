import type { MiddlewareHandler } from 'astro';
import { finishPage, isMarking } from '#data/fragments.ts';

/** Finishes pages of a plain `astro build`; the publisher does it with the bytes that it takes (`entry.ts`). */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await next();
  if (isMarking() || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response(finishPage(Buffer.from(await response.arrayBuffer())), response);
};
