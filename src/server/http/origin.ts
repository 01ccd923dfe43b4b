import type { FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';

/**
 * Rejects requests from other sites. Browsers send Origin with every POST, and Sec-Fetch-Site; a request with
 * neither is not from a page and is accepted (ruling G70).
 */
export function checkOrigin(request: FastifyRequest, siteUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isSameSite = site === undefined || site === 'same-origin';
  // Plain forms without a referrer have Origin 'null': only Sec-Fetch-Site identifies them.
  const isUnnamed = origin === undefined || (origin === 'null' && site === 'same-origin');
  if (isSameSite && (isUnnamed || isOwnOrigin(origin, request, siteUrl))) return;
  throw new HttpError(403, 'Запрос пришёл не со страниц портала. Обновите страницу и повторите.');
}

/** The public address, or that of this request, so that localhost works next to 127.0.0.1. */
function isOwnOrigin(origin: unknown, request: FastifyRequest, siteUrl: string): boolean {
  if (typeof origin !== 'string') return false;
  return origin === siteUrl || origin === `${new URL(siteUrl).protocol}//${request.host}`;
}
