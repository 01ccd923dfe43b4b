import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { checkHost, ClosedAddress, isPublicAddress, lookupOnly } from './public-address.ts';

/** Result of a check: HTTP status, or a network error. */
export interface LinkAnswer {
  status: number | null;
  problem: LinkProblem | null;
}
export type LinkProblem = 'closed' | 'loop' | 'name' | 'refused' | 'silence' | 'tls' | 'other';

export interface LinkCheckOptions {
  /** Allowed addresses; default: public ones. */
  isAllowed?: (address: string) => boolean;
  anyPort?: boolean;
  agent: string;
  /** Timeout in milliseconds. */
  timeoutMs?: number;
  /** Milliseconds between HEAD and GET. */
  between?: number;
}

const maxRedirects = 5;

/**
 * Checks a link by HEAD, and by GET if that fails, because some servers do not support HEAD; bodies are not
 * read. Every redirect is validated like the first address.
 */
export async function fetchLink(url: string, options: LinkCheckOptions): Promise<LinkAnswer> {
  try {
    const head = await follow(url, 'HEAD', options);
    if (head < 400) return { status: head, problem: null };
    await pause(options.between ?? 1000);
    return { status: await follow(url, 'GET', options), problem: null };
  } catch (error) {
    return { status: null, problem: problemOf(error) };
  }
}

async function follow(start: string, method: 'HEAD' | 'GET', options: LinkCheckOptions): Promise<number> {
  let url = new URL(start);
  for (let step = 0; step <= maxRedirects; step += 1) {
    const { status, location } = await sendRequest(url, method, options);
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return status;
    url = new URL(location, url);
  }
  throw Object.assign(new Error('Too many redirects'), { code: 'ELOOP' });
}

function sendRequest(
  url: URL,
  method: 'HEAD' | 'GET',
  { isAllowed = isPublicAddress, anyPort = false, agent, timeoutMs = 15_000 }: LinkCheckOptions,
): Promise<{ status: number; location: string | undefined }> {
  if (!['http:', 'https:'].includes(url.protocol) || (url.port !== '' && !anyPort))
    throw new ClosedAddress(url.href);
  checkHost(url, isAllowed);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(
      url,
      {
        method,
        agent: false,
        lookup: lookupOnly(isAllowed),
        headers: { 'user-agent': agent, accept: '*/*', 'accept-language': 'ru, en;q=0.5' },
        signal: AbortSignal.timeout(timeoutMs),
        auth: undefined,
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0, location: response.headers.location });
        response.destroy();
      },
    );
    request.on('error', reject);
    request.end();
  });
}

const errorKinds: [RegExp, LinkProblem][] = [
  [/^ECLOSED$/, 'closed'],
  [/^ELOOP$/, 'loop'],
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA|ERR_INVALID_URL)$/, 'name'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH)$/, 'refused'],
  [/^(ABORT_ERR|ETIMEDOUT)$|TimeoutError/, 'silence'],
  [/CERT|SSL|TLS|ALTNAME|SIGNED/, 'tls'],
];

function problemOf(error: unknown): LinkProblem {
  const { code, name } = error as { code?: string; name?: string };
  return errorKinds.find(([pattern]) => pattern.test(String(code ?? name)))?.[1] ?? 'other';
}

/** Statuses of sites that block robots but may work for readers. */
const unknown = [401, 403, 405, 406, 429, 451, 501, 999];

/** Whether the link is broken for readers; null when unknown. */
export function isBroken({ status, problem }: LinkAnswer): boolean | null {
  if (problem === 'closed') return true;
  if (status === null) return true;
  if (unknown.includes(status)) return null;
  return status >= 400;
}
