import type { PublicationStatus } from '#contract/publication.ts';
import type { PublisherWorker } from '#publisher/publisher-worker.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { startServer, type Server } from '#server/main.ts';
import type { Settings } from '#server/settings.ts';
import { startPublisher } from '../../scripts/publishing.ts';
import { addPerson, withSession, type Browser } from './people.ts';
import { publishedStarter } from './published-starter.ts';
import { waitUntil } from './wait-until.ts';

/** A publishing server on a copy of the published starter, with an editor and an administrator. */
export interface LivePortal {
  server: Server;
  settings: Settings;
  worker: PublisherWorker;
  editor: Browser;
  admin: Browser;
  status(): Promise<PublicationStatus>;
  text(address: string): Promise<string>;
  /** Waits until a page contains these words. */
  shows(address: string, words: string): Promise<unknown>;
  /** Publishes an editor's edit. */
  change(id: number, fields: Record<string, unknown>): Promise<unknown>;
  /** The first twenty of the list. */
  diseases(): Promise<{ id: number; title: string }[]>;
  /** Stops the server; files stay. */
  stop(): Promise<void>;
  /** Stops the server if needed, and deletes the files. */
  drop(): Promise<void>;
}

export async function startLivePortal(more: Record<string, string> = {}): Promise<LivePortal> {
  const { settings, drop } = await publishedStarter({ CAPTCHA: 'off', ...more });
  const server = await startServer({ settings });
  const portal = { ...server, settings };
  const editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  const worker = startPublisher(server, settings);
  const text = async (address: string) => (await fetch(new URL(address, server.url))).text();
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      await worker.stop();
      await server.close();
    })());
  return {
    server,
    settings,
    worker,
    editor,
    admin,
    status: async () => (await editor.get('/api/editors/publication')).data as PublicationStatus,
    text,
    shows: (address, words) =>
      waitUntil(`${address} shows «${words}»`, async () => (await text(address)).includes(words)),
    change: (id, fields) =>
      server.database.transaction((tx) =>
        writeRecord(tx, { kind: 'disease', id, fields, origins: 'editor', author: 'test' }),
      ),
    async diseases() {
      const { data } = JSON.parse(await text('/api/diseases?page_size=20')) as {
        data: { items: { id: number; title: string }[] };
      };
      return data.items;
    },
    stop,
    async drop() {
      await stop();
      await drop();
    },
  };
}
