import type { FastifyRequest } from 'fastify';
import { anonymousActor, type Actor } from '../request/access.ts';
import { neighbourhoodOf, networkOf } from '../request/client.ts';

/** Rejections logged with attribution (OWASP ASVS 5, 16.2.1 and 16.3.2). */
const accountable = new Set([401, 403, 429]);

/** Actors of requests, for the log before anything is rejected. */
export const actors = new WeakMap<FastifyRequest, Actor>();

function accountOf(request: FastifyRequest): number | undefined {
  const { user, pendingLogin } = actors.get(request) ?? anonymousActor;
  return (user ?? pendingLogin?.user)?.id;
}

/**
 * Attribution of a rejection: account id, never the address, and the network neighbourhood, never the whole
 * IP. The request id is in every line.
 */
export const attributionOf = (
  request: FastifyRequest,
  status: number,
): { account?: number | null; network?: string } =>
  accountable.has(status)
    ? { account: accountOf(request) ?? null, network: neighbourhoodOf(request.ip) }
    : {};

export const ownerOf = (request: FastifyRequest): string =>
  String(accountOf(request) ?? networkOf(request.ip));
