import type { FastifyReply, FastifyRequest } from 'fastify';
import { mediaTypeOf } from '#domain/media-type.ts';
import { packFile } from './files.ts';
import { barePolicy, pageHeaders } from './policy.ts';
import type { Release } from './release.ts';

/** Sends a page of one request; without a release no inline code may run. */
export async function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  html: string,
  release: Release | undefined,
): Promise<FastifyReply> {
  const { body, encoding } = await packFile(Buffer.from(html), headers['accept-encoding'] ?? '');
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .headers({
      'content-type': mediaTypeOf('html'),
      'cache-control': 'no-store',
      ...pageHeaders(release?.policy ?? barePolicy),
      vary: 'Accept-Encoding',
    })
    .send(body);
}
