import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isDeferred } from './plan.ts';
import { compressFile } from './compress.ts';

/** Text that better levels compress further. */
const bytes = Buffer.from(
  JSON.stringify(Array.from({ length: 800 }, (_, at) => [at, at * at, `Болезнь ${(at * 7919) % 1000}`])),
);

test('shared files of search and aid are compressed further than tables', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compress-'));
  const sizeOf = async (address: string) => {
    const file = join(folder, address);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    await compressFile(file);
    return (await readFile(`${file}.br`)).length;
  };
  const tables = await sizeOf('/open-data/diseases-1.csv');
  for (const address of [
    '/search/names-0.json',
    '/diagnostics/signs/diseases-1.json',
    '/diagnostics/signs/links.json',
  ]) {
    expect(isDeferred(address)).toBe(true);
    expect(await sizeOf(address)).toBeLessThan(tables);
  }
  await rm(folder, { recursive: true });
});
