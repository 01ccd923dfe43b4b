import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';

/**
 * Error message if the Host is not this portal, or not unique (RFC 9112, 3.2). A foreign name pointing here
 * would be a mirror and allow DNS rebinding; IP addresses are allowed.
 */
export function foreignHost(
  request: FastifyRequest,
  { SITE_URL, HOST, HOSTS = [] }: Pick<Settings, 'SITE_URL' | 'HOST' | 'HOSTS'>,
): { status: number; message: string } | undefined {
  const { rawHeaders } = request.raw;
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) return { status: 400, message: 'Запрос называет два адреса сразу.' };
  const name = nameOf(request.host);
  const known = [new URL(SITE_URL).hostname, HOST, ...HOSTS].map((host) => host.toLowerCase());
  if (name === '' || isIP(name) || isOwnMachine(name) || known.includes(name)) return undefined;
  return { status: 421, message: 'Портал на этот адрес не отвечает.' };
}

const isOwnMachine = (name: string) => name === 'localhost' || name.endsWith('.localhost');

const nameOf = (host: string | undefined) =>
  (host ?? '')
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** Warns once of an unconfigured proxy, whose address would stand for all readers. */
export function proxyWarning({
  TRUST_PROXY,
}: Pick<Settings, 'TRUST_PROXY'>): (request: FastifyRequest) => void {
  let isWarned = TRUST_PROXY !== undefined;
  return (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return;
    isWarned = true;
    request.log.warn(
      'Пришёл X-Forwarded-For, а TRUST_PROXY не задан. Если перед порталом стоит прокси, задайте его адрес: иначе все читатели для портала из одной сети, и пределы у них общие.',
    );
  };
}
