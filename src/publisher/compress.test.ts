import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isDeferred } from './plan.ts';
import { compressed, compressFile } from './compress.ts';

/** Compressible text for the best level. */
const bytes = Buffer.from(
  JSON.stringify(Array.from({ length: 800 }, (_, at) => [at, at * at, `Болезнь ${(at * 7919) % 1000}`])),
);

test('shared files of search and aid are compressed at the best level, tables are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compress-'));
  const least = compressed(bytes, true).length;
  expect(compressed(bytes).length).toBeGreaterThan(least);
  const sizeOf = async (address: string) => {
    const file = join(folder, address);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    await compressFile(file);
    return (await readFile(`${file}.br`)).length;
  };
  for (const address of [
    '/search/names-0.json',
    '/diagnostics/signs/diseases-1.json',
    '/diagnostics/signs/links.json',
  ]) {
    expect(isDeferred(address)).toBe(true);
    expect(await sizeOf(address)).toBe(least);
  }
  expect(await sizeOf('/open-data/diseases-1.csv')).toBeGreaterThan(least);
  await rm(folder, { recursive: true });
});
