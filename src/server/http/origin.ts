import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Refuses what a page of another site has sent. A browser names the page's origin with every POST, and where it
 * stands to us with Sec-Fetch-Site; whoever says neither is no page of ours.
 */
export function checkOrigin(request: FastifyRequest, siteUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwn = site === undefined ? origin !== undefined : site === 'same-origin';
  // Pages to which letters lead send no referrer, and their plain forms then come from 'null'; only a browser can say
  // of those that they are ours.
  const isUnnamed = origin === undefined || (origin === 'null' && site === 'same-origin');
  if (isOwn && (isUnnamed || isOwnOrigin(origin, request, siteUrl))) return;
  throw new Refusal(403, 'Запрос пришёл не со страниц портала. Обновите страницу и повторите.');
}

/** The public address; or the one by which this very request came, so that localhost works beside 127.0.0.1. */
function isOwnOrigin(origin: unknown, request: FastifyRequest, siteUrl: string): boolean {
  if (typeof origin !== 'string') return false;
  return origin === siteUrl || origin === `${new URL(siteUrl).protocol}//${request.host}`;
}
