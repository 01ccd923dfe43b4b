import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './tool.ts';

const folder = join(root, 'node_modules/.cache/checks');
const inputs = ['{src,scripts,tests}/**/*.{ts,tsx,mts,mjs,astro}', '*.{ts,mjs,json}', 'public/sw.js'];

/** Runs a code check unless it passed on the same sources, configuration and packages. */
export async function passOnce(name: string, check: () => Promise<boolean>): Promise<boolean> {
  const mark = join(folder, `${name}-${await hashInputs()}`);
  if (existsSync(mark)) {
    console.log(`${name}: unchanged since it passed`);
    return true;
  }
  if (!(await check())) return false;
  await mkdir(folder, { recursive: true });
  for (const old of globSync(`${name}-*`, { cwd: folder })) await rm(join(folder, old));
  await writeFile(mark, '');
  return true;
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync(inputs, { cwd: root }).toSorted())
    hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
