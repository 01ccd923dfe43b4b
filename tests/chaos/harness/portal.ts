import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPublisher, type Publisher } from '#publisher/publish.ts';
import type { Database } from '#server/database/database.ts';
import { startServer, type Server } from '#server/main.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { fillSample, type Sample } from '../../sample/catalogue.ts';
import { ofProof } from './settings.ts';

/** A running portal with the tests' small catalogue and a publisher. */
export interface SmallPortal {
  server: Server;
  database: Database;
  settings: Settings;
  sample: Sample;
  publisher: Publisher;
  close(): Promise<void>;
}

export async function openSmallPortal(more: Record<string, string> = {}): Promise<SmallPortal> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-proof-'));
  const settings = readSettings({
    ...ofProof,
    PORT: '0',
    DATA_DIR: folder,
    ...more,
  });
  const server = await startServer({ settings });
  const sample = await fillSample(server.database);
  const publisher = openPublisher({
    source: catalogueSource(server.context),
    dataDir: folder,
    siteUrl: settings.SITE_URL,
  });
  return {
    server,
    database: server.database,
    settings,
    sample,
    publisher,
    async close() {
      publisher.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
