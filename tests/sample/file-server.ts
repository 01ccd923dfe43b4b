import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import path from 'node:path';

interface Options {
  root: string;
  port: number;
  portal: number;
  policy?: string;
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
};

/** A file server in front of the portal, exactly as in docs/deploying.md. */
export async function startFileServer(options: Options): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response, options));
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: Options): Promise<void> {
  const { root, policy } = options;
  const [raw = '', query] = (request.url ?? '').split(/(\?.*)/s, 2);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading || /^\/(api|preview|\.well-known|orpha|og)(\/|$)/.test(raw)) {
    if (!(await pass(request, response, options.portal)))
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
    return;
  }
  if (query && /^\/(search|compare|unsubscribe|profile)\//.test(raw)) {
    if (await pass(request, response, options.portal)) return;
  }
  const redirect = (to: string) => response.writeHead(301, { location: to + (query ?? '') }).end();
  if (/^\/diseases(\/|$)/.test(raw)) return void redirect(raw.replace('/diseases', '/deseases'));
  if (raw === '/sitemap.xml') return void redirect('/sitemap-index.xml');
  if (raw === '/feed.xml') return void redirect('/changes/feed.xml');
  const address = decodeURIComponent(raw);
  const file = path.join(root, /^\/cases\/[1-9]\d*\/$/.test(address) ? '/cases/case/' : address);
  if (await isFolder(file)) {
    if (!raw.endsWith('/')) return void redirect(`${raw}/`);
    return await send(path.join(file, 'index.html'), 200);
  }
  await send(file, 200);

  async function send(name: string, status: number): Promise<void> {
    const body = await readFile(name).catch(() => undefined);
    if (!body) {
      if (status === 404) return void response.writeHead(404).end();
      return await send(path.join(root, '404.html'), 404);
    }
    const isPage = name.endsWith('.html');
    response.writeHead(status, {
      'content-type': types[path.extname(name).slice(1)] ?? 'application/octet-stream',
      'cache-control': cacheOf(address, isPage),
      ...(isPage && policy ? { 'content-security-policy': policy } : {}),
    });
    response.end(body);
  }
}

function cacheOf(address: string, isPage: boolean): string {
  if (/^\/(_astro|dialogs|media|fonts)\//.test(address)) return 'public, max-age=31536000, immutable';
  if (address.startsWith('/profile/')) return 'no-store';
  return isPage || address === '/sw.js' ? 'public, max-age=0, must-revalidate' : 'public, max-age=300';
}

const isFolder = (file: string) =>
  stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Proxies a request; false when the portal is down. */
async function pass(request: IncomingMessage, response: ServerResponse, port: number): Promise<boolean> {
  const { url, method, headers } = request;
  return await new Promise((resolve) => {
    const passed = ask({ host: '127.0.0.1', port, path: url, method, headers }, (found) => {
      response.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(response);
      resolve(true);
    });
    passed.on('error', () => resolve(false));
    request.pipe(passed);
  });
}
