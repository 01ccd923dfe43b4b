import type { FastifyRequest } from 'fastify';

/** Low-vision version without scripts: `?vi=1` from the button in the header, undone by `?vi=0`. */
export const wantsLargeText = ({ url }: Pick<FastifyRequest, 'url'>): boolean => wishIn(url) === '1';

/** Whether the referring page was in the low-vision version: links and forms keep it. */
export function keepsLargeText({ url, host, headers }: FastifyRequest): boolean {
  const { referer = '' } = headers;
  return (
    wishIn(url) === null && URL.canParse(referer) && new URL(referer).host === host && wishIn(referer) === '1'
  );
}

const wishIn = (address: string) => new URLSearchParams(address.split(/[?#]/)[1]).get('vi');
