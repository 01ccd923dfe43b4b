import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLasting } from '#domain/lasting-files.ts';
import { PageError } from '#domain/page-error.ts';
import { pageOf, redirectOf } from '#domain/redirects.ts';
import { isVersionedNames, namesList } from '#domain/search/shard.ts';
import { dictionaryHashIn, dictionaryMatch, usesDictionary } from '#domain/shared-dictionary.ts';
import { successorIn } from '#domain/successor.ts';
import { mediaTypeOf } from '#domain/media-type.ts';
import type { RateLimiter } from '../base/rate-limiter.ts';
import { revalidated, sharedHeaders } from '../base/open-headers.ts';
import { HttpError } from '../http-error.ts';
import { networkOf } from '../request/client.ts';
import type { Settings } from '../settings.ts';
import { barePage } from './bare-page.ts';
import { dictionaryLink, dictionaryOf } from './dictionaries.ts';
import { renderCost, type OnDemandPages } from './on-demand-pages.ts';
import { fileIn, isFolder, packFile, readSiteFile, readWithDictionary, type SiteFile } from './files.ts';
import { keepsLargeText, wantsLargeText } from './low-vision.ts';
import { barePolicy, closedPolicy, pageHeaders, workerPolicy } from './policy.ts';
import { sendPage } from './send-page.ts';
import { currentRelease, type Release } from './release.ts';

/** A page rendered for a query; `undefined` serves the static page. */
export type FilledPage = (
  request: FastifyRequest,
  draw: OnDemandPages['render'],
) => Promise<string | undefined>;

/** An editor opens a list of sixty pictures at once. */
const resizeCost = 1;

interface Site {
  settings: Pick<Settings, 'DATA_DIR'>;
  pages: OnDemandPages;
  /** Pages rendered for a query, by address. */
  filled: Readonly<Record<string, FilledPage>>;
  /** Bytes of a file of `/media/`; `charge` precedes resizing and may refuse. */
  media: (name: string, charge: () => void) => Promise<Buffer | undefined>;
  limitRate: RateLimiter;
}

interface SiteRequest {
  site: Site;
  request: FastifyRequest;
  reply: FastifyReply;
  release: Release;
}

/** Serves the published site from DATA_DIR/site/current. */
export const serveSite =
  (site: Site) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const release = await currentRelease(site.settings.DATA_DIR);
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        reply.header('allow', 'GET, HEAD');
        throw new PageError('Этот адрес можно только читать', 405);
      }
      if (!release) throw new PageError('Сайт ещё не опубликован. Загляните через минуту', 503);
      return await answer({ site, request, reply, release });
    } catch (error) {
      if (release && isNotFound(error)) return await notFound({ site, request, reply, release });
      const problem = pageErrorOf(error);
      if (!problem) request.log.error({ err: error }, 'page failed');
      return sendProblem({ site, request, reply, release }, problem ?? new PageError());
    }
  };

async function answer(siteRequest: SiteRequest): Promise<FastifyReply> {
  const { site, request, reply, release } = siteRequest;
  const { settings, pages, filled, media, limitRate } = site;
  const [raw, query] = request.url.split(/\?(.*)/s, 2) as [string, string | undefined];
  const moved = redirectOf(raw);
  if (moved) return redirect(reply, moved, query);
  const address = safeAddress(raw);
  if (address === undefined) return await notFound(siteRequest);

  const isPage = address.endsWith('/');
  const variant = isPage && variantFor(request, () => pages.has(release, `${address}index.md`));
  if (variant) return redirect(reply, ...variant, 302);
  const isLarge = isPage && wantsLargeText(request);
  const draw: OnDemandPages['render'] = isLarge ? inLargeText(pages) : pages.render;
  const charge = (cost: number) => limitRate(networkOf(request.ip), cost);
  const page = pageOf(address);
  const file = path.join(release.folder, fileIn(page));
  const fill = Object.hasOwn(filled, address) ? filled[address] : undefined;
  if (isLarge || (fill && query !== undefined)) charge(renderCost);
  const html =
    (await fill?.(request, draw)) ?? (isLarge && pages.has(release, page) ? await draw(page, {}) : undefined);
  if (html !== undefined) return sendPage(request, reply, html, release);
  // Parts are parts of the plain file.
  const accepted = request.headers.range ? '' : (request.headers['accept-encoding'] ?? '');
  const found = await readSiteFile(file, accepted);
  if (found) {
    const smallest = await withDictionary(siteRequest, { file, address, found });
    return sendFile(siteRequest, address, smallest);
  }
  const picture = await findPicture(media, address, charge);
  if (picture) return sendFile(siteRequest, address, picture);
  const missing = await pages.find(release, page, accepted, charge);
  if (missing) return sendFile(siteRequest, address, missing, missing.policy);
  if (!address.endsWith('/')) {
    const folder = pageOf(`${address}/`);
    if (pages.has(release, folder)) return redirect(reply, `${raw}/`, query);
  }
  if (isLasting(address) && isSound(address, release)) {
    // Hashed files of older releases, for open pages.
    const folder = path.join(settings.DATA_DIR, 'site/assets');
    const older = await readSiteFile(path.join(folder, fileIn(address)), accepted);
    if (older) return sendFile(siteRequest, address, older);
  }
  return await notFound(siteRequest);
}

/** Path and query of the page for this reader alone: in large text, or as Markdown. */
function variantFor(
  request: FastifyRequest,
  hasMarkdown: () => boolean,
): [at: string, query: string | undefined] | undefined {
  const [at = '', query] = request.url.split(/\?(.*)/s, 2);
  if (keepsLargeText(request)) return [at, `${query ? `${query}&` : ''}vi=1`];
  return wantsMarkdown(request) && hasMarkdown() ? [`${at}index.md`, query] : undefined;
}

/**
 * Whether a client prefers Markdown. It is redirected: shared caches keep one response per address, and `Vary: Accept`
 * would split their cache by browser.
 */
function wantsMarkdown({ headers: { accept = '' } }: FastifyRequest): boolean {
  const [markdown, html] = ['text/markdown', 'text/html'].map((type) => accept.indexOf(type));
  return markdown! >= 0 && (html! < 0 || markdown! < html!);
}

/** A picture that releases do not hold in this size. */
async function findPicture(
  media: Site['media'],
  address: string,
  charge: (cost: number) => void,
): Promise<SiteFile | undefined> {
  if (!address.startsWith('/media/')) return undefined;
  const bytes = await media(address.slice('/media/'.length), () => charge(resizeCost));
  return bytes && (await packFile(bytes, ''));
}

/** The route of a page has no such record. */
const isNotFound = (error: unknown) => (error as { name?: string }).name === 'NotFound';

/** Error details for readers; undefined for internal errors. */
const pageErrorOf = (error: unknown): PageError | undefined =>
  error instanceof HttpError
    ? new PageError(error.message, error.status)
    : error instanceof PageError
      ? error
      : undefined;

async function notFound(siteRequest: SiteRequest): Promise<FastifyReply> {
  const { site, request, reply, release } = siteRequest;
  const address = safeAddress(request.url.split('?', 1)[0] ?? '') ?? '/';
  const [, list] = /^(\/.+\/)page\/1\/?$/.exec(address) ?? [];
  if (list && isFolder(path.join(release.folder, list)))
    return redirect(reply, list, request.url.split(/\?(.*)/s, 2)[1]);
  // With the record's page its JSON, feed and leaflet are gone.
  const [, place, beside = ''] = /^(\/[\w-]+\/[\w-]+)(?:\/(.*))?$/.exec(address) ?? [];
  const gone =
    place &&
    ((await readSiteFile(path.join(release.folder, `/gone${place}/index.html`), '')) ??
      (await site.pages.find(release, `/gone${place}/`, '')));
  if (gone) return await sendGone(siteRequest, gone, beside);
  reply.code(404);
  const accepted = request.headers['accept-encoding'] ?? '';
  const page = await readSiteFile(path.join(release.folder, '404.html'), accepted);
  if (!page) throw new PageError('Страница не найдена', 404);
  return sendBody(siteRequest, '/404.html', page);
}

const inLargeText =
  ({ render }: OnDemandPages): OnDemandPages['render'] =>
  (address, facts) =>
    render(address, async () => ({
      ...(typeof facts === 'function' ? await facts() : facts),
      isLarge: true,
    }));

/** The page compressed with the reader's dictionary, or 304. */
async function withDictionary(
  { request, release }: SiteRequest,
  { file, address, found }: { file: string; address: string; found: SiteFile },
): Promise<SiteFile> {
  const dictionary = usesDictionary(address) ? dictionaryOf(request, release) : undefined;
  if (!dictionary || isKnown(request, found)) return found;
  return (await readWithDictionary(file, dictionary)) ?? found;
}

/** Dictionaries are cached for a year: one not matching its hash does not exist. */
function isSound(address: string, { dictionaries }: Release): boolean {
  const name = dictionaryHashIn(address);
  return name === undefined || dictionaries.has(name);
}

/**
 * The decoded address, if it can name a published file. Hidden files, parent paths, double slashes (redirects
 * to another host in browsers) and the publisher's own files cannot.
 */
function safeAddress(raw: string): string | undefined {
  let address: string;
  try {
    address = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  if (!address.startsWith('/') || /\p{Cc}|\\|\/\//u.test(address)) return undefined;
  // An escaped slash is no slash.
  if (/%2f/i.test(raw)) return undefined;
  if (address.split('/').some((part) => part.startsWith('.') && part !== '.well-known')) return undefined;
  if (address.startsWith('/gone/')) return undefined;
  if (/\.(br|map|new)$/.test(address) || address === '/release.json' || address === '/404.html')
    return undefined;
  return address;
}

/** Permanently, or for this reader only. */
export function redirect(
  reply: FastifyReply,
  to: string,
  query: string | undefined,
  code: 301 | 302 = 301,
): FastifyReply {
  return reply
    .code(code)
    .header('location', query === undefined ? to : `${to}?${query}`)
    .headers(code === 301 ? sharedHeaders('public, max-age=3600') : { 'cache-control': 'no-store' })
    .send('');
}

/** 410, or a redirect to the successor and what is beside its page (ruling G69). */
async function sendGone(
  { request, reply, release }: SiteRequest,
  page: SiteFile,
  beside: string,
): Promise<FastifyReply> {
  const html = page.body.toString();
  const successor = successorIn(html);
  return successor === undefined
    ? await sendPage(request, reply.code(410), html, release)
    : redirect(reply, successor + beside, undefined);
}

function sendFile(siteRequest: SiteRequest, address: string, file: SiteFile, policy?: string): FastifyReply {
  const { request, reply, release } = siteRequest;
  reply.header('etag', file.etag).header('last-modified', file.modified.toUTCString());
  if (isKnown(request, file))
    return reply
      .code(304)
      .headers({ vary: varyOf(address), ...cacheHeaders(address, request.url) })
      .send();
  const link = usesDictionary(address) ? dictionaryLink(request, release) : undefined;
  if (link) reply.header('link', link);
  if (dictionaryHashIn(address)) reply.header('use-as-dictionary', `match="${dictionaryMatch}"`);
  return sendBody(siteRequest, address, partOf(request, reply, file), policy);
}

/** Smaller files are sent whole. */
const minRangedBytes = 2 ** 20;

/** The part that the reader asks for, of the same file as before (RFC 9110, 14.2). */
function partOf({ method, headers }: FastifyRequest, reply: FastifyReply, file: SiteFile): SiteFile {
  const size = file.body.length;
  const isSame = [undefined, file.etag, file.modified.toUTCString()].includes(headers['if-range'] as string);
  if (method !== 'GET' || file.encoding || size <= minRangedBytes || !isSame) return file;
  const range = byteRangeOf(headers.range, size);
  if (range === undefined) return file;
  if (range === 'outside') {
    reply.code(416).header('content-range', `bytes */${size}`);
    return { ...file, body: Buffer.alloc(0) };
  }
  reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  return { ...file, body: file.body.subarray(range.first, range.last + 1) };
}

function isKnown({ headers }: FastifyRequest, file: SiteFile): boolean {
  const known = headers['if-none-match'];
  const since = headers['if-modified-since'];
  return known
    ? known.split(',').some((etag) => etag.trim().replace(/^W\//, '') === file.etag)
    : since !== undefined && Math.floor(file.modified.getTime() / 1000) * 1000 <= Date.parse(since);
}

const varyOf = (address: string) =>
  usesDictionary(address) ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding';

function sendBody(
  { request, reply, release }: SiteRequest,
  address: string,
  file: SiteFile,
  policy = release.policy,
): FastifyReply {
  const type = address.endsWith('/') ? mediaTypeOf('html') : mediaTypeOf(address);
  reply.headers({ 'content-type': type, ...cacheHeaders(address, request.url), vary: varyOf(address) });
  if (file.encoding) reply.header('content-encoding', file.encoding);
  else if (file.body.length > minRangedBytes && reply.statusCode === 200)
    reply.header('accept-ranges', 'bytes');
  if (type.startsWith('text/html')) reply.headers(pageHeaders(policy));
  else if (address === '/sw.js') reply.header('content-security-policy', workerPolicy);
  // Browsers embed PDF in a page of their own, which a closed policy would block.
  else if (!type.startsWith('application/pdf')) reply.header('content-security-policy', closedPolicy);
  return reply.send(file.body);
}

/** Other sites may read data, pictures and the script of their form of codes; pages, styles and other scripts are for this site. */
function cacheHeaders(address: string, url: string): Record<string, string> {
  const cacheControl = cacheControlOf(address, url);
  const isOwn =
    address.endsWith('/') || (/\.(html|css|m?js|woff2?)$/.test(address) && address !== '/codes.js');
  return cacheControl === 'no-store' || isOwn
    ? { 'cache-control': cacheControl }
    : sharedHeaders(cacheControl);
}

function cacheControlOf(address: string, url: string): 'no-store' | `public, ${string}` {
  if (isLasting(address) || isVersionedNames(address, url.split('?')[1]))
    return 'public, max-age=31536000, immutable';
  // An older list refers to older files, which still exist; the server searches what is newer.
  if (address === namesList) return 'public, max-age=3600, stale-while-revalidate=2592000';
  // Not cached for the next user of the browser (ASVS V14.3.1); /cases/ is the same for everyone (B267).
  if (address.startsWith('/profile/')) return 'no-store';
  return address.endsWith('/') || address.endsWith('.html') || address === '/sw.js'
    ? revalidated
    : 'public, max-age=300';
}

/** The site's error page with the message as title, or a minimal one (B059, B246). */
async function sendProblem(
  { site, request, reply, release }: Omit<SiteRequest, 'release'> & { release: Release | undefined },
  { message, statusCode: status }: PageError,
): Promise<FastifyReply> {
  if (status === 503 || status === 429)
    // A rendered or compressed page would add to the load.
    return reply
      .code(status)
      .headers({
        'content-type': mediaTypeOf('html'),
        'cache-control': 'no-store',
        ...pageHeaders(barePolicy),
        'retry-after': '5',
      })
      .send(barePage({ title: message }));
  const page = await site.pages.render('/error/', { problem: { message, status } }).catch(() => undefined);
  return sendPage(request, reply.code(status), page ?? barePage({ title: message }), release);
}

/**
 * The one range of a `Range` header, its first and last byte (RFC 9110, 14). Undefined: the whole is sent; `outside`: 416.
 */
function byteRangeOf(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return to === '0' ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'outside' : { first, last };
}
