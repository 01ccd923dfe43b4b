import { Worker as Thread } from 'node:worker_threads';
import type { TestPortal } from './application.ts';

export interface Asked {
  name: string;
  credentials: string | undefined;
  type: string | undefined;
}

/**
 * A page without a browser: `fetch` reaches the application in this process and keeps cookies, `document` has
 * events and script-visible cookies, a Worker is a Node thread; nothing is cached, as without https. `undo`
 * restores the globals.
 */
export function openPage(portal: TestPortal, ip = '198.51.100.7') {
  const cookies = new Map<string, string>();
  const asked: Asked[] = [];
  const before = { fetch: globalThis.fetch, document: globalThis.document, Worker: globalThis.Worker };
  const page = new EventTarget();
  Object.defineProperty(page, 'cookie', {
    get: () => (cookies.has('u') ? `u=${cookies.get('u')}` : ''),
  });

  async function fetchFromPortal(address: string, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET';
    const body = nativeBody(init.body);
    const sent = new Response(body instanceof Promise ? await body : body);
    const type = new Headers(init.headers).get('content-type') ?? sent.headers.get('content-type');
    asked.push({
      name: `${method} ${address.split('?')[0]}`,
      credentials: init.credentials,
      type: type?.split(';')[0],
    });
    const response = await portal.app.inject({
      method: method as 'GET',
      url: address,
      remoteAddress: ip,
      headers: {
        origin: portal.settings.SITE_URL,
        'sec-fetch-site': 'same-origin',
        ...Object.fromEntries(new Headers(init.headers)),
        ...(type ? { 'content-type': type } : {}),
        ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
      },
      ...(init.body ? { payload: Buffer.from(await sent.arrayBuffer()) } : {}),
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0;/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
    return new Response(response.statusCode === 204 ? null : response.body, {
      status: response.statusCode,
      headers: Object.fromEntries(headers),
    });
  }

  globalThis.isSecureContext = false;
  globalThis.fetch = fetchFromPortal as typeof fetch;
  // A test with a document of its own draws in it.
  if (!before.document) globalThis.document = page as unknown as Document;
  globalThis.Worker = PageWorker as unknown as typeof Worker;
  return {
    asked,
    events: page,
    undo() {
      globalThis.fetch = before.fetch;
      if (!before.document) globalThis.document = before.document;
      globalThis.Worker = before.Worker;
    },
  };
}

/** A form of jsdom as one of Node, whose Response does not know the other. */
function nativeBody(body: BodyInit | null | undefined): BodyInit | null | undefined | Promise<FormData> {
  if (!(body instanceof FormData) || !('window' in globalThis)) return body;
  const empty = new Response('', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  return empty.formData().then((form) => {
    for (const [name, value] of body) form.append(name, String(value));
    return form;
  });
}

/** A Node thread with a browser worker's globals. */
class PageWorker extends EventTarget {
  readonly #thread: Thread;
  constructor(url: URL) {
    super();
    const names = `
      const { parentPort } = require('node:worker_threads');
      globalThis.postMessage = (data) => parentPort.postMessage(data);
      const listeners = [];
      globalThis.addEventListener = (_, listener) => listeners.push(listener);
      const loaded = import(${JSON.stringify(url.href)});
      parentPort.on('message', (data) => loaded.then(() => listeners.forEach((listener) => listener({ data }))));`;
    this.#thread = new Thread(names, { eval: true });
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })));
    this.#thread.on('error', () => this.dispatchEvent(new Event('error')));
  }
  postMessage(data: unknown): void {
    this.#thread.postMessage(data);
  }
  terminate(): void {
    void this.#thread.terminate();
  }
}
