import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apiSource } from '#data/source.ts';
import { differingFiles } from '#publisher/compare.ts';
import { runAstro } from '#publisher/compiled.ts';
import { publish } from '#publisher/publish.ts';
import { siteFolders } from '#publisher/release.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { withApi } from '../api.ts';
import { openDatabase } from '#server/database/database.ts';
import { importFile } from '#server/import/run.ts';
import { baseFile } from '../starter/base.ts';

export const about =
  'the whole Orphanet catalogue: the publisher beside plain astro build, and whether their pages are the same bytes';

/** `npm run bench -- build`: both render the same records from the same API, uncompressed. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-bench-'));
  try {
    const settings = { ...readSettings({}), DATA_DIR: folder, LOG_LEVEL: 'silent' as const, PORT: 0 };
    await load(settings);
    await withApi(settings, async (api) => compare(api, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function load(settings: Settings): Promise<void> {
  const database = await openDatabase(settings);
  try {
    const { records } = await importFile(database, { format: 'base', input: baseFile });
    console.log(`records: ${records.new}`);
  } finally {
    await database.close();
  }
}

async function compare(api: string, folder: string): Promise<void> {
  const siteUrl = 'https://register.example';
  // Compilation happens once a release and is measured separately.
  const compiledAt = performance.now();
  const steps = { following: 0, rendering: 0, compressing: 0 };
  const publishedAt = performance.now();
  let renderedAt = 0;
  const published = await publish({
    source: apiSource(api),
    dataDir: folder,
    siteUrl,
    isComplete: true,
    isForced: true,
    onStep: (step) => {
      if (step.step === 'following' && !steps.following) steps.following = performance.now();
      if (step.step === 'rendering' && !steps.rendering) steps.rendering = performance.now();
      if (step.step === 'compressing' && step.done === 0) renderedAt = steps.compressing = performance.now();
    },
  });
  const compressedAt = performance.now();
  if (published.state !== 'published') throw new Error('nothing was published');

  const reference = path.join(folder, 'reference');
  const plainAt = performance.now();
  await runAstro({
    REGISTER_MODE: 'static',
    REGISTER_OUT_DIR: reference,
    REGISTER_API_URL: api,
    SITE_URL: siteUrl,
  });
  const plainSeconds = (performance.now() - plainAt) / 1000;

  const differences = await differingFiles(siteFolders(folder).current, reference);
  const publisherSeconds = (renderedAt - (steps.following || publishedAt)) / 1000;
  console.table({
    'publisher: compile (once per code release)': seconds((steps.following || publishedAt) - compiledAt),
    'publisher: follow the API, render and write': publisherSeconds.toFixed(1),
    'publisher: of which rendering': seconds(renderedAt - (steps.rendering || publishedAt)),
    'publisher: .br siblings': seconds(compressedAt - steps.compressing),
    'plain astro build': plainSeconds.toFixed(1),
  });
  console.log(
    `pages: ${published.pages}; pages that differ: ${differences.length}${differences
      .slice(0, 5)
      .map((page) => `\n  ${page}`)
      .join('')}`,
  );
  console.log(`plain astro build / publisher = ${(plainSeconds / publisherSeconds).toFixed(2)}`);
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
