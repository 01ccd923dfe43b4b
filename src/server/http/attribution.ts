import type { FastifyRequest } from 'fastify';
import type { Actor } from '../request/access.ts';
import { neighbourhoodOf, networkOf } from '../request/client.ts';

/** Refusals that somebody may have to account for (OWASP ASVS 5, 16.2.1 and 16.3.2). */
const accountable = new Set([401, 403, 429]);

const accounts = new WeakMap<FastifyRequest, number>();

/** Keeps who asks for the line of the log, before anything is refused. */
export function attribute(request: FastifyRequest, { user, pendingLogin }: Actor): void {
  const account = user ?? pendingLogin?.user;
  if (account) accounts.set(request, account.id);
}

/**
 * Whom a refusal is laid to: the number of the account, never its address, and the neighbourhood of the network, never
 * the whole address. The number of the request stands in every line.
 */
export const attributionOf = (
  request: FastifyRequest,
  status: number,
): { account?: number | null; network?: string } =>
  accountable.has(status)
    ? { account: accounts.get(request) ?? null, network: neighbourhoodOf(request.ip) }
    : {};

/** Whose request it is: of an account, or of a network where nobody has signed in. */
export const ownerOf = (request: FastifyRequest): string =>
  String(accounts.get(request) ?? networkOf(request.ip));
