import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiSource } from '#data/source.ts';
import { runAstro } from '#publisher/compiled.ts';
import { readFileIfExists, releaseFilesIn } from '#publisher/files.ts';
import { publish } from '#publisher/publish.ts';
import { siteFolders } from '#publisher/release.ts';
import { importFile } from '#server/import/run.ts';
import { startServer, type Server } from '#server/main.ts';
import { testSettings } from './sample/database.ts';
import { siteUrl } from './sample/published-starter.ts';

describe('the first publication of the whole starter catalogue', { timeout: 400_000 }, () => {
  let server: Server;
  let drop: () => Promise<void>;
  let dataDir = '';
  let live = '';
  /** Whether readers had the site when compression began. */
  let isLiveAtCompressing: boolean | undefined;

  beforeAll(async () => {
    const { settings, drop: dropSettings } = await testSettings();
    drop = dropSettings;
    dataDir = settings.DATA_DIR;
    live = siteFolders(dataDir).current;
    server = await startServer({ settings });
    const input = path.join(import.meta.dirname, '../src/starter');
    await importFile(server.database, { format: 'records', input });
    await publish({
      source: apiSource(server.url),
      dataDir,
      siteUrl,
      isComplete: true,
      onStep: ({ step }) => {
        if (step === 'compressing') isLiveAtCompressing ??= existsSync(live);
      },
    });
  }, 400_000);
  afterAll(async () => {
    await server.close();
    await drop();
  });

  test('readers have a whole site before compression, which then covers the files of search and aid', async () => {
    expect(isLiveAtCompressing).toBe(true);
    for (const file of ['search/names-0.json', 'diagnostics/signs/links.json', 'sw.js'])
      expect([file, existsSync(path.join(live, `${file}.br`))]).toEqual([file, true]);
  });

  test('plain astro build from the API and the publisher give the same bytes (B264)', async () => {
    const reference = path.join(dataDir, 'reference');
    await runAstro({
      REGISTER_MODE: 'static',
      REGISTER_OUT_DIR: reference,
      REGISTER_API_URL: server.url,
      SITE_URL: siteUrl,
    });
    expect(await differingFiles(live, reference)).toEqual([]);
  });
});

/** Names of files that differ between two folders. */
async function differingFiles(one: string, other: string): Promise<string[]> {
  const files = new Set([...(await releaseFilesIn(one)), ...(await releaseFilesIn(other))]);
  const contentIn = (folder: string, file: string) =>
    readFileIfExists(path.join(folder, file))?.toString('latin1');
  return [...files].filter((file) => contentIn(one, file) !== contentIn(other, file)).toSorted();
}
