import { readdirSync, readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from '#publisher/compiled.ts';
import { holdsBytes } from '#publisher/compress.ts';
import { openPublisher, type Publisher } from '#publisher/publish.ts';
import { fileOf, siteFolders } from '#publisher/release.ts';
import { filesThatDiffer } from '#publisher/verify.ts';
import { catalogueSource } from '#server/publication/source.ts';
import type { Database } from '#server/database/database.ts';
import { importFile } from '#server/import/run.ts';
import { startServer } from '#server/main.ts';
import type { Settings } from '#server/settings.ts';
import { makeEditor } from './editor.ts';

const siteUrl = 'https://register.example';
const starter = path.join(import.meta.dirname, '../../src/starter');

export interface Exactness {
  edits: number;
  comparisons: number;
  /** Compared pages, and pages rendered because of edits. */
  compared: number;
  rendered: number;
  differences: { edit: string; file: string }[];
}

/**
 * Makes random edits and compares at intervals. A comparison clears the publisher's caches: several edits in
 * between test these too.
 */
export async function editAtRandom(
  settings: Settings,
  {
    seed,
    edits,
    every = 1,
  }: {
    seed: number;
    edits: number;
    every?: number;
  },
): Promise<Exactness> {
  const server = await startServer({ settings });
  const publisher = openPublisher({
    source: catalogueSource(server.context),
    dataDir: settings.DATA_DIR,
    siteUrl,
    isComplete: true,
  });
  try {
    await loadDrafts(server.database, settings.DATA_DIR);
    const editor = await makeEditor(server.database, seed);
    await editor.publishSome();
    await publisher.publish();
    const { client } = await compile(siteUrl);
    const result: Exactness = { edits: 0, comparisons: 0, compared: 0, rendered: 0, differences: [] };
    const since: string[] = [];
    while (result.edits < edits && result.differences.length === 0) {
      const edit = await editor.edit();
      const published = await publisher.publish();
      if (published.state === 'published') result.rendered += published.rendered;
      result.edits += 1;
      since.push(edit);
      if (result.edits % every !== 0 && result.edits < edits) continue;
      const { compared, differing } = await compareAll(publisher, settings.DATA_DIR, client);
      result.comparisons += 1;
      result.compared += compared;
      const latest = since.splice(0).join('; ');
      result.differences.push(...differing.map((file) => ({ edit: latest, file })));
    }
    return result;
  } finally {
    publisher.close();
    await server.close();
  }
}

/** The starter catalogue unpublished: a store of values for every field. */
async function loadDrafts(database: Database, folder: string): Promise<void> {
  const drafts = path.join(folder, 'drafts');
  await cp(starter, drafts, { recursive: true });
  for (const name of readdirSync(drafts).filter((file) => file.endsWith('.ndjson'))) {
    const lines = readFileSync(path.join(drafts, name), 'utf8').trim().split('\n');
    const unpublished = lines.map((line) => {
      const record = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify('state' in record || 'data' in record ? { ...record, state: 'draft' } : record);
    });
    await writeFile(path.join(drafts, name), unpublished.join('\n'));
  }
  await importFile(database, { format: 'records', input: drafts });
}

/** Renders every page and compares it with the published one. */
async function compareAll(
  publisher: Publisher,
  dataDir: string,
  client: string,
): Promise<{ compared: number; differing: string[] }> {
  const site = await publisher.site();
  // The comparison must not use the publisher's caches.
  site.forget();
  const folder = path.join(siteFolders(dataDir).current, '.');
  const addresses: string[] = [];
  for (const route of site.routes()) addresses.push(...(await site.addressesOf(route)).addresses);
  const differing: string[] = [];
  for (const address of addresses) {
    const { bytes } = await site.render(address);
    if (!holdsBytes(path.join(folder, fileOf(address)), bytes)) differing.push(fileOf(address));
  }
  const all = await filesThatDiffer({ folder, client, pages: addresses.map(fileOf), differing });
  return { compared: addresses.length, differing: all };
}
