import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { apiSource } from '#data/source.ts';
import type { Publication } from '#publisher/publication.ts';
import { siteFolders } from '#publisher/release.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { startServer, type Server } from '#server/main.ts';
import { publishedStarter, siteUrl } from './published-starter.ts';

/** A server on a copy of the published starter, and its publisher. */
export interface PublishedPortal {
  server: Server;
  publication: Publication;
  live: string;
  /** A disease by its place in the list, from 1. */
  diseaseAt(place: number): Promise<{ id: number; title: string }>;
  /** Publishes an editor's edit. */
  change(kind: string, id: number, fields: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

export async function startPublishedPortal(): Promise<PublishedPortal> {
  const { settings, drop } = await publishedStarter();
  const server = await startServer({ settings });
  return {
    server,
    publication: { source: apiSource(server.url), dataDir: settings.DATA_DIR, siteUrl },
    live: siteFolders(settings.DATA_DIR).current,
    async diseaseAt(place) {
      const response = await fetch(new URL(`/api/diseases?page_size=1&page=${place}`, server.url));
      const { data } = (await response.json()) as { data: { items: { id: number; title: string }[] } };
      const [first] = data.items;
      if (!first) throw new Error(`The catalogue has no disease at place ${place}`);
      return first;
    },
    change: (kind, id, fields) =>
      server.database.transaction((tx) =>
        writeRecord(tx, { kind, id, fields, origins: 'editor', author: 'test' }),
      ),
    async close() {
      await server.close();
      await drop();
    },
  };
}

/** Truncates a file like a power cut; it may be hard-linked, so it is replaced. */
export async function tear(file: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, '');
  await writeFile(siteFolders(path.resolve(file.split('/site/')[0]!)).unflushed, '');
}

export const decompressed = (file: string): Buffer => brotliDecompressSync(readFileSync(`${file}.br`));
