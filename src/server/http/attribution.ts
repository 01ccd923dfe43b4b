import type { FastifyRequest } from 'fastify';
import type { Actor } from '../request/access.ts';
import { neighbourhoodOf, networkOf } from '../request/client.ts';

/** Rejections logged with attribution (OWASP ASVS 5, 16.2.1 and 16.3.2). */
const accountable = new Set([401, 403, 429]);

const accounts = new WeakMap<FastifyRequest, number>();

/** Remembers the actor for the log before anything is rejected. */
export function attribute(request: FastifyRequest, { user, pendingLogin }: Actor): void {
  const account = user ?? pendingLogin?.user;
  if (account) accounts.set(request, account.id);
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
    ? { account: accounts.get(request) ?? null, network: neighbourhoodOf(request.ip) }
    : {};

/** Account of a request, or its network. */
export const ownerOf = (request: FastifyRequest): string =>
  String(accounts.get(request) ?? networkOf(request.ip));
