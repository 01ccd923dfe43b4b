import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';

/**
 * Why a request is not for this portal: it names another site, or two at once (RFC 9112, 3.2). A name that somebody has
 * pointed at us would else be a mirror, and on an editor's machine a way in (DNS rebinding); a bare address is no name.
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

/** The host without its port, and without the brackets of IPv6. */
const nameOf = (host: string | undefined) =>
  (host ?? '')
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** Warns once of a proxy that the settings do not name: its address would stand for those of all readers. */
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
