import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from './cookies.ts';

/** Where a request comes from, and what its browser keeps for us. */
export interface ClientInfo {
  ip: string;
  /** What one subscriber of the network is: an IPv4 address, or a /64 of IPv6. */
  network: string;
  agent: string;
  cookie(name: CookieName): string | undefined;
  setCookie(name: CookieName, value: string, maxAge: number): void;
}

/**
 * `sid` names the session, `device` a browser that its owner has used, `passkey` one in which somebody signs in by a key of
 * a device, `u` tells pages that they may ask who it is.
 */
export type CookieName = 'sid' | 'device' | 'passkey' | 'u';

/** As browsers know a cookie: the prefix makes them refuse it from any other host and without encryption, which localhost lacks. */
const spellingOf = (siteUrl: string) => (name: CookieName) =>
  siteUrl.startsWith('https:') && name !== 'u' ? `__Host-${name}` : name;

/** The token of the session that a request brings. */
export const sessionTokenOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  siteUrl: string,
): string | undefined => readCookie(headers.cookie, spellingOf(siteUrl)('sid'));

export function clientInfoOf(request: FastifyRequest, reply: FastifyReply, siteUrl: string): ClientInfo {
  const isSecure = siteUrl.startsWith('https:');
  const spelt = spellingOf(siteUrl);
  return {
    ip: plainAddress(request.ip),
    network: networkOf(request.ip),
    agent: (request.headers['user-agent'] ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 300),
    cookie: (name) => readCookie(request.headers.cookie, spelt(name)),
    setCookie(name, value, maxAge) {
      const isHidden = name !== 'u';
      // Fastify gathers repeated Set-Cookie headers.
      reply.header('set-cookie', writeCookie(spelt(name), value, { maxAge, isSecure, isHidden }));
      // With the session go pages that the browser has kept; what was typed goes by the page itself, and sight stays.
      if (name === 'u' && maxAge === 0) reply.header('clear-site-data', '"cache"');
    },
  };
}

const plainAddress = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** Where an address is, as letters say it and larger counts take it: the /24 of an IPv4 address, the /48 of IPv6. */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
}

/** A home or an office has a whole /64: its single addresses are free to change. */
export function networkOf(address: string): string {
  const ip = plainAddress(address).replace(/%.*$/, '');
  if (isIPv4(ip) || !isIPv6(ip)) return ip;
  const [head = '', tail = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
