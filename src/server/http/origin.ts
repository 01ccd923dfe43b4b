import type { FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';

/**
 * Refuses requests of foreign pages. Browsers name the page in Origin with every POST, and its relation to the site in
 * Sec-Fetch-Site; a request with neither header comes from no page and is served (ruling G70).
 */
export function checkOrigin(request: FastifyRequest, siteUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isSameSite = site === undefined || site === 'same-origin';
  // Plain forms on pages without a referrer come from 'null': there Sec-Fetch-Site alone can name the site.
  const isUnnamed = origin === undefined || (origin === 'null' && site === 'same-origin');
  if (isSameSite && (isUnnamed || isOwnOrigin(origin, request, siteUrl))) return;
  throw new HttpError(403, 'Запрос пришёл не со страниц портала. Обновите страницу и повторите.');
}

/** The public address; or the one by which this very request came, so that localhost works beside 127.0.0.1. */
function isOwnOrigin(origin: unknown, request: FastifyRequest, siteUrl: string): boolean {
  if (typeof origin !== 'string') return false;
  return origin === siteUrl || origin === `${new URL(siteUrl).protocol}//${request.host}`;
}
