import type { FastifyRequest } from 'fastify';

/**
 * A page for people with low sight whose browser runs no scripts: `?vi=1` asks for it, by the button in the first row,
 * which takes it back by `?vi=0`.
 */
export const wantsLargeText = ({ url }: Pick<FastifyRequest, 'url'>): boolean => wishIn(url) === '1';

/** Whether a page that does not say it is asked for from one that was wanted so: links and forms of the site keep the wish. */
export function keepsLargeText({ url, host, headers }: FastifyRequest): boolean {
  const { referer = '' } = headers;
  return (
    wishIn(url) === null && URL.canParse(referer) && new URL(referer).host === host && wishIn(referer) === '1'
  );
}

const wishIn = (address: string) => new URLSearchParams(address.split(/[?#]/)[1]).get('vi');
