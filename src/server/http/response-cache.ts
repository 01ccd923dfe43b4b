import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { watchCatalogueVersion } from '../catalogue/version.ts';
import type { Database } from '../database/database.ts';
import { sharedHeaders } from '../base/open-headers.ts';

interface Answer {
  body: Buffer;
  zipped: Buffer | undefined;
  etag: string;
  type: string;
}

const maxBytes = 64 * 2 ** 20;
/**
 * Shared caches may keep catalogue responses for a minute, and serve them a little longer while revalidating.
 */
const headers = sharedHeaders('public, max-age=60, stale-while-revalidate=600');

export type ResponseCache = ReturnType<typeof createResponseCache>;

/** Cache of responses that depend on the address and the published catalogue only. */
export function createResponseCache(database: Database) {
  const answers = new LRUCache<string, Answer>({ maxSize: maxBytes, sizeCalculation: costOf });
  const edition = watchCatalogueVersion(database);
  let version = '';

  async function look(): Promise<void> {
    const now = edition.known() ?? (await edition.current());
    if (version === now) return;
    version = now;
    answers.clear();
  }

  return {
    /** Sends a cached response; returns whether there was one. */
    async give(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      if (request.method !== 'GET') return false;
      // Without the database cached responses continue; misses fail on their own.
      await look().catch((error: unknown) => request.log.warn({ err: error }, 'answers may be stale'));
      const answer = answers.get(request.url);
      if (!answer) return false;
      reply.header('content-type', answer.type);
      reply.send(dressed(request, reply, answer));
      return true;
    },
    /** Caches a serialised response and returns the body. */
    keep(request: FastifyRequest, reply: FastifyReply, payload: string): Buffer | null {
      const body = Buffer.from(payload);
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const type = String(reply.getHeader('content-type'));
      const answer: Answer = { body, zipped: undefined, etag, type };
      if (request.method === 'GET' && version !== '' && !answers.has(request.url))
        answers.set(request.url, answer);
      return dressed(request, reply, answer);
    },
  };
}

/** Memory of a response: body, compressed copy, address, overhead. */
const costOf = ({ body }: Answer, url: string) => Math.ceil(body.length * 1.3) + url.length * 2 + 700;

/** Headers and encoded body of a cached response. */
function dressed(request: FastifyRequest, reply: FastifyReply, answer: Answer): Buffer | null {
  reply.headers({ ...headers, etag: answer.etag, vary: 'accept-encoding' });
  if (knows(request.headers['if-none-match'], answer.etag)) {
    reply.code(304);
    return null;
  }
  const isWorthZipping = answer.body.length > 1400;
  if (!isWorthZipping || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return answer.body;
  answer.zipped ??= gzipSync(answer.body, { level: 5 });
  reply.header('content-encoding', 'gzip');
  return answer.zipped;
}

const knows = (header: string | undefined, etag: string) =>
  header !== undefined && (header === '*' || header.split(',').some((known) => known.trim() === etag));
