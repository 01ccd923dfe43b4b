import { randomInt } from 'node:crypto';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect } from 'vitest';
import { startOnDemandRenderer, type OnDemandRenderer } from '#publisher/on-demand.ts';
import { startServer, type Server } from '#server/main.ts';
import { publishedStarter } from './published-starter.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: Buffer;
}

/** A published site with its server, ready after `beforeAll`. */
export interface PublishedSite {
  /** Folder of the published files. */
  readonly folder: string;
  get(address: string, headers?: Record<string, string>): Promise<Answer>;
  /** A page, cached. */
  page(address: string): Promise<Document>;
  data<Data>(call: string): Promise<Data>;
}

/** A copy of the published starter for one test file. */
export function publishedSite(): PublishedSite {
  let folder = '';
  let server: Server;
  let answering: OnDemandRenderer;
  let drop: () => Promise<void>;
  const pages = new Map<string, Promise<Document>>();
  beforeAll(async () => {
    const { settings, drop: dropSettings } = await publishedStarter();
    drop = dropSettings;
    server = await startServer({ settings });
    answering = startOnDemandRenderer({ dataDir: settings.DATA_DIR });
    server.context.renderer = answering;
    folder = path.join(settings.DATA_DIR, 'site/current');
  }, 400_000);
  afterAll(async () => {
    await answering.stop();
    await server.close();
    await drop();
  });

  async function get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await server.app.inject({
      url: address,
      headers: { accept: 'text/html,*/*', ...headers },
      // Separate networks, because limits are by network.
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    });
    const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(answered) as Record<string, string>,
      text: response.body,
      body: response.rawPayload,
    };
  }

  async function read(address: string): Promise<Document> {
    const { status, text } = await get(address);
    expect([address, status]).toEqual([address, 200]);
    return new JSDOM(text, { url: `https://register.example${address}` }).window.document;
  }

  return {
    get folder() {
      return folder;
    },
    get,
    page(address) {
      const found = pages.get(address) ?? read(address);
      pages.set(address, found);
      return found;
    },
    async data<Data>(call: string) {
      const { status, text } = await get(call, { accept: 'application/json' });
      expect([call, status]).toEqual([call, 200]);
      return (JSON.parse(text) as { data: Data }).data;
    },
  };
}

/** Visible text with normalised spaces. */
export const textOf = (element: { textContent: string | null } | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The first element with exactly this text. */
export const withText = (within: ParentNode, selector: string, text: string | RegExp): Element | undefined =>
  [...within.querySelectorAll(selector)].find((element) =>
    typeof text === 'string' ? textOf(element) === text : text.test(textOf(element)),
  );
