import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ClientInfo {
  ip: string;
  /** An IPv4 address or IPv6 /64. */
  network: string;
  agent: string;
  cookie(name: CookieName): string | undefined;
  /** `maxAge` in seconds; 0 deletes it. */
  setCookie(name: CookieName, value: string, maxAge: number): void;
}

/** `sid`: session; `device`: known browser; `passkey`: passkey sign-in; `u`: tells pages to load the user. */
export type CookieName = 'sid' | 'device' | 'passkey' | 'u';

/** Cookie name with the __Host- prefix, which needs https; localhost has none. */
const spellingOf = (siteUrl: string) => (name: CookieName) =>
  siteUrl.startsWith('https:') && name !== 'u' ? `__Host-${name}` : name;

export const sessionTokenOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  siteUrl: string,
): string | undefined => readCookie(headers.cookie, spellingOf(siteUrl)('sid'));

export function clientInfoOf(request: FastifyRequest, reply: FastifyReply, siteUrl: string): ClientInfo {
  const spelt = spellingOf(siteUrl);
  return {
    ip: plainAddress(request.ip),
    network: networkOf(request.ip),
    agent: (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 300),
    cookie: (name) => readCookie(request.headers.cookie, spelt(name)),
    setCookie(name, value, maxAge) {
      const hidden = name === 'u' ? '' : '; HttpOnly';
      const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
      // Values are our own tokens and need no escaping. Fastify collects repeated Set-Cookie headers.
      const cookie = `${spelt(name)}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${hidden}${secure}`;
      reply.header('set-cookie', cookie);
      // Clears cached pages with the session; the page clears drafts itself, and the low-vision setting
      // stays.
      if (name === 'u' && maxAge === 0) reply.header('clear-site-data', '"cache"');
    },
  };
}

const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** /24 of IPv4 or /48 of IPv6, for letters and larger limits. */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
}

/** A household has a /64, within which addresses change. */
export function networkOf(address: string): string {
  const ip = plainAddress(address).replace(/%.*$/, '');
  if (isIPv4(ip) || !isIPv6(ip)) return ip;
  const [head = '', tail = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...rest] = pair.split('=');
    if (key.trim() === name) return rest.join('=').trim();
  }
  return undefined;
}
